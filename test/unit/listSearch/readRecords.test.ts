import type { ILoadOptionsFunctions, INode } from 'n8n-workflow';
import {
	createAskWithRequestCap,
	readRecords,
} from '../../../nodes/CustomerRelationship/listSearch/readRecords';
import {
	searchChannels,
	searchDeals,
	searchPipelines,
} from '../../../nodes/CustomerRelationship/listSearch/clientSideSearch';
import { searchStages } from '../../../nodes/CustomerRelationship/listSearch/searchStages';

const PAGE_MS = 15_000;
const list = { method: 'GET', path: '/deals' } as const;
const overloaded = {
	statusCode: 503,
	body: { error: { code: 'overloaded', type: 'api_error', message: 'Wait' } },
};
const page = (nextCursor?: string) => ({
	statusCode: 200,
	body: { data: [{ id: '1', name: 'One' }], hasMore: nextCursor !== undefined, nextCursor },
});

/** A dropdown whose service gives these answers, the first of them after all of the dropdown's time. */
function dropdown(answers: object[]) {
	let lateMs = 0;
	const urls: string[] = [];
	const now = performance.now.bind(performance);
	jest.spyOn(performance, 'now').mockImplementation(() => now() + lateMs);
	const context = {
		getNode: () => ({ name: 'CRM', type: 'test', parameters: {} }) as INode,
		getCurrentNodeParameter: () => undefined,
		getCredentials: async () => ({
			baseUrl: 'https://example.com/api/v1',
			accessToken: `token-${Math.random()}`,
		}),
		helpers: {
			async httpRequestWithAuthentication(_credential: string, { url }: { url: string }) {
				lateMs = PAGE_MS;
				urls.push(url);
				return { headers: { 'request-id': 'r' }, ...answers[urls.length - 1] };
			},
		},
	} as unknown as ILoadOptionsFunctions;
	return { context, urls, requestCount: () => urls.length };
}

afterEach(() => jest.restoreAllMocks());

test.each([
	[
		'pages',
		page('next'),
		async (context: ILoadOptionsFunctions) => await readRecords(context, list),
	],
	['lists', page(), async (context: ILoadOptionsFunctions) => await searchStages.call(context)],
])('a dropdown’s %s have one time limit together', async (_, first, read) => {
	const { context, requestCount } = dropdown([first, overloaded, page()]);
	await expect(read(context)).rejects.toThrow();
	expect(requestCount()).toBe(2);
});

test('what a dropdown can do without is asked for in its time alone', async () => {
	const { context, requestCount } = dropdown([page(), page()]);
	const ask = await createAskWithRequestCap(context, { maxRequests: 10, timeoutMs: PAGE_MS });
	await ask(list);
	await expect(ask(list)).rejects.toThrow('No more requests are left');
	expect(requestCount()).toBe(1);
});

test.each([searchChannels, searchDeals, searchPipelines])(
	'%p goes on at the cursor when the user scrolls on',
	async (search) => {
		const { context, urls } = dropdown([page('second'), page()]);
		expect(await search.call(context)).toMatchObject({ paginationToken: 'second' });
		await search.call(context, undefined, 'second');
		expect(urls.map((url) => new URL(url).searchParams.get('cursor'))).toEqual([null, 'second']);
	},
);
