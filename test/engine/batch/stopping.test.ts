/** Once an item has failed for good, nothing more leaves: not what queues, not what waits to be tried again. */
import type { IDataObject } from 'n8n-workflow';
import { setTimeout as pause } from 'node:timers/promises';
import type { FakeService } from '../harness';
import { answer, NODE, numbered, refuse, reportOf, runAgainst, withService } from './setup';

const update = {
	resource: 'deal',
	operation: 'update',
	dealId: 'd1',
	updateFields: { title: '={{ "Title " + $json.n }}' },
};
const create = { resource: 'contact', operation: 'upsert', name: '={{ "Row " + $json.n }}' };
const itemOf = ({ body }: FakeService['requests'][number]): number => {
	const { name, title } = JSON.parse(body.toString()) as IDataObject;
	return Number(/\d+$/.exec(String(name ?? title))?.[0]);
};
let service: FakeService;
const parallel = { options: { parallelRequests: 5 } };

test('writes that queue behind it for the same record', async () => {
	await withService(
		async () => {
			await pause(200);
			return refuse(404, 'resource_not_found');
		},
		async ({ url, requests }) => {
			const run = await runAgainst(url, { ...update, ...parallel }, { inputData: numbered(5) });
			expect(requests.length).toBe(1);
			expect(reportOf(run, 5)).toMatchObject({ notCarriedOut: [0, 1, 2, 3, 4] });
		},
	);
});

test('writes that wait for room under a limit', async () => {
	const LIMIT = 6;
	let sentUntilRefused = Infinity;
	await withService(
		async (request, before) => {
			const headers = {
				'Request-Id': 'r',
				'RateLimit-Limit': String(LIMIT),
				'RateLimit-Remaining': String(Math.max(0, LIMIT - before - 1)),
				'RateLimit-Reset': '1',
			};
			// The first few tell of the limit; the others wait for room under it.
			if (itemOf(request) === 0) return { status: 201, headers, json: { id: 'first', name: 'x' } };
			if (itemOf(request) > 1) {
				await pause(600);
				return { status: 201, headers, json: { id: 'later', name: 'x' } };
			}
			// Until then all that fit have arrived.
			await pause(400);
			sentUntilRefused = service.requests.length;
			return { ...(refuse(404, 'resource_not_found') as object), headers };
		},
		async (given) => {
			service = given;
			await runAgainst(
				service.url,
				{ ...create, options: { parallelRequests: LIMIT } },
				{ inputData: numbered(12) },
			);
			// Time enough for those that waited to leave, if they do.
			await pause(1_500);
			expect(sentUntilRefused).toBeLessThanOrEqual(LIMIT);
			expect(service.requests.length).toBe(sentUntilRefused);
		},
	);
});

test('a write that would be tried again', async () => {
	await withService(
		async (request, before) => {
			if (before === 0) return answer({ id: 'c0', name: 'x' }, 201);
			if (itemOf(request) !== 1) return refuse(503, 'api_tokens_disabled', { retryAfter: 1 });
			await pause(400);
			return refuse(404, 'resource_not_found');
		},
		async ({ url, requests }) => {
			const run = await runAgainst(
				url,
				{ ...create, options: { parallelRequests: 5, maxWaitSeconds: 5 } },
				{ inputData: numbered(5) },
			);
			const tries = requests.map(itemOf);
			expect(tries).toHaveLength(new Set(tries).size);
			expect(reportOf(run, 5)).toMatchObject({ carriedOut: [0] });
		},
	);
});

test('but the others go on where the workflow does', async () => {
	await withService(
		(request) =>
			itemOf(request) === 0 ? refuse(404, 'resource_not_found') : answer({ id: 'd1', title: 'x' }),
		async ({ url, requests }) => {
			const run = await runAgainst(
				url,
				{ ...update, ...parallel },
				{ inputData: numbered(5), node: { onError: 'continueErrorOutput' } },
			);
			expect(requests.length).toBe(5);
			expect(run.items(NODE)).toHaveLength(4);
		},
	);
});
