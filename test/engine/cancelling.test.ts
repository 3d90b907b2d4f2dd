/** A cancelled execution ends within a second, whatever the node is waiting for. */
import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { useService, type RunSettings, type Service } from './actionNode/service';
import { fakeService, hang } from './harness';

const LIMIT = 6;
const service = useService({ tokenLimit: LIMIT });
const get = { resource: 'pipeline', operation: 'getAll' };
const upsert = { resource: 'contact', operation: 'upsert', name: '={{ "Ana " + $json.n }}' };
const items = (count: number) => Array.from({ length: count }, (_, n) => ({ n }));

/** Cancels once so many requests are out, and sees the execution end and nothing more be sent. */
async function cancelledAfter(
	sent: number,
	requests: () => Promise<unknown[]>,
	run: (signal: AbortSignal) => ReturnType<Service['run']>,
): Promise<void> {
	const cancelling = new AbortController();
	const ended = run(cancelling.signal);
	while ((await requests()).length < sent) await pause(10);
	// What was answered is by now followed by the wait.
	await pause(100);
	const since = Date.now();
	cancelling.abort();
	expect((await ended).status).toBe('canceled');
	expect(Date.now() - since).toBeLessThan(1_000);
	expect(await requests()).toHaveLength(sent);
}

/** The node behind a start node, to be cancelled. */
const running = (parameters: IDataObject, settings: RunSettings) => async (signal: AbortSignal) =>
	await service.run(parameters, { ...settings, signal });

// Each with a token of its own: what a process learns of a token’s limits counts for all executions.
test.each([
	['read', get, 'readOnly'],
	['write', upsert, 'crmOnly'],
])('a %s that waits out a Retry-After', async (_, parameters, token) => {
	await service.fault({ kind: 'status', status: 429, code: 'rate_limited', retryAfter: 30 });
	await cancelledAfter(1, () => service.requests(), running(parameters, { token }));
});

test('a read that is asked again because the service is unavailable', async () => {
	await service.fault({ kind: 'status', status: 503, code: 'api_tokens_disabled', retryAfter: 30 });
	await cancelledAfter(1, () => service.requests(), running(get, { token: 'seller' }));
});

test('items that queue for room under the limit, first and behind', async () => {
	const inputData = items(2 * LIMIT);
	await cancelledAfter(
		LIMIT,
		() => service.requests(),
		running(get, { token: 'otherSeller', inputData }),
	);
});

test.each([
	['reads', get, 3],
	['a write', upsert, 1],
	[
		'writes that wait their turn behind another to the same record',
		{
			...{ resource: 'deal', operation: 'update', dealId: '7', updateFields: { title: 'a' } },
			options: { parallelRequests: 3 },
		},
		1,
	],
])('%s, when an answer is slow', async (_, parameters, sent) => {
	const silent = await fakeService(() => hang);
	const credentials = {
		customerRelationshipApi: { baseUrl: `${silent.url}/api/v1`, accessToken: 'token' },
	};
	try {
		const run = running(parameters, { credentials, inputData: items(3) });
		await cancelledAfter(sent, async () => silent.requests, run);
	} finally {
		await silent.close();
	}
});
