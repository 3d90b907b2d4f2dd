/** What an expression yields by mistake is written nowhere, and no gap goes unnoticed where nobody would see it. */
import fc from 'fast-check';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { OPERATIONS, parametersOf, plant } from './actionNode/operations';
import { useService } from './actionNode/service';

const service = useService();
const RUNS = Number(process.env.PROPERTY_RUNS ?? 700);

/** What an expression may yield. */
const YIELDED = {
	NaN: 'Number("x")',
	Infinity: '1 / 0',
	'-Infinity': '-1 / 0',
	'an invalid Date': 'new Date("x")',
	'an invalid DateTime': 'DateTime.fromISO("x")',
	undefined: '$json.missing',
	null: 'null',
	'an empty text': '""',
	blanks: '" "',
	'half an emoji': '"😀".slice(0, 1)',
};
/** How it comes into the field. */
const FORMS: Record<string, (code: string) => string> = {
	alone: (code) => `={{ ${code} }}`,
	'in a longer text': (code) => `=a{{ ${code} }}b`,
	'in an object': (code) => `={{ { a: { b: ${code} }, c: [${code}] } }}`,
	'in a list': (code) => `={{ ["a", ${code}] }}`,
	'in JSON': (code) => `={{ JSON.stringify({ a: ${code} }) }}`,
	'in a JSON text': (code) => `={ "a": "{{ ${code} }}" }`,
};
/** Fields that take JSON; in others a text of it is a text. */
const JSON_FIELDS = ['address', 'customFieldsJson', 'additionalBody', 'additionalQuery'];
const GAPS = ['NaN', 'undefined', 'null'];
const GAPLESS = ['text', 'templateParams', 'idempotencyKey'];

type Path = Array<string | number>;

/** The places where the panel takes an expression. */
function placesIn(value: unknown, path: Path = []): Path[] {
	const isOne = typeof value !== 'object' || value === null;
	if (isOne || (Array.isArray(value) && typeof value[0] !== 'object')) return [path];
	const within = Object.entries(value)
		.filter(([key]) => !['__rl', 'mode', 'type'].includes(key))
		.flatMap(([key, entry]) => placesIn(entry, [...path, key]));
	return JSON_FIELDS.includes(String(path.at(-1))) ? [path, ...within] : within;
}

function filledAt(value: unknown, [key, ...rest]: Path, text: string): unknown {
	if (key === undefined) return text;
	const filled = Array.isArray(value) ? [...value] : { ...(value as IDataObject) };
	Reflect.set(filled, key, filledAt(Reflect.get(filled, key), rest, text));
	return filled;
}

/** Every field of an operation filled in, options and what may be added included. */
function everyField(name: string, values: Record<string, unknown>) {
	const shown = OPERATIONS.get(name)!;
	const names = ({ options = [] }: INodeProperties) =>
		(options as INodeProperties[]).map((option) => option.name);
	const parameters = parametersOf(shown, values);
	const more: IDataObject = { idempotencyKey: 'k', additionalQuery: '{}', additionalBody: '{}' };
	const lists: IDataObject = { addTags: 'a', removeTags: 'b' };
	for (const { name: collection } of shown.collections) {
		const property = shown.operation.properties.find((one) => one.name === collection)!;
		const tags = names(property).includes('addTags') ? lists : {};
		const body = names(property).includes('additionalBody') ? { additionalBody: '{}' } : {};
		const { tags: _replaced, ...filled } = parameters[collection] as IDataObject;
		parameters[collection] = Object.keys(tags).length
			? { ...filled, ...tags, ...body }
			: { ...(parameters[collection] as IDataObject), ...body };
	}
	const options = shown.options.filter((option) => option.name in more);
	parameters.options = Object.fromEntries(
		options.map((option) => [option.name, more[option.name]]),
	);
	return parameters;
}

/** What of a request's values nobody means. */
function unmeantIn(value: unknown): string[] {
	if (typeof value === 'string') {
		const isBad =
			value.trim() === '' ||
			/NaN|Infinity|Invalid Date|undefined|\bnull\b|\p{Surrogate}/u.test(value);
		return isBad ? [JSON.stringify(value)] : [];
	}
	if (value === null) return ['null'];
	return typeof value === 'object' ? Object.values(value as object).flatMap(unmeantIn) : [];
}

test('nothing of it arrives, in whatever field, alone and inside a longer text', async () => {
	const [values] = await plant(service);
	const cases = [...OPERATIONS.keys()].flatMap((name) => {
		const { resource, operation, ...fields } = everyField(name, values!);
		return placesIn(fields).map((path) => ({
			name,
			fields,
			chosen: { resource, operation },
			path,
		}));
	});
	let since = (await service.requests()).length;
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...cases),
			fc.constantFrom(...(Object.keys(YIELDED) as Array<keyof typeof YIELDED>)),
			fc.constantFrom(...Object.keys(FORMS)),
			async ({ fields, chosen, path }, what, form) => {
				fc.pre(!form.includes('JSON') || JSON_FIELDS.includes(String(path.at(-1))));
				const text = FORMS[form]!(YIELDED[what]);
				const parameters = filledAt(fields, path, text) as IDataObject;
				const run = await service.run({ ...parameters, ...chosen });
				const sent = (await service.requests()).slice(since);
				since += sent.length;
				for (const { path: address, rawBody, headers } of sent) {
					const { pathname, searchParams } = new URL(address, 'http://service');
					expect(unmeantIn(decodeURIComponent(pathname))).toEqual([]);
					expect(unmeantIn([...searchParams.values()])).toEqual([]);
					expect(unmeantIn(rawBody ? JSON.parse(rawBody) : {})).toEqual([]);
					expect(unmeantIn(headers['idempotency-key'] ?? 'k')).toEqual([]);
				}
				const isGapless = path.some((key) => GAPLESS.includes(String(key)));
				if (isGapless && form === 'in a longer text' && GAPS.includes(what)) {
					expect(run.error?.message).toContain(YIELDED[what]);
					expect(sent).toEqual([]);
				}
			},
		),
		{ numRuns: RUNS },
	);
}, 60_000);
