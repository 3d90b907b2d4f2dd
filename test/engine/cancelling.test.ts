/** A cancelled execution ends within a second, whatever the node is waiting for. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';
import { useService, type RunSettings, type Service } from './actionNode/service';
import { fakeService, hang } from '../support/engine';

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
])('ends a %s that waits for Retry-After', async (_, parameters, token) => {
	await service.fault({ kind: 'status', status: 429, code: 'rate_limited', retryAfter: 30 });
	await cancelledAfter(1, () => service.requests(), running(parameters, { token }));
});

test('ends a read that is retried because the service is unavailable', async () => {
	await service.fault({ kind: 'status', status: 503, code: 'api_tokens_disabled', retryAfter: 30 });
	await cancelledAfter(1, () => service.requests(), running(get, { token: 'seller' }));
});

test('ends the wait for a message’s outcome', async () => {
	const fault = { kind: 'status', status: 503, code: 'api_tokens_disabled', retryAfter: 30 };
	await service.fault({ ...fault, method: 'GET' });
	const start = {
		...{ resource: 'conversation', operation: 'start', phone: '(11) 91111-0001' },
		...{
			templateName: 'sem_variaveis',
			templateLanguage: 'pt_BR',
			options: { waitForOutcome: 60 },
		},
	};
	await cancelledAfter(2, () => service.requests(), running(start, { token: 'manager' }));
});

test('ends items that are queued by the rate limiter, the first and those behind it', async () => {
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
])('ends %s while an answer is slow', async (_, parameters, sent) => {
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

/** Sends a byte of its answer every so often, and never all of them. */
async function drip(response: ServerResponse, part: 'body' | 'headers'): Promise<void> {
	if (part === 'body') response.writeHead(200, { 'content-type': 'application/json' });
	else response.socket?.write('HTTP/1.1 200 OK\r\n');
	while (!response.destroyed) {
		if (part === 'body') response.write(' ');
		else response.socket?.write('X-Patience: 1\r\n');
		await pause(50);
	}
}

// What ends an answer by the clock does it by the same signal.
test.each(['body', 'headers'] as const)(
	'ends an answer whose %s arrive slowly, and closes its connection',
	async (part) => {
		const [requests, open] = [[] as string[], new Set<Socket>()];
		const dripping = createServer((request, response) => {
			requests.push(String(request.url));
			void drip(response, part);
		}).on('connection', (socket) => {
			open.add(socket);
			socket.on('error', () => {}).on('close', () => open.delete(socket));
		});
		await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
		const { port } = dripping.address() as AddressInfo;
		const customerRelationshipApi = {
			...{ baseUrl: `http://127.0.0.1:${port}/api/v1`, accessToken: 'token-of-the-dripping' },
		};
		try {
			const run = running(upsert, { credentials: { customerRelationshipApi } });
			await cancelledAfter(1, async () => requests, run);
			await pause(200);
			expect(open.size).toBe(0);
		} finally {
			dripping.closeAllConnections();
			await new Promise((resolve) => dripping.close(resolve));
		}
	},
);
