/** How many requests are under way at once, and that writes to one record keep their order. */
import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { located, useService } from './actionNode/service';
import { fakeService } from './harness';

const service = useService();
const get = { resource: 'deal', operation: 'get', dealId: '={{ $json.deal }}' };
const update = {
	resource: 'deal',
	operation: 'update',
	dealId: '={{ $json.deal }}',
	updateFields: { title: '={{ $json.title }}' },
};

/** The most requests that a run of twelve items, each with a record of its own, had under way. */
async function mostAtOnce(parameters: IDataObject): Promise<number> {
	let underWay = 0;
	let most = 0;
	const slow = await fakeService(async ({ url }) => {
		underWay += 1;
		most = Math.max(most, underWay);
		await pause(30);
		underWay -= 1;
		return { json: { id: url.split('/').at(-1) } };
	});
	try {
		await service.records(parameters, {
			credentials: {
				customerRelationshipApi: { baseUrl: `${slow.url}/api/v1`, accessToken: 'token' },
			},
			inputData: Array.from({ length: 12 }, (_, n) => ({ deal: `d${n}`, title: `${n}` })),
		});
		expect(slow.requests).toHaveLength(12);
		return most;
	} finally {
		await slow.close();
	}
}

test.each([
	['reads go out five at once', get, undefined, 5],
	['writes go out one by one', update, undefined, 1],
	['reads go out as many at once as the user says', get, 2, 2],
	['writes go out as many at once as the user says', update, 4, 4],
])('%s', async (_, parameters, parallelRequests, expected) => {
	const options = parallelRequests === undefined ? {} : { parallelRequests };
	expect(await mostAtOnce({ ...parameters, options })).toBe(expected);
});

describe.each([
	['slow', { kind: 'slow', ms: 400 }, 1],
	['lost and sent again', { kind: 'dropBefore' }, 2],
])('when the first of two writes to a deal is %s', (_, fault, attempts) => {
	test('the second waits for it, and one to another deal does not', async () => {
		const [deal, other] = await Promise.all(
			['one', 'other'].map(async (title) => {
				const pipelineId = service.fixtures.pipelines?.default;
				return String((await service.app('POST', '/deals', { title, pipelineId })).id);
			}),
		);
		await service.fault({ ...fault, method: 'PATCH', path: `/deals/${deal}` });

		const written = await service.records(
			{ ...update, dealId: located('={{ $json.deal }}'), options: { parallelRequests: 5 } },
			{
				inputData: [
					{ deal, title: 'first' },
					{ deal, title: 'second' },
					{ deal: other, title: 'meanwhile' },
				],
			},
		);
		expect(written.map(({ title }) => title)).toEqual(['first', 'second', 'meanwhile']);
		const arrived = (await service.requests()).filter(({ method }) => method === 'PATCH');
		expect(arrived.map(({ rawBody }) => (JSON.parse(rawBody) as IDataObject).title)).toEqual([
			'first',
			'meanwhile',
			...Array<string>(attempts - 1).fill('first'),
			'second',
		]);
		expect(await service.app('GET', `/deals/${deal}`)).toMatchObject({ title: 'second' });
	});
});
