/** What an expression yields by mistake is written nowhere, and no gap goes unnoticed where nobody would see it. */
import fc from 'fast-check';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { remedyWithExpression } from '../../nodes/CustomerRelationship/mistakes/ownExpression';
import { MISTAKES } from '../../nodes/CustomerRelationship/mistakes/table';
import { membersOf } from '../../scripts/docs/operations';
import { OPERATIONS, judgingParametersOf, plant } from './actionNode/operations';
import { NODE, useService } from './actionNode/service';

const service = useService();
/** A hint as n8n shows it, which takes it for HTML. */
const asShown = (hint: string) => hint.replaceAll('&lt;', '<').replaceAll('&amp;', '&');
const RUNS = Number(process.env.PROPERTY_RUNS ?? 300);

/** What an expression may yield. */
const NOT_TYPED = {
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

/** What `itemParametersOf` leaves out or does not know, for collections that have it. */
const MORE: IDataObject = { addTags: 'a', removeTags: 'b', additionalBody: '{}' };
const OPTIONS: IDataObject = { idempotencyKey: 'k', additionalQuery: '{}', additionalBody: '{}' };

/** Every field of an operation filled in. */
function everyField(name: string, values: Record<string, unknown>): IDataObject {
	const shown = OPERATIONS.get(name)!;
	const among = (all: IDataObject, properties: INodeProperties[]) =>
		Object.fromEntries(
			Object.entries(all).filter(([key]) => properties.some((one) => one.name === key)),
		);
	const parameters = judgingParametersOf(shown, values);
	for (const collection of shown.collections) {
		const more = among(MORE, membersOf(collection));
		const given = { ...(parameters[collection.name] as IDataObject), ...more };
		if ('addTags' in more) delete given.tags;
		parameters[collection.name] = given;
	}
	return { ...parameters, options: among(OPTIONS, shown.options) };
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

test('a mistaken value is not sent, in any field, alone or inside a longer text', async () => {
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
			fc.constantFrom(...(Object.keys(NOT_TYPED) as Array<keyof typeof NOT_TYPED>)),
			fc.constantFrom(...Object.keys(FORMS)),
			async ({ fields, chosen, path }, what, form) => {
				fc.pre(!form.includes('JSON') || JSON_FIELDS.includes(String(path.at(-1))));
				const text = FORMS[form]!(NOT_TYPED[what]);
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
					expect(run.error?.message).toContain(NOT_TYPED[what]);
					expect(sent).toEqual([]);
				}
			},
		),
		{ numRuns: RUNS },
	);
}, 60_000);

const UPSERT = { resource: 'contact', operation: 'upsert', phone: '(11) 91111-0001' };
const upsert = (more: IDataObject): IDataObject => ({ ...UPSERT, ...more });
const start = (value: string, more: IDataObject = {}): IDataObject => ({
	...{ resource: 'conversation', operation: 'start', phone: '(11) 91111-0001' },
	...{ templateName: 'boas_vindas', templateLanguage: 'pt_BR' },
	...{ templateParams: { param: [{ value }] }, ...more },
});
const send = (text: string): IDataObject => ({
	...{ resource: 'message', operation: 'send', conversationId: 'k', text },
});
const listed = (withoutTags: string): IDataObject => ({
	...{ resource: 'contact', operation: 'getAll', filters: { withoutTags } },
});
const keyed = (idempotencyKey: string) => upsert({ options: { idempotencyKey } });
const more = (name: string, value: unknown) =>
	upsert({ additionalFields: { [name]: value } as IDataObject });

// Such as a model writes it.
const LEFT = '"{".repeat(2) + "date" + "}".repeat(2)';

test.each<[IDataObject, string]>([
	[upsert({ name: '={{ 1 / 0 }}' }), '“Name” holds Infinity'],
	[upsert({ name: '=Ana {{ 1 / 0 }}' }), '“Name” holds {{ 1 / 0 }}, which gives Infinity'],
	[upsert({ name: '={{ "Ana 😀".slice(0, 5) }}' }), '“Name” holds half a character'],
	[more('ownerId', '={{ DateTime.fromISO("x") }}'), '“Owner ID” holds an invalid date'],
	[more('tags', '={{ ["a", new Date("x")] }}'), '“Tags” holds an invalid date'],
	[more('companyId', { __rl: true, mode: 'id', value: '={{ NaN }}' }), '“Company” holds NaN'],
	[more('additionalBody', '={{ { a: { score: NaN } } }}'), '“Your Own JSON” holds NaN (“score”)'],
	[
		more('customFields', { field: [{ slug: 'origem', value: '={{ NaN }}' }] }),
		'“Custom Fields: origem” holds NaN',
	],
	[start('={{ "Olá, " + NaN + "!" }}'), '“Template Variables: {{1}}” holds “NaN”'],
	[
		start('={{ $json.a }} {{ $json.b }}', { options: { allowEmptyVariables: true } }),
		'“Template Variables: {{1}}” holds {{ $json.a }}, which gives nothing',
	],
	[
		start('{{ $json.name }}'),
		'“Template Variables: {{1}}” holds an expression in a fixed field, so it would be sent as plain text',
	],
	[send('=Olá {{ $json.nome }}!'), '“Text” holds {{ $json.nome }}, which gives nothing'],
	[send('=Olá {{ "Ana" }} }}'), '“Text” holds “}}” without a “{{” before it'],
	...[
		'Olá $json.name',
		'Olá { $json.name }',
		"Olá $('Form').item.json.name",
		'=Olá $json.name',
	].map((text): [IDataObject, string] => [
		send(text),
		'“Text” holds an expression without braces, so it would be sent as plain text',
	]),
	...['Olá {{1}}!', '=Olá {{ 1 }}!', '={{12}}'].map((text): [IDataObject, string] => [
		send(text),
		`“Text” holds “${/{{.*}}/.exec(text)?.[0]}”, a placeholder for a template variable`,
	]),
	[
		start('Olá {{1}}'),
		'“Template Variables: {{1}}” holds “{{1}}”, a placeholder for a template variable',
	],
	...['[first name]', '<nome>', '["Davi"]'].map((text): [IDataObject, string] => [
		start(`={{ ${JSON.stringify(text)} }}`),
		`“Template Variables: {{1}}” holds “${text}”, words in brackets`,
	]),
	[start(`={{ ${LEFT} }}`), '“Template Variables: {{1}}” holds “{{date}}”'],
	[send(`=Olá {{ ${LEFT} }}!`), `“Text” holds {{ ${LEFT} }}, which gives “{{date}}”`],
	[send('=Olá {{ [$json] }}!'), '“Text” holds {{ [$json] }}, which gives an object'],
	[send('=Olá {{ [null] }}!'), '“Text” holds {{ [null] }}, which gives nothing'],
	[send('=Olá {{ [] }}!'), '“Text” holds {{ [] }}, which gives an empty list'],
	[send('=Olá {{ $json }}!'), '“Text” holds {{ $json }}, which gives an object'],
	[send('={{ `${$json.a} ${$json.b}` }}'), '“Text” holds “undefined”'],
	[
		send('={{ String($json) }}'),
		'“Text” holds “[object Object]”, an object that was turned into text',
	],
	[
		send('=Até {{ DateTime.fromISO("x").toFormat("dd") }}'),
		'“Text” holds {{ DateTime.fromISO("x").toFormat("dd") }}, which gives an invalid date',
	],
	[send('={{ "Até " + DateTime.fromISO("x").toString() }}'), '“Text” holds “Invalid DateTime”'],
	[keyed('={{ $json.id }}'), '“Idempotency Key” is empty'],
	[keyed('=lead-{{ $json.id }}'), '“Idempotency Key” holds {{ $json.id }}, which gives nothing'],
	[keyed('={{ "lead-" + $json.id }}'), '“Idempotency Key” holds “undefined”'],
	...['=opt_out, {{ "\u2800" }}', '=opt_out, {{ $json }}'].map((text): [IDataObject, string] => [
		listed(text),
		`“Without Tags” holds ${text.slice(10)}, which gives ${text.includes('$') ? 'an object' : 'only white space or invisible characters'}`,
	]),
	[listed('={{ `opt_out, ${$json.block}` }}'), '“Without Tags” holds “undefined”'],
	[
		listed('={{ ["opt_out", $json.block].join(", ") }}'),
		'“Without Tags” holds a comma with no tag before or after it',
	],
	[
		keyed('lead-{{$json.id}}'),
		'“Idempotency Key” holds an expression in a fixed field, so it would be sent as plain text',
	],
])('%j is refused before anything is sent: %s', async (parameters, message) => {
	const item = await service.refusal(parameters);
	expect(item.error).toBe(message);
	expect(await service.requests()).toEqual([]);
});

test.each([
	['=Olá {{ "Ana" }} }}', 'Delete it: when you type {{, the editor adds }} itself.'],
	['Olá {{ "Ana" }}', 'Switch the field from Fixed to Expression with the switch above it.'],
	[
		`={{ ${LEFT} }}`,
		'n8n does not fill in placeholders within a value. Replace it, for example with {{ $json.text.replace(/\\{+[^{}]*\\}+/g, $json.name) }}. Put your own field in place of $json.text.',
	],
	[
		'=Olá {{ $json.nome }}',
		'Check the expression, and make sure that each item has the value it reads.',
	],
	['Olá {{1}}', 'Enter the value itself, such as the customer’s name, not the template’s text.'],
])('explains the braces in %j', async (text, whatToDo) => {
	expect(await service.refusal(send(text))).toMatchObject({ details: { whatToDo } });
});

test.each<[IDataObject, IDataObject]>([
	[upsert({ name: '=Infinity {{ "Infinity" }} {{ $json.none }}' }), { name: 'Infinity Infinity ' }],
	[start('=a{{ "" }}b{{ false }}'), { template: { params: ['abfalse'] } }],
	[start('=null {{ 1 - 1 }}'), { template: { params: ['null 0'] } }],
	[start('=:} {{ "}" + "}" }} :}'), { template: { params: [':} }} :}'] } }],
	[start('={"a":{"b":{{ 2 - 1 }}}}'), { template: { params: ['{"a":{"b":1}}'] } }],
	[start('=\\{{nome}} {{ 2 - 1 }}'), { template: { params: ['\\{{nome}} 1'] } }],
	[
		start('={{ ("Oi " + "{".repeat(2) + "name" + "}".repeat(2)).replace(/\\{+name\\}+/, "Ana") }}'),
		{ template: { params: ['Oi Ana'] } },
	],
	[start('={{ "[A1]" }}'), { template: { params: ['[A1]'] } }],
	[keyed('={{ "<ana@example.com>" }}'), { phone: UPSERT.phone }],
	[start('null'), { template: { params: ['null'] } }],
	[more('additionalBody', '{ "nick": null, "note": "" }'), { nick: null, note: '' }],
	[
		{
			...{ resource: 'deal', operation: 'create', title: '={{ "" }}', pipelineId: 'p1' },
			additionalFields: { additionalBody: '{ "title": "Venda" }' },
		},
		{ title: 'Venda' },
	],
	[
		{
			...{ resource: 'contact', operation: 'update', contactId: 'c1' },
			updateFields: { customFields: { field: [{ slug: 'cargo', type: 'json', value: 'null' }] } },
		},
		{ customFields: { cargo: null } },
	],
])('accepts %j as it is', async (parameters, body) => {
	await service.run(parameters);
	expect(JSON.parse((await service.request()).rawBody)).toMatchObject(body);
});

test('does not send empty values of Your Own JSON from an expression', async () => {
	const additionalBody = '={{ { name: null, email: "", ownerId: " ", more: { a: null, b: 1 } } }}';
	await service.run({
		...{ resource: 'contact', operation: 'update', contactId: 'c1' },
		updateFields: { name: 'Ana', additionalBody },
	});
	expect(JSON.parse((await service.request()).rawBody)).toEqual({ name: 'Ana', more: { b: 1 } });
});

test.each([
	['Search', { filters: { search: '={{ $json.text }}' } }],
	['Your Own Query', { options: { additionalQuery: '={{ { tag: $json.text } }}' } }],
	[
		'Your Own Query',
		{ options: { additionalQuery: '={{ JSON.stringify({ tag: $json.text }) }}' } },
	],
])('finds half an emoji in %s before other items’ requests are sent', async (label, given) => {
	const parameters = { resource: 'contact', operation: 'getAll', ...given };
	const inputData = [{ text: 'Ana' }, { text: 'Ana 😀'.slice(0, 5) }];
	const run = await service.run(parameters, { inputData });
	expect(run.error?.message).toContain(`“${label}” holds half a character`);
	expect(await service.requests()).toEqual([]);
});

/** Behind a start node that gives the item. */
const json = (row: IDataObject) => ({ inputData: [row] });

describe('a date that nobody has formatted', () => {
	const FORMATTED = ".toDateTime().toLocal().toFormat('dd/MM/yyyy HH:mm') }}";
	test.each([
		['{{ $now }}', `{{ $now${FORMATTED}`],
		['{{ $now.plus({ days: 1 }) }}', `{{ $json.createdAt${FORMATTED}`],
		['{{ new Date() }}', `{{ $json.createdAt${FORMATTED}`],
		['{{ $json.at }}', `{{ $json.at${FORMATTED}`],
		['{{ $now.toISO() }}', `{{ $json.createdAt${FORMATTED}`],
	])('%s is refused in what a customer reads, with the advice %s', async (code, advice) => {
		const row = json({ at: '2026-11-25T10:43:04.119Z' });
		for (const text of [`=${code}`, `=Até ${code}!`]) {
			for (const parameters of [start(text), send(text)]) {
				const item = await service.refusal(parameters, row);
				expect(item.error).toContain('an unformatted date');
				expect(item).toMatchObject({ details: { whatToDo: expect.stringContaining(advice) } });
			}
		}
		expect(await service.requests()).toEqual([]);
	});

	test('that JavaScript can’t read is refused without an expression', async () => {
		const row = json({ at: 'Qua Out 25 2026 10:43:04 GMT-0300' });
		expect(await service.refusal(send('={{ $json.at }}'), row)).toMatchObject({
			error: '“Text” holds “Qua Out 25 2026 10:43:04 GMT-0300”, an unformatted date',
			details: { whatToDo: 'Format it for the customer.' },
		});
	});

	test.each([
		'{{ $json.day }}',
		"{{ DateTime.fromISO($json.at).toFormat('dd/MM/yyyy HH:mm') }}",
		"{{ $now.toFormat('HH:mm') }}",
		"{{ (new Date()).toDateTime().toFormat('dd/MM/yyyy') }}",
		'{{ "Até " + $json.at }}',
	])('%s is sent', async (code) => {
		await service.run(start(`=${code}`), json({ day: '2026-11-25', at: '2026-11-25T10:43:04Z' }));
		await service.request();
	});
});

describe('in JSON that holds expressions', () => {
	const evil = 'oi", "ownerId": "usr_2\\';
	const texts = [
		evil,
		'C:\\novo',
		'linha\nnova\t"fim"',
		'{"a": "b"}',
		'\\" }, "x": { "',
		'😀 \u2028',
		'não',
	];

	test.each(texts)('what one yields stays inside its string: %j', async (message) => {
		const text =
			'={ "notes": "Disse: {{ $json.message }}", "n": {{ 1 + 1 }}, "{{ $json.message }}": true }';
		const body = { notes: `Disse: ${message}`, n: 2, [message]: true };
		await service.run(more('additionalBody', text), json({ message }));
		expect(JSON.parse((await service.request()).rawBody)).toMatchObject(body);
		expect(Object.keys(JSON.parse((await service.request()).rawBody))).toHaveLength(4);
	});

	test.each<[string, (text: string) => IDataObject, string]>([
		['customFieldsJson', (text) => more('customFieldsJson', text), 'customFields'],
		[
			'a custom field of the type JSON',
			(value) => more('customFields', { field: [{ slug: 'dados', type: 'json', value }] }),
			'customFields',
		],
		[
			'address',
			(address) => ({
				...{ resource: 'company', operation: 'create', cnpj: '11.222.333/0001-81' },
				additionalFields: { address },
			}),
			'address',
		],
	])('so it does in %s', async (_name, parameters, property) => {
		await service.run(parameters('={ "city": "{{ $json.message }}" }'), json({ message: evil }));
		const written = (await service.requests()).find(({ method }) => method !== 'GET');
		const sent = JSON.parse(written?.rawBody ?? '{}')[property];
		expect(sent.dados ?? sent).toEqual({ city: evil });
	});

	test('so it does in Your Own Query', async () => {
		const additionalQuery = '={ "note": "{{ $json.message }}" }';
		await service.run(
			{ resource: 'contact', operation: 'getAll', options: { additionalQuery } },
			json({ message: 'oi", "includeInactive": "true' }),
		);
		const [{ path = '' } = {}] = await service.requests();
		const { searchParams } = new URL(path, 'http://service');
		expect(searchParams.get('note')).toBe('oi", "includeInactive": "true');
		expect(searchParams.has('includeInactive')).toBe(false);
	});

	test.each<[string, IDataObject]>([
		['={ "a": {{ JSON.stringify($json.list) }} }', { a: ['x', 'y'] }],
		['={ "a": {{ $json.n }}, "b": {{ $json.none ?? false }} }', { a: 7, b: false }],
		['={{ { a: $json.list } }}', { a: ['x', 'y'] }],
		['={{ JSON.stringify({ a: $json.list }) }}', { a: ['x', 'y'] }],
		['={ {{ JSON.stringify("a") }}: 1 }', { a: 1 }],
		[
			'={ "a": "{{ $json.n }}", "b": "{{ $json.none }}", "c": "{{ true }}{{ 0 }}" }',
			{ a: '7', c: 'true0' },
		],
		['={ "a\\"": "{{ $json.n }}" }', { 'a"': '7' }],
		['={ "a": "{{ JSON.stringify({ b: 1 }) }}" }', { a: '{"b":1}' }],
	])('what stands elsewhere is taken as it is: %s', async (text, body) => {
		await service.run(more('additionalBody', text), json({ list: ['x', 'y'], n: 7 }));
		const { phone, ...sent } = JSON.parse((await service.request()).rawBody);
		expect(phone).toBe(UPSERT.phone);
		expect(sent).toEqual(body);
	});

	test.each([
		['={ "notes": "{{ $json.x }}" }', '#N/A'],
		['={ "notes": " {{ $json.x }} " }', '[object Object]'],
		['={ "notes": "{{ $json.o }}" }', '[object Object]'],
		['={ "a": {{ JSON.stringify($json.x) }}, "b": "Jo\uFFFDo" }', 'Jo\uFFFDo'],
		['={{ JSON.stringify({ a: { b: $json.x } }) }}', '#N/A'],
	])('a string is judged as a value: %s', async (text, found) => {
		const x = found.startsWith('[') ? '[object Object]' : '#N/A';
		const item = await service.refusal(more('additionalBody', text), json({ x, o: { a: 1 } }));
		expect(item.error).toContain(found);
		expect(await service.requests()).toEqual([]);
	});

	test('text that is typed there goes through', async () => {
		await service.run(
			more('additionalBody', '={ "notes": "#N/A", "more": "{{ $json.x }} na planilha" }'),
			json({ x: '#N/A' }),
		);
		const body = { notes: '#N/A', more: '#N/A na planilha' };
		expect(JSON.parse((await service.request()).rawBody)).toMatchObject(body);
	});
});

const columns = (more: IDataObject = {}): IDataObject => ({
	...{ resource: 'contact', operation: 'upsert', dataMode: 'columns' },
	columns: { mappingMode: 'autoMapInputData', value: null, schema: [] },
	...more,
});

describe('in the rows of a sheet', () => {
	const rows = [
		{ Nome: 'Ana', Telefone: '(11) 91111-0001', Nota: '#N/A' },
		{ Nome: '#VALOR!', Telefone: '(11) 91111-0002' },
		{ Nome: '#1 Modas', Telefone: '(11) 91111-0003' },
		{ Nome: 'Jo\uFFFDo', Telefone: '(11) 91111-0004' },
	];

	test('errors and lost letters are refused by their row; the others go through', async () => {
		const stopped = await service.run(columns(), { inputData: rows });
		expect(stopped.error?.message).toBe('2 of the 4 items can’t be sent');
		expect(stopped.error?.description).toContain('“Nome” holds “#VALOR!”, a spreadsheet error');
		expect(await service.requests()).toEqual([]);
		await service.run(columns(), { inputData: rows, node: { onError: 'continueRegularOutput' } });
		const names = (await service.requests()).map(({ rawBody }) => JSON.parse(rawBody).name);
		expect(names).toEqual(['Ana', '#1 Modas']);
	});

	test('a heading that was read wrongly is refused, also one that fits no column', async () => {
		const row = { ...rows[0], 'Endere\uFFFDo': '' } as IDataObject;
		const item = await service.refusal(columns(), json(row));
		expect(item.error).toBe(
			'“Columns: Endere\uFFFDo” holds “Endere\uFFFDo”, in which letters were lost',
		);
	});

	test('Remove Tags and filters take an error, to clean up', async () => {
		const parameters = {
			...columns({ operation: 'update', contactId: 'c1', options: { checkOnly: true } }),
		};
		const run = await service.run(parameters, json({ removeTags: '#N/A', addTags: 'vip' }));
		expect(run.error?.message ?? '').not.toContain('#N/A');
		const found = await service.run(
			{ resource: 'contact', operation: 'getAll', filters: { search: '={{ $json.x }}' } },
			json({ x: '#N/A' }),
		);
		expect(found.error).toBeUndefined();
	});
});

describe('what is probably a mistake', () => {
	const rows = [{ text: 'Oi' }, { text: 'JoÃ£o &amp; Ana\\nOi' }, { text: '\n a\tb \n' }];

	test('is sent with hints that name the items', async () => {
		const run = await service.run(start('={{ $json.text }}'), { inputData: rows });
		const [, second, third] = (await service.requests()).map(({ rawBody }) => JSON.parse(rawBody));
		expect(second.template.params).toEqual([rows[1]?.text]);
		expect(third.template.params).toEqual(['a\tb']);
		const hints = run
			.hints(NODE)
			.map(({ message }) => /“Template V.*? of item \d/.exec(message)?.[0]);
		expect(hints.filter(Boolean)).toEqual([
			...Array.from({ length: 3 }, () => '“Template Variables: {{1}}” of item 1'),
			'“Template Variables: {{1}}” of item 2',
		]);
	});

	test('is a warning of Check Only', async () => {
		const records = await service.records(
			start('={{ $json.text }}', { options: { checkOnly: true } }),
			{ inputData: rows },
		);
		const counted = records.map(
			({ warnings }) =>
				(warnings as string[]).filter((warning) => warning.includes('Template Variables')).length,
		);
		expect(counted).toEqual([0, 3, 1]);
	});

	test('in a key is a hint, and a warning of Check Only', async () => {
		const warning = expect.stringContaining(
			'“Idempotency Key” of item 0 (the first item is 0) holds “7615917337495251000”, which looks like a number whose last digits were lost',
		);
		const idempotencyKey = '={{ "order-" + $json.id }}';
		const item = json({ id: 7615917337495251231 });
		const [shown] = await service.records(
			upsert({ options: { idempotencyKey, checkOnly: true } }),
			item,
		);
		expect(shown?.warnings).toEqual([warning]);
		const run = await service.run(keyed(idempotencyKey), item);
		expect(run.hints(NODE).map(({ message }) => message)).toEqual([warning]);
	});

	test('in a column, by its heading', async () => {
		const run = await service.run(columns(), json({ Nome: 'JosÃ©', Telefone: '(11) 91111-0001' }));
		const hints = run.hints(NODE).map(({ message }) => message);
		expect(hints.join()).toContain(
			'“Nome” of JosÃ©, (11) 91111-0001 [item 0] (the first item is 0) holds “Ã©”',
		);
	});
});

describe('the advice shows an expression that works', () => {
	const sheet = (value: string): IDataObject => ({
		...{ resource: 'company', operation: 'create', cnpj: value },
	});
	const priced = (value: string): IDataObject => ({
		...{ resource: 'deal', operation: 'create', title: 'Venda', pipelineId: 'p1' },
		additionalFields: { value },
	});
	const inCents = (valueCents: string): IDataObject => ({
		...priced(''),
		additionalFields: { valueCents },
	});
	const name = (value: string) => upsert({ name: value });
	const tags = (value: string) => more('tags', value);

	/** What the advice shows; what is written with it, by mistake and as advised; the item; what is sent then. */
	type Advised = [
		shown: string,
		write: (text: string) => IDataObject,
		mistaken: string,
		row: IDataObject,
		sent: unknown,
	];
	const ADVISED: Advised[] = [
		[
			'{{ $json.text.replace(/\\p{Surrogate}/gu, "") }}',
			name,
			'={{ $json.text }}',
			{ text: 'Ana 😀'.slice(0, 5) },
			'Ana ',
		],
		['{{ $json.name || "cliente" }}', start, '=Olá {{ $json.name }}', {}, 'cliente'],
		[
			"{{ ($json.name || 'cliente').split(' ').first() }}",
			start,
			'={{ $json.name }}',
			{},
			'cliente',
		],
		[
			"{{ /[^\\s\\p{Cf}\\p{Mn}\\p{DI}\\u2800]/u.test($json.name ?? '') ? $json.name : 'cliente' }}",
			start,
			'={{ $json.name }}',
			{ name: '\u200b' },
			'cliente',
		],
		['{{ $json.name }}', start, 'Olá $json.name', { name: 'Ana' }, 'Ana'],
		[
			'{{ $json.address.city }}',
			name,
			'={{ String($json.address) }}',
			{ address: { city: 'Recife' } },
			'Recife',
		],
		[
			'{{ $json.address.city }}',
			send,
			'={{ String($json.address) }}',
			{ address: { city: 'Recife' } },
			'Recife',
		],
		[
			'{{ $json.address.city }}',
			send,
			'=Oi {{ $json.address }}',
			{ address: { city: 'Recife' } },
			'Recife',
		],
		[
			'{{ $json.text.replace(/\\{+[^{}]*\\}+/g, $json.name) }}',
			start,
			'={{ $json.text }}',
			{ text: 'Oi {{name}}', name: 'Ana' },
			'Oi Ana',
		],
		['{{ $json.output }}', send, '={{ JSON.stringify($json) }}', { output: 'Oi' }, 'Oi'],
		['{{ $json["a b"] }}', send, '={{ JSON.stringify($json) }}', { 'a b': 'Oi' }, 'Oi'],
		[
			'{{ JSON.parse($json.output).output }}',
			send,
			'={{ $json.output }}',
			{ output: '{"output":"Oi"}' },
			'Oi',
		],
		['{{ JSON.parse($json.output)[0] }}', send, '={{ $json.output }}', { output: '["Oi"]' }, 'Oi'],
		[
			'{{ $json.output.replace(/^\\s*```[^\\n]*\\n|\\n\\s*```\\s*$/g, "") }}',
			send,
			'={{ $json.output }}',
			{ output: '```text\nOi\nTudo bem?\n```' },
			'Oi\nTudo bem?',
		],
		...['<think>Hm.\n</think>\nOi', 'Hm.</think>Oi', '<thinking>Hm.</thinking> Oi'].map(
			(output): Advised => [
				'{{ $json.output.split(/<\\/(?:think(?:ing)?|thought|reasoning)>/i).pop().trim() }}',
				send,
				'={{ $json.output }}',
				{ output },
				'Oi',
			],
		),
		[
			'{{ $json.output.split(/<(?:think(?:ing)?|thought|reasoning)>/i)[0].trim() }}',
			send,
			'={{ $json.output }}',
			{ output: 'Oi <think>Hm.' },
			'Oi',
		],
		[
			'{{ $json.text.replace(/\\s+/g, " ") }}',
			start,
			'={{ $json.text }}',
			{ text: 'a\n\tb' },
			'a b',
		],
		[
			'{{ $json.text.replaceAll("\\\\n", "\\n") }}',
			send,
			'={{ $json.text }}',
			{ text: 'a\\nb' },
			'a\nb',
		],
		[
			'{{ $json.text.replaceAll("\\\\n", " ") }}',
			start,
			'={{ $json.text }}',
			{ text: 'a\\nb' },
			'a b',
		],
		[
			'{{ $json.text.replaceAll("&amp;", "&") }}',
			start,
			'={{ $json.text }}',
			{ text: 'A &amp; B' },
			'A & B',
		],
		...(['undefined', 'NaN', 'null'] as const).map((word): Advised => [
			`{{ $json.text.replaceAll("${word}", "${{ undefined: 'Undefined', NaN: 'Nan', null: 'Null' }[word]}") }}`,
			send,
			'={{ $json.text }}',
			{ text: word === 'null' ? word : `O termo ${word} aparece, e ${word} de novo` },
			/^Null$|^O termo (Undefined|Nan) aparece, e (Undefined|Nan) de novo$/,
		]),
		['{{ $json.total.toFixed(2) }}', send, '={{ $json.total }}', { total: 1.1 * 3 }, '3.30'],
		[
			'{{ $json.total.toFixed(2).replace(".", ",") }}',
			send,
			'={{ $json.total }}',
			{ total: 1.1 * 3 },
			'3,30',
		],
		[
			'{{ $json.text.replace(/\\\\u([\\da-f]{4})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16))) }}',
			send,
			'={{ $json.text }}',
			{ text: 'Jo\\u00e3o "Zé"' },
			'João "Zé"',
		],
		...[
			['50% em S%C3%A3o', '50% em São'],
			['Jo%C3%A3o, 10%de desconto', 'João, 10%de desconto'],
		].map(([text, decoded]): Advised => [
			'{{ $json.text.replace(/%C3%[89AB][\\dA-F]/gi, decodeURIComponent) }}',
			send,
			'={{ $json.text }}',
			{ text: String(text) },
			decoded,
		]),
		[
			'{{ $json.text.replace(/<\\/?(?:br|p)\\s?\\/?>/gi, " ") }}',
			send,
			'={{ $json.text }}',
			{ text: 'Frete < R$ 10 e pedido > R$ 50<br>ok' },
			'Frete < R$ 10 e pedido > R$ 50 ok',
		],
		[
			'{{ $json.text.replaceAll("&atilde;", "ã") }}',
			start,
			'={{ $json.text }}',
			{ text: 'Jo&atilde;o' },
			'João',
		],
		[
			'{{ $json.tags.map(t => t.name) }}',
			tags,
			'={{ $json.tags }}',
			{ tags: [{ name: 'vip' }] },
			['vip'],
		],
		['{{ $json.tags.flat() }}', tags, '={{ $json.tags }}', { tags: [['vip'], 'a'] }, ['vip', 'a']],
		[
			"{{ $json.CNPJ && String($json.CNPJ).padStart(14, '0') }}",
			sheet,
			'={{ $json.CNPJ }}',
			{ CNPJ: 191 },
			'00000000000191',
		],
		['{{ $json.total.toFixed(2) }}', priced, '={{ $json.total }}', { total: 10.123 }, 1012],
		[
			'{{ Math.round($json.total * 100) }}',
			inCents,
			'={{ $json.total * 100 }}',
			{ total: 19.99 },
			1999,
		],
	];

	test.each(ADVISED)('%s', async (shown, write, mistaken, row, sent) => {
		const settings = { ...json(row), timezone: 'America/Sao_Paulo' };
		const run = await service.run(write(mistaken), {
			...settings,
			node: { onError: 'continueErrorOutput' },
		});
		const [refused] = run.items(NODE, 1);
		const { whatToDo } = (refused?.json.details ?? {}) as IDataObject;
		const hints = run.hints(NODE).map(({ message }) => asShown(message));
		expect([whatToDo, ...hints].join()).toContain(shown);

		const before = (await service.requests()).length;
		const advised = await service.run(write(`=${shown}`), settings);
		expect(advised.hints(NODE).map(({ message }) => message)).toEqual([]);
		const [request] = (await service.requests()).slice(before);
		const {
			template,
			text,
			name: named,
			tags: tagged,
			cnpj,
			valueCents,
		} = JSON.parse(request?.rawBody ?? '{}');
		const value = template?.params[0] ?? text ?? named ?? tagged ?? cnpj ?? valueCents;
		if (sent instanceof RegExp) expect(value).toMatch(sent);
		else expect(value).toEqual(sent);
	});

	/** As databases, sheets, other nodes and JavaScript give a date; what is meant in São Paulo, and in UTC. */
	const DATES: Array<[code: string, at: string, saoPaulo: string, utc: string]> = [
		['$json.at', '2026-12-24T00:00:00.000Z', '24/12/2026', '24/12/2026'],
		['$json.at', '2026-12-24T00:00:00+00:00', '24/12/2026', '24/12/2026'],
		['$json.at', '2026-12-24T00:00:00', '24/12/2026', '24/12/2026'],
		['$json.at', '2026-12-24T00:00:00+02:00', '24/12/2026', '24/12/2026'],
		['$json.at', '2026-11-25T10:43:04.119Z', '25/11/2026 07:43', '25/11/2026 10:43'],
		['$json.at', '2026-11-25T05:43:04-05:00', '25/11/2026 07:43', '25/11/2026 10:43'],
		['$json.at', '2026-11-25T10:43', '25/11/2026 10:43', '25/11/2026 10:43'],
		['$json.at', '20261125T104304Z', '25/11/2026 07:43', '25/11/2026 10:43'],
		['$json.at', '2026-11-25 10:43:04.119+00', '25/11/2026 07:43', '25/11/2026 10:43'],
		['$json.at', '2026-11-25 07:43:04-03', '25/11/2026 07:43', '25/11/2026 10:43'],
		['$json.at', '2026-11-25 10:43:04.119', '25/11/2026 10:43', '25/11/2026 10:43'],
		['$json.at', '2026-12-24 00:00:00+00', '24/12/2026', '24/12/2026'],
		[
			...(['$json.at', 'Wed Nov 25 2026 10:43:04 GMT-0300 (Brasilia Standard Time)'] as const),
			...(['25/11/2026 10:43', '25/11/2026 13:43'] as const),
		],
		[
			...(['$json.at', 'Thu Dec 24 2026 00:00:00 GMT+0000 (Coordinated Universal Time)'] as const),
			...(['24/12/2026', '24/12/2026'] as const),
		],
		['$json.at', 'Wed, 25 Nov 2026 10:43:04 GMT', '25/11/2026 07:43', '25/11/2026 10:43'],
		['new Date($json.at)', '2026-12-24T00:00:00.000Z', '24/12/2026', '24/12/2026'],
		['new Date($json.at)', '2026-11-25T10:43:04.119Z', '25/11/2026 07:43', '25/11/2026 10:43'],
		['DateTime.fromISO($json.at)', '2026-12-24T00:00:00.000Z', '24/12/2026', '24/12/2026'],
		['DateTime.fromISO($json.at)', '2026-11-25T10:43Z', '25/11/2026 07:43', '25/11/2026 10:43'],
	];
	const ZONES = ['America/Sao_Paulo', 'UTC'] as const;
	/** The first expression that an advice shows, with the user's own in it. */
	const shownIn = (whatToDo: unknown, code: string) =>
		(/\{\{.*?\}\}/s.exec(String(whatToDo))?.[0] ?? '').replace('$json.createdAt', `(${code})`);

	/** What would be written, as Check Only shows it. */
	const shownBy = async (parameters: IDataObject, settings: object) => {
		const options = { checkOnly: true };
		const run = await service.run({ ...parameters, options }, settings);
		const { request } = run.items(NODE)[0]?.json ?? {};
		return (request as { body: IDataObject }).body;
	};

	test.each(DATES)('%s of %s, in what a customer reads', async (code, at, ...meant) => {
		for (const [n, timezone] of ZONES.entries()) {
			const settings = { ...json({ at }), timezone };
			for (const write of [start, send]) {
				const { details } = await service.refusal(write(`={{ ${code} }}`), settings);
				const shown = shownIn((details as IDataObject).whatToDo, code);
				const { template, text } = await shownBy(write(`=${shown}`), settings);
				expect((template as { params: string[] } | undefined)?.params[0] ?? text).toBe(meant[n]);
			}
		}
	});

	const DAYS: Array<[code: string, at: string, saoPaulo: string, utc: string]> = [
		['$json.at', '1990-05-17T00:00:00.000Z', '1990-05-17', '1990-05-17'],
		['$json.at', '1990-05-17 00:00:00', '1990-05-17', '1990-05-17'],
		['$json.at', '1990-05-17 23:30:00', '1990-05-17', '1990-05-17'],
		['$json.at', '1990-05-18T01:00:00.000Z', '1990-05-17', '1990-05-18'],
		['new Date($json.at)', '1990-05-17T00:00:00.000Z', '1990-05-17', '1990-05-17'],
		['DateTime.fromISO($json.at)', '1990-05-17T00:00:00.000Z', '1990-05-17', '1990-05-17'],
		['$json.at', '17/05/1990', '1990-05-17', '1990-05-17'],
		['$json.at', '17.5.90', '1990-05-17', '1990-05-17'],
		['$json.at', '17-05-1990 10:00', '1990-05-17', '1990-05-17'],
		['$json.at', '33010', '1990-05-17', '1990-05-17'],
		['$json.at', '33010,5', '1990-05-17', '1990-05-17'],
		['$json.at', ' 05/17/1990 ', '1990-05-17', '1990-05-17'],
		['$json.at', '1990-05-17T00:00:00+02:00', '1990-05-17', '1990-05-17'],
	];
	test.each(DAYS)('%s of %s, in a custom field of dates', async (code, at, ...meant) => {
		const customFields = { data_de_nascimento: '1985-03-12' };
		await service.app('POST', '/contacts', { name: 'Seed', customFields });
		const born = (value: string) =>
			more('customFields', { field: [{ slug: 'data_de_nascimento', value }] });
		for (const [n, timezone] of ZONES.entries()) {
			const settings = { ...json({ at }), timezone };
			const { details } = await service.refusal(born(`={{ ${code} }}`), settings);
			const shown = shownIn((details as IDataObject).whatToDo, code);
			const written = born(`=${shown.replace("$json['Nascimento']", code)}`);
			expect((await shownBy(written, settings)).customFields).toEqual({
				data_de_nascimento: meant[n],
			});
		}
	});

	test('whatever the table of mistakes shows', () => {
		const shown = MISTAKES.flatMap(({ remedy, purposes }) =>
			purposes.flatMap((purpose) => {
				const value = {
					label: 'A',
					purpose,
					source: 'expressionOnly',
					value: '{"output":"Oi"}',
				} as const;
				const text = remedyWithExpression(
					typeof remedy === 'string' ? remedy : remedy(value),
					undefined,
				);
				return text.match(/\{\{[^{]*?\$.*?\}\}/gs) ?? [];
			}),
		);
		const untried = shown.filter((one) => !ADVISED.some(([advised]) => advised === one));
		// How dates are formatted is tried above.
		const formatted = /^\{\{ \$json\.createdAt\.toDateTime\(\)\./;
		expect(untried.filter((one) => !formatted.test(one))).toEqual([]);
	});
});
