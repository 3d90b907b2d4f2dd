import type { IDataObject } from 'n8n-workflow';
import { recordNameOf } from '../../../nodes/CustomerRelationship/resources/guesses';
import { carriedOut, lost, notSent, refusal, type Values } from './requests';

const options = { includeNames: true };
const range = (count: number) => Array.from({ length: count }, (_, n) => n);

/** A service with so many contacts and companies, 100 to a page, and two pipelines. */
function service({ contacts = 0, companies = 0, deals = [] as IDataObject[] } = {}) {
	const known: Record<string, IDataObject[]> = {
		contacts: range(contacts).map((n) => ({
			...{ id: `c${n}`, name: `Contact ${n}`, phone: `+5511${n}`, email: null },
		})),
		companies: range(companies).map((n) => ({ id: `o${n}`, tradeName: `Company ${n}` })),
		deals,
		pipelines: ['p1', 'p2'].map((id) => ({ id, name: `Board ${id}` })),
		stages: ['s1', 's2'].map((id) => ({ id, title: `Stage ${id}` })),
	};
	return ({ path, query = {} }: { path: string; query?: Record<string, string> }) => {
		const [, collection = '', id, inside] = path.split('/');
		const list = known[inside ?? collection] ?? [];
		if (id && !inside)
			return list.find((one) => one.id === id) ?? refusal(404, 'resource_not_found');
		const [from, size] = [Number(query.cursor ?? 0), Number(query.limit ?? 100)];
		const hasMore = from + size < list.length;
		return {
			data: list.slice(from, from + size),
			hasMore,
			nextCursor: hasMore ? `${from + size}` : null,
		};
	};
}

const deal = (n: number, more: IDataObject = {}): IDataObject => ({
	...{ id: `d${n}`, pipelineId: 'p1', stageId: 's2', contactId: `c${n}`, companyId: `o${n}` },
	...{ valueCents: 123_456, ...more },
});

test('a deal gets the names of what it points to, and its value in reais', async () => {
	const { records, lines } = await carriedOut(
		'deal.get',
		{ dealId: 'd1', options },
		service({ contacts: 5, companies: 5, deals: [deal(1)] }),
	);
	expect(records).toEqual([
		{
			...deal(1),
			_names: {
				...{ pipeline: 'Board p1', stage: 'Stage s2' },
				...{ company: 'Company 1', contact: 'Contact 1' },
				...{ contactPhone: '+55111', contactEmail: null },
			},
			_value: 1234.56,
		},
	]);
	expect(lines).toEqual([
		'GET /deals/d1',
		'GET /pipelines?includeInactive=true',
		'GET /pipelines/p1/stages',
		'GET /companies/o1',
		'GET /contacts/c1',
	]);
});

test('a record that does not exist, or is not visible, has the name null', async () => {
	const none = { contactId: null, companyId: 'hidden', pipelineId: 'gone', valueCents: null };
	const { records } = await carriedOut(
		'deal.get',
		{ dealId: 'd1', options },
		service({ deals: [deal(1, { ...none, stageId: 'gone' })] }),
	);
	expect(records[0]).toMatchObject({
		_names: {
			...{ pipeline: null, stage: null, company: null },
			...{ contact: null, contactPhone: null, contactEmail: null },
		},
		_value: null,
	});
});

test.each([1, 12])(
	'companies that the token may not read have the name null: %d',
	async (count) => {
		const contacts = range(count).map((n) => ({ id: `c${n}`, companyId: `o${n}` }));
		const refused = refusal(403, 'permission_denied');
		const { records, lines } = await carriedOut('contact.getAll', { options }, ({ path }) =>
			path === '/contacts' ? { data: contacts, hasMore: false } : refused,
		);
		expect(records.map(({ _names }) => _names)).toEqual(contacts.map(() => ({ company: null })));
		expect(lines).toHaveLength(2);
	},
);

test.each([1, 12])('a deal whose names the token may not read has none: %d', async (count) => {
	const deals = range(count).map((n) => deal(n));
	const refused = refusal(403, 'insufficient_api_token_scope');
	const { records } = await carriedOut('deal.getAll', { options }, ({ path }) =>
		path === '/deals' ? { data: deals, hasMore: false } : refused,
	);
	for (const { _names } of records)
		expect(new Set(Object.values(_names ?? {}))).toEqual(new Set([null]));
});

test.each(['/companies', '/pipelines'])(
	'any failure but an invisible record fails the item: %s',
	async (unanswered) => {
		for (const failure of [refusal(503, 'api_tokens_disabled'), lost(), notSent()]) {
			const serve = service({ contacts: 5, companies: 5, deals: [deal(1)] });
			const run = carriedOut('deal.get', { dealId: 'd1', options }, (request) =>
				request.path.startsWith(unanswered) ? failure : serve(request),
			);
			await expect(run).rejects.toThrow(failure);
		}
	},
);

test('accepts only the record with the requested ID as an answer', async () => {
	const serve = service({ contacts: 5, companies: 5, deals: [deal(1)] });
	const { steps } = await carriedOut('deal.get', { dealId: 'd1', options }, serve);
	for (const { request } of steps.filter(({ request }) => request.path.endsWith('1'))) {
		const id = request.path.split('/').at(-1);
		expect(request.isAnswer?.({ id })).toBe(!request.path.startsWith('/pipelines'));
		expect(request.isAnswer?.({ id: 'other' })).toBe(false);
	}
});

test.each([
	[{ name: ' Ana ', phone: '11' }, 'Ana'],
	[{ name: ' ', phone: '11', email: 'a@b' }, '11'],
	[{ name: 7, email: 'a@b' }, 'a@b'],
	[{}, undefined],
])('%j is labelled by its name, else by its phone or email', (record, label) => {
	expect(recordNameOf(record)).toBe(label);
});

test('a contact gets the name of its company; without a company nothing is requested', async () => {
	const named = async (contact: IDataObject) =>
		await carriedOut('contact.get', { contactId: 'c1', options }, ({ path }) =>
			path === '/contacts/c1' ? contact : { id: 'o1', cnpj: '11222333000181' },
		);
	const [first] = (await named({ id: 'c1', companyId: 'o1' })).records;
	expect(first?._names).toEqual({
		company: '11222333000181',
	});
	const { lines, records } = await named({ id: 'c1', companyId: null });
	expect([lines, records[0]?._names]).toEqual([['GET /contacts/c1'], { company: null }]);
});

test.each(['deal', 'contact'])(
	'%s: by default requests no names, nor for an empty list',
	async (name) => {
		const empty = service();
		const all: Values = { returnAll: true };
		expect((await carriedOut(`${name}.getAll`, all, empty)).lines).toHaveLength(1);
		expect((await carriedOut(`${name}.getAll`, { ...all, options }, empty)).lines).toHaveLength(1);
	},
);

describe('names of many deals are read by ID or by list, whichever takes fewer requests', () => {
	const asked = async (count: number, contacts: number, companies: number, more: object = {}) => {
		const deals = range(count).map((n) =>
			deal(n, { contactId: `c${n % contacts}`, companyId: `o${n % companies}` }),
		);
		const serve = service({ contacts, companies, deals, ...more });
		const { lines, records } = await carriedOut('deal.getAll', { returnAll: true, options }, serve);
		for (const [n, { _names }] of records.entries()) {
			expect(_names).toMatchObject({
				...{ pipeline: 'Board p1', stage: 'Stage s2' },
				...{ company: `Company ${n % companies}`, contact: `Contact ${n % contacts}` },
			});
		}
		return lines.filter((line) => !line.startsWith('GET /deals'));
	};

	test('5 deals: at most one request for each record', async () => {
		const lines = await asked(5, 5, 5, { contacts: 2_000, companies: 2_000 });
		expect(lines).toHaveLength(1 + 1 + 5 + 5);
	});

	test('5,000 deals of 3,000 contacts and 500 companies: the pages of those lists', async () => {
		const lines = await asked(5_000, 3_000, 500);
		expect(lines).toHaveLength(1 + 1 + 30 + 5);
		// A company that was deactivated keeps its name.
		expect(lines).toContain('GET /companies?includeInactive=true&limit=100');
	});

	/** For deals of these contacts: how often contacts were asked for, and what the last one is called. */
	const contactsAsked = async (contactIds: string[], contacts: number) => {
		const deals = contactIds.map((contactId, n) => deal(n, { contactId, companyId: null }));
		const serve = service({ contacts, deals });
		const { lines, records } = await carriedOut('deal.getAll', { returnAll: true, options }, serve);
		const asked = lines.filter((line) => line.includes('/contacts')).length;
		return [asked, (records.at(-1)?._names as IDataObject).contact];
	};
	const ids = (count: number, idOf: (n: number) => string) => range(count).map(idOf);

	test.each<[string, string[], number, number, string | null]>([
		['the list is left as soon as all are found', ids(20, (n) => `c${n}`), 2_000, 1, 'Contact 19'],
		[
			'few of very many: the list is given up early',
			...([ids(50, (n) => `c${n * 1_000}`), 50_000, 55, 'Contact 49000'] as const),
		],
		[
			'who is not in the whole list is not asked for again',
			ids(20, (n) => `hidden${n}`),
			100,
			1,
			null,
		],
	])('%s', async (_, wanted, contacts, asked, last) => {
		expect(await contactsAsked(wanted, contacts)).toEqual([asked, last]);
	});
});
