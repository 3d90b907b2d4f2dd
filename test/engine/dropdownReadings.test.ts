/** Dropdowns over records that the sandbox does not give: properties by another name, or none; lists that go on. */
import type { IDataObject } from 'n8n-workflow';
import { fakeService, type FakeService } from '../support/fakeService';
import { actionNode, listSearch } from '../support/engine';

type Records = object[];

let service: FakeService;
let lists: Record<string, Records | undefined>;
let goesOn: boolean;

beforeAll(async () => {
	service = await fakeService(({ url }, before) => {
		const path = new URL(url, service.url).pathname.replace('/api/v1', '');
		const headers = { 'Request-Id': 'r' };
		const [, list = '', id] = /^(.*)\/([^/]+)$/.exec(path) ?? [];
		const record = lists[list]?.find((one) => Reflect.get(one, 'id') === id);
		if (record) return { headers, json: record as IDataObject };
		const data = lists[path];
		return data
			? { headers, json: { data, hasMore: goesOn, nextCursor: goesOn ? `n${before}` : null } }
			: {
					headers,
					status: 404,
					json: { error: { type: 'not_found_error', code: 'resource_not_found' } },
				};
	});
});
afterAll(async () => await service.close());

async function open(method: string, given: typeof lists, asked: object = {}, goes = false) {
	lists = given;
	goesOn = goes;
	service.requests.length = 0;
	const credential = { baseUrl: `${service.url}/api/v1`, accessToken: `token-${(tokens += 1)}` };
	const found = await listSearch(actionNode, method, {
		credentials: { customerRelationshipApi: credential },
		...asked,
	});
	const queries = service.requests.map(({ url }) =>
		Object.fromEntries(new URL(url, service.url).searchParams),
	);
	return { names: found.results.map(({ name }) => name), results: found.results, queries };
}
let tokens = 0;

// The specification does not show how a channel tells that it is off.
test.each([
	[{ connected: true, status: 'connected' }, 'Loja'],
	[{ isConnected: false, connected: true }, 'Loja (disconnected)'],
	[{ connected: false, status: 'banned' }, 'Loja (disconnected)'],
	[{ state: 'banned', type: 'qr_code' }, 'Loja (qr code, banned)'],
])('labels a channel with %p: %s', async (properties, name) => {
	const channels = [{ id: 'c', name: 'Loja', ...properties }];
	expect((await open('searchChannels', { '/channels': channels })).names).toEqual([name]);
});

test.each([
	[{ status: 'open', lastMessageAt: '2026-01-31T12:00:00.000Z' }, 'Ana (open, 2026-01-31)'],
	[{ state: 'closed', createdAt: 'soon' }, 'Ana (closed)'],
	[{}, 'Ana'],
])('labels a conversation with %p: %s', async (properties, name) => {
	const conversations = [{ id: 'k', contactId: 'a', ...properties }];
	const contacts = [{ id: 'a', name: 'Ana' }];
	const given = { '/conversations': conversations, '/contacts': contacts };
	expect((await open('searchConversations', given)).names).toEqual([name]);
	expect((await open('searchConversations', { '/conversations': conversations })).names).toEqual([
		name.replace('Ana', 'k'),
	]);
});

test.each([
	[{ name: 'Ana', phone: '+5511987654321', email: 'ana@example.com' }, 'Ana, +5511987654321'],
	[{ phone: '+5511987654321' }, '+5511987654321'],
	[{ email: 'ana@example.com' }, 'ana@example.com'],
])('labels a conversation with a contact %p: %s', async (contact, name) => {
	const given = {
		'/conversations': [{ id: 'k', contactId: 'a' }],
		'/contacts': [{ id: 'a', ...contact }],
	};
	expect((await open('searchConversations', given)).names).toEqual([name]);
});

test.each([
	['searchCompanies', '/companies', { cnpj: '11.222.333/0001-81' }, '11.222.333/0001-81'],
	['searchDeals', '/deals', { status: 'open', contactPhone: '+5511911110001' }, '+5511911110001'],
	['searchContacts', '/contacts', {}, 'a'],
])(
	'%s: two with the same label are told apart by what one of them has',
	async (method, path, own, mark) => {
		const same = { name: 'Ana', title: 'Ana', status: 'open' };
		const [first] = (
			await open(method, {
				[path]: [
					{ id: 'a', ...same, ...own },
					{ id: 'b', ...same },
				],
			})
		).names;
		expect(first).toBe(`Ana (${mark})`);
	},
);

describe('a list of conversations', () => {
	const conversations = [{ id: 'k', contactId: 'a' }];

	test.each([
		['that the token does not see', undefined],
		['that has neither name nor phone nor e-mail', [{ id: 'a' }]],
	])('shows a conversation of a contact %s by its ID, without a note', async (_, contacts) => {
		const given = { '/conversations': conversations, '/contacts': contacts };
		expect((await open('searchConversations', given, { filter: 'k' })).names).toEqual(['k']);
	});

	test('takes a bounded number of requests for the contacts that its label names', async () => {
		const many = Array.from({ length: 40 }, (_, n) => ({ id: `k${n}`, contactId: `c${n}` }));
		const inOneRequest = {
			'/conversations': many,
			'/contacts': many.map((one) => ({ id: one.contactId, name: 'Ana' })),
		};
		const known = await open('searchConversations', inOneRequest);
		expect(known.names[39]).toBe('Ana (k39)');
		expect(known.queries).toHaveLength(2);
		const unknown = await open(
			'searchConversations',
			{ '/conversations': many, '/contacts': [{ id: 'x' }] },
			{},
			true,
		);
		expect(unknown.names).toEqual(many.map(({ id }) => id));
		expect(unknown.queries).toHaveLength(11);
	});

	const given = { '/conversations': conversations, '/contacts': [{ id: 'a', name: 'Ana' }] };

	test('is searched some pages at a time, and says so in an entry that selects nothing', async () => {
		const { results, queries } = await open('searchConversations', given, { filter: 'ana' }, true);
		expect(results.slice(-2)).toEqual([
			{ name: expect.stringMatching(/^Only the newest \d+ contacts/) as string, value: '' },
			{ name: expect.stringMatching(/^Looked through 3, and there are more/) as string, value: '' },
		]);
		expect(queries.map(({ cursor }) => cursor)).toEqual([undefined, 'n0', 'n1', undefined]);
	});

	test('continues from its cursor, and reads no contact’s name twice', async () => {
		const asked = { filter: 'ana', paginationToken: 'p' };
		const { names, queries } = await open('searchConversations', given, asked, true);
		expect(queries[0]).toMatchObject({ cursor: 'p' });
		expect(names.filter((name) => /^(Only|Looked through)/.test(name))).toHaveLength(1);
		expect((await open('searchConversations', given, { paginationToken: 'p' })).queries[0]).toEqual(
			{
				cursor: 'p',
			},
		);
		const [first, contacts] = (await open('searchConversations', given)).queries;
		expect(first).toEqual({});
		expect(contacts).not.toHaveProperty('search');
	});

	test('searches contacts by at most 200 characters, and nothing for blanks', async () => {
		const long = await open('searchConversations', given, { filter: ` ${'x'.repeat(300)}` });
		expect(long.queries.at(-1)).toMatchObject({ search: 'x'.repeat(200) });
		const blank = await open('searchConversations', given, { filter: ' ' }, true);
		expect(blank.names).toEqual(['Ana']);
		expect(blank.queries.map(({ search }) => search)).toEqual([undefined, undefined]);
	});
});

test.each([
	[2, []],
	[3, ['For the stages of 1 more pipeline pick the pipeline first']],
	[4, ['For the stages of 2 more pipelines pick the pipeline first']],
])('shows stages of two pipelines, of %d', async (count, said) => {
	const pipelines = Array.from({ length: count }, (_, n) => ({ id: `p${n}`, name: `P${n}` }));
	const stages = [{ id: 's', name: 'Novo' }];
	const given = { '/pipelines/p0/stages': stages, '/pipelines/p1/stages': stages };
	const { results } = await open('searchStages', { '/pipelines': pipelines, ...given });
	expect(results).toEqual([
		{ name: 'P0 › Novo', value: 's' },
		{ name: 'P1 › Novo', value: 's' },
		...said.map((name) => ({ name, value: '' })),
	]);
});

test('shows a custom field without a value without a type, and finds it as the service writes it', async () => {
	const contacts = [{ id: 'a', customFields: { medidas: { altura: 2 }, vago: null, Porte: 'M' } }];
	const found = async (filter?: string) =>
		(await open('searchContactCustomFields', { '/contacts': contacts }, { filter })).names;
	expect((await open('searchContactCustomFields', { '/contacts': [] })).names).toEqual([]);
	expect(await found()).toEqual(['medidas (JSON)', 'Porte (text)', 'vago']);
	expect(await found(' PÓRTE ')).toEqual(['Porte (text)']);
	expect(await found(' por te ')).toEqual(['Porte (text)']);
});

test('for the day of a message, shows the custom fields that may hold dates, and no other one that is typed', async () => {
	const customFields = { ultimo_aviso: '2026-01-31', pontuacao: 3, vago: null, origem: 'Feira' };
	const found = async (filter?: string) =>
		(
			await open(
				'searchContactDateFields',
				{ '/contacts': [{ id: 'a', customFields }] },
				{ filter },
			)
		).names;
	expect(await found()).toEqual(['ultimo_aviso (date)', 'vago']);
	expect(await found('pontuacao')).toEqual([]);
	expect(await found('novo')).toEqual(['novo (as typed; not seen on recent records)']);
});
