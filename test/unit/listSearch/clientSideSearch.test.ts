import type { ILoadOptionsFunctions, INode } from 'n8n-workflow';
import {
	searchChannels,
	searchDeals,
	searchPipelines,
} from '../../../nodes/CustomerRelationship/listSearch/clientSideSearch';

test.each([searchChannels, searchDeals, searchPipelines])(
	'%p goes on at the cursor when the user scrolls on',
	async (search) => {
		const urls: string[] = [];
		const context = {
			getNode: () => ({ name: 'CRM', type: 'test', parameters: {} }) as INode,
			getCurrentNodeParameter: () => undefined,
			getCredentials: async () => ({
				baseUrl: 'https://example.com/api/v1',
				accessToken: `token-${Math.random()}`,
			}),
			helpers: {
				async httpRequestWithAuthentication(_name: string, { url }: { url: string }) {
					urls.push(url);
					const body = { data: [{ id: '1', name: 'One' }], hasMore: true, nextCursor: 'second' };
					return { headers: { 'request-id': 'r' }, statusCode: 200, body };
				},
			},
		} as unknown as ILoadOptionsFunctions;
		expect(await search.call(context)).toMatchObject({ paginationToken: 'second' });
		await search.call(context, undefined, 'second');
		expect(urls.map((url) => new URL(url).searchParams.get('cursor'))).toEqual([null, 'second']);
	},
);
