import type { IDataObject } from 'n8n-workflow';
import { actionNode, fakeService, listSearch, type FakeService } from './harness';

/** A service that holds as many records as it is told, and pages as the specification says. */
let count = 0;
/** Whether it forgets to say where the next page starts. */
let forgetful = false;
let service: FakeService;

const record = (n: number): IDataObject => ({
	id: `id/${n}`,
	name: `Record ${n} ação`,
	status: 'open',
	customFields: { [`slug_${String(n).padStart(4, '0')}`]: n },
});

beforeAll(async () => {
	service = await fakeService(({ url }) => {
		const { pathname, searchParams } = new URL(url, 'http://fake');
		if (pathname === '/api/v1/deals/d1') return { json: { id: 'd1', pipelineId: 'p1' } };
		const all = Array.from({ length: count }, (_, n) => record(n)).filter(({ name }) =>
			String(name).includes(searchParams.get('search') ?? ''),
		);
		// Pipelines, stages and channels come in one page.
		const size = /pipelines|channels/.test(pathname)
			? 1e9
			: Number(searchParams.get('limit') ?? 50);
		const from = Number(searchParams.get('cursor') ?? 0);
		const hasMore = from + size < all.length;
		return {
			headers: {
				'Request-Id': 'r',
				'RateLimit-Limit': '9999',
				'RateLimit-Remaining': '9999',
				'RateLimit-Reset': '0',
			},
			json: {
				data: all.slice(from, from + size),
				hasMore,
				nextCursor: hasMore && !forgetful ? String(from + size) : null,
			},
		};
	});
});
afterAll(async () => await service.close());
beforeEach(() => {
	service.requests.length = 0;
	forgetful = false;
});

const chosen = { operation: 'create', pipelineId: 'p1' };
const open = async (method: string, asked: { filter?: string; paginationToken?: string } = {}) =>
	await listSearch(actionNode, method, {
		credentials: {
			customerRelationshipApi: { baseUrl: `${service.url}/api/v1`, accessToken: 'x' },
		},
		parameters: chosen,
		...asked,
	});
/** Everything that scrolling down to the end brings, and in how many steps. */
async function scrolled(method: string, filter?: string) {
	const values: unknown[] = [];
	let steps = 0;
	for (
		let paginationToken: string | undefined;
		steps === 0 || paginationToken !== undefined;
		steps += 1
	) {
		const page = await open(method, { filter, paginationToken });
		// One without a value says that there is more.
		values.push(...page.results.flatMap(({ value }) => value || []));
		paginationToken = page.paginationToken as string | undefined;
	}
	return { values, steps };
}

const RECORDS = [
	'searchContacts',
	'searchCompanies',
	'searchDeals',
	'searchPipelines',
	'searchStages',
	'searchConversations',
	'searchChannels',
];
const SLUGS = ['searchContactCustomFields', 'searchCompanyCustomFields', 'searchDealCustomFields'];

describe.each([0, 1, 1_000])('%d records', (many) => {
	beforeEach(() => {
		count = many;
	});

	test.each(RECORDS)('%s shows all of them, each once', async (method) => {
		const { values } = await scrolled(method);
		expect(values).toEqual(Array.from({ length: many }, (_, n) => `id/${n}`));
	});

	test.each(RECORDS)('%s finds the last one', async (method) => {
		const { values } = await scrolled(method, `Record ${many - 1} a`);
		expect(values).toEqual(many === 0 ? [] : [`id/${many - 1}`]);
	});

	test.each(RECORDS)('%s says nothing of one that is not there', async (method) => {
		expect((await scrolled(method, 'Record none')).values).toEqual([]);
	});

	test.each(SLUGS)('%s shows the fields of the newest', async (method) => {
		const { values } = await scrolled(method);
		expect(values).toHaveLength(Math.min(many, 100));
		expect(service.requests).toHaveLength(1);
	});
});

test.each(['searchContacts', 'searchCompanies', 'searchDeals', 'searchConversations'])(
	'%s fetches a page only when the user scrolls there',
	async (method) => {
		count = 1_000;
		await open(method);
		expect(service.requests).toHaveLength(1);
	},
);

test.each(['searchContacts', 'searchCompanies', 'searchDeals', 'searchConversations'])(
	'%s ends where the service does not say how it goes on',
	async (method) => {
		count = 1_000;
		forgetful = true;
		const { results, paginationToken } = await open(method);
		expect(results.length).toBeGreaterThan(0);
		expect(paginationToken).toBeUndefined();
	},
);
