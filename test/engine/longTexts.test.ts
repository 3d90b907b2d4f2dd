/**
 * Long texts of strangers, in every field: judging them takes time in proportion to their length, and no error, hint or
 * warning quotes more than 100 characters of them. LONG_TEXTS=all takes each field with each kind of text, at each length;
 * otherwise each field is tried with one kind and each kind in several fields, at the longest.
 */
import type { IDataObject } from 'n8n-workflow';
import { everyOperation } from '../../scripts/docs/operations';
import { BOUND_MS, KINDS, LENGTHS, longQuotation, type Kind } from '../support/longTexts';
import { fakeService, type FakeService } from '../support/engine';
import { judge, NODE, smallService, type Judged } from './longTexts/judging';
import { acceptable, everyTextField, type TextField } from './longTexts/textFields';

const takesAll = process.env.LONG_TEXTS === 'all';
jest.setTimeout(takesAll ? 1_800_000 : 120_000);
const LONGEST = LENGTHS.at(-1)!;
/** Of a text that stands in an answer dozens of times. */
const LONG = LENGTHS.at(-2)!;
/** @param share how many pairs there are for each that is taken */
const isTaken = (one: number, other: number, share = 10) => takesAll || (one + other) % share === 0;

/** What is wrong with a run, besides that its values were refused. */
function faultsOf({ tookMs, said }: Judged, texts: readonly string[]): string[] {
	const quoted = said.find((sentence) => texts.some((text) => longQuotation(sentence, text)));
	return [
		...(tookMs > BOUND_MS ? [`took ${tookMs} ms`] : []),
		...(said.some((sentence) => /call stack/.test(sentence)) ? ['overflowed the stack'] : []),
		...(quoted === undefined ? [] : [`said ${quoted.length} characters: ${quoted.slice(0, 80)}`]),
	];
}

let service: FakeService;
beforeAll(async () => {
	service = await smallService();
});
afterAll(async () => await service.close());

const fields = everyTextField();

/** Judges longer and longer texts in a field, until one has a fault. */
async function faultsIn({ name, parameters, rowOf }: TextField, kind: Kind): Promise<string[]> {
	for (const length of takesAll ? LENGTHS : [LONGEST]) {
		const text = kind.text(length);
		const judged = await judge(service, parameters, [rowOf(text)]);
		const faults = faultsOf(judged, [text]);
		if (faults.length > 0) return faults.map((fault) => `${name}, ${length}: ${fault}`);
	}
	return [];
}

// Otherwise the table would be of places that nobody looks at. A heading that fits nothing is refused by no operation.
test('every field of the table is read', async () => {
	const unread: string[] = [];
	for (const { name, parameters, rowOf } of fields.filter((field) => !field.isHeading)) {
		const { run } = await judge(service, parameters, [rowOf('Invalid DateTime')]);
		const refusal = run.error?.message ?? run.json(NODE)[0]?.problem;
		if (!String(refusal).startsWith('“')) unread.push(name);
	}
	expect(unread).toEqual([]);
});

describe('is judged in time, and not quoted at length', () => {
	test.each(KINDS.map((kind, at) => [kind.name, kind, at] as const))(
		'%s, in fields',
		async (_name, kind, at) => {
			const faults: string[] = [];
			for (const [place, field] of fields.entries()) {
				if (isTaken(place, at, KINDS.length)) faults.push(...(await faultsIn(field, kind)));
			}
			expect(faults).toEqual([]);
		},
	);

	test.each(KINDS.map((kind) => [kind.name, kind] as const))(
		'%s, in several items of a run',
		async (_name, kind) => {
			const text = kind.text(LONGEST);
			const contact = { resource: 'contact', operation: 'upsert' };
			const read = { name: '={{ $json.name }}', phone: '={{ $json.phone }}' };
			const additionalFields = { tags: '={{ $json.tags }}', ownerId: '={{ $json.ownerId }}' };
			const items = ['name', 'phone', 'tags', 'ownerId', 'phone', 'name'].map((name) => ({
				...{ name: 'Ana', [name]: text },
			}));
			const parameters = { ...contact, ...read, additionalFields };
			for (const checkOnly of [false, true]) {
				const given = { ...parameters, options: { checkOnly } };
				const judged = await judge(service, given, items);
				expect(faultsOf(judged, [text])).toEqual([]);
			}
		},
	);
});

describe('JSON', () => {
	const jsonFields = fields.filter(({ isJson }, place) => isJson && isTaken(place, 0, 5));
	const DEPTH = 5_000;
	const nested = `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`;
	const wide = Object.fromEntries(
		Array.from({ length: 10_000 }, (_, n) => [`key${n}`, `value ${n}`]),
	);
	const texts = {
		'200 KB of entries': JSON.stringify(wide),
		'a text of 200 KB': JSON.stringify({ a: 'ã'.repeat(100_000) }),
		'200,000 opening brackets': '['.repeat(200_000),
		'200,000 levels': `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
		'5,000 levels': nested,
	};

	test.each(Object.entries(texts))('%s are judged in time', async (_name, text) => {
		const faults: string[] = [];
		for (const { name, parameters, rowOf } of jsonFields) {
			const judged = await judge(service, parameters, [rowOf(text)]);
			faults.push(...faultsOf(judged, [text]).map((fault) => `${name}: ${fault}`));
		}
		expect(faults).toEqual([]);
	});

	test('an item’s property that is nested deep ends in an error that names the field', async () => {
		const faults: string[] = [];
		const taken = fields.filter((_field, place) => isTaken(place, 0));
		for (const { name, parameters, rowOf } of taken) {
			const judged = await judge(service, parameters, [rowOf(JSON.parse(nested))]);
			faults.push(...faultsOf(judged, []).map((fault) => `${name}: ${fault}`));
			const { error } = judged.run;
			if (error && !error.message.startsWith('“')) faults.push(`${name}: ${error.message}`);
		}
		expect(faults).toEqual([]);
	});
});

describe('answers of the service', () => {
	const operations = everyOperation().map((shown) => {
		const { checkOnly, ...options } = acceptable(shown).options as IDataObject;
		const takes = (name: string) =>
			[...shown.fields, ...shown.options].some((one) => one.name === name);
		return {
			name: `${shown.resource}.${shown.value}`,
			parameters: {
				...acceptable(shown),
				...(takes('simplify') && { simplify: true }),
				options: {
					...options,
					...(checkOnly === true && { checkOnly }),
					...(takes('includeNames') && { includeNames: true }),
					...(takes('includeContact') && { includeContact: true }),
				},
			} as IDataObject,
			unchecked: {
				...acceptable(shown),
				options: { ...options, maxWaitSeconds: 1 },
			} as IDataObject,
		};
	});

	/** A record of any kind in which each text is this one. */
	const recordOf = (id: string, text: string): IDataObject => ({
		...{ id, status: 'open', contactId: 'c1', companyId: 'o1', pipelineId: 'p1', stageId: 's1' },
		...{ name: text, title: text, legalName: text, tradeName: text, phone: text, email: text },
		...{ currency: text, cnpj: text, text, valueCents: text, createdAt: text, updatedAt: text },
		...{ tags: [text], emails: [text], phones: [text], address: { city: text } },
		...{ customFields: { a: text, [text]: 'x', [`${text}B`]: { [text]: 1 } } },
	});

	const kinds = KINDS.map((kind, at) => [kind.name, kind, at] as const).filter(([, , at]) =>
		isTaken(0, at, 5),
	);

	test.each(kinds)('%s, in records', async (_name, kind, at) => {
		const text = kind.text(LONG);
		const holding = await fakeService(({ url }) => {
			const id = decodeURIComponent(new URL(url, 'http://service').pathname.split('/').at(-1)!);
			const page = { data: [recordOf('r1', text), recordOf('r2', text)], hasMore: false };
			return { json: /^[a-z]+s$/.test(id) ? { ...page, nextCursor: null } : recordOf(id, text) };
		});
		const faults: string[] = [];
		for (const [place, { name, parameters }] of operations.entries()) {
			if (!isTaken(place, at)) continue;
			const judged = await judge(holding, parameters, [{}]);
			faults.push(...faultsOf(judged, [text]).map((fault) => `${name}: ${fault}`));
		}
		await holding.close();
		expect(faults).toEqual([]);
	});

	test.each(kinds)('%s, in errors', async (_name, kind, at) => {
		const text = kind.text(LONGEST);
		const error = { type: 'invalid_request_error', message: text, param: text };
		const bodies = [
			...['invalid_parameter', 'unknown_custom_field', 'unknown_parameter', text].map((code) => ({
				json: { error: { ...error, code } },
			})),
			{ body: `<html>${text}` },
		];
		const found: string[] = [];
		let answer: object = {};
		const refusing = await fakeService(() => ({ status: 400, ...answer }));
		for (const [place, { name, unchecked }] of operations.entries()) {
			if (!isTaken(place, at)) continue;
			for (answer of bodies) {
				const judged = await judge(refusing, unchecked, [{}]);
				// What the service says of itself may be a longer sentence.
				const said = judged.said.map((one) => one.replace(/The service says: “[^”]{0,501}”/, ''));
				const faults = faultsOf({ ...judged, said }, [text]);
				found.push(...faults.map((fault) => `${name}: ${fault}`));
			}
		}
		await refusing.close();
		expect(found).toEqual([]);
	});
});
