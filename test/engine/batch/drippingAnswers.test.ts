/** An answer that comes byte by byte ends by the clock, like one that never comes. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { hang } from '../harness';
import {
	answer,
	credentialsFor,
	freshToken,
	NODE,
	numbered,
	reportOf,
	runAgainst,
	told,
	withService,
} from './setup';

const contact = { resource: 'contact', operation: 'upsert', name: '={{ "Row " + $json.n }}' };
const get = { resource: 'contact', operation: 'get', contactId: 'c1' };
/** The least that an answer is waited for (`ANSWER_WITHIN_MS` of the client), and room for a slow machine. */
const [LEAST_MS, ROOM_MS] = [10_000, 6_000];

jest.setTimeout(60_000);

/** A service that sends a byte of its answer every so often, and never all of them. */
async function dripping<Result>(
	test: (service: { url: string; seen: { requests: number; open: number } }) => Promise<Result>,
	head = true,
): Promise<Result> {
	const seen = { requests: 0, open: 0 };
	const drip = async (response: ServerResponse) => {
		if (head) response.writeHead(200, { 'content-type': 'application/json', 'request-id': 'r' });
		else response.socket?.write('HTTP/1.1 200 OK\r\n');
		while (!response.destroyed) {
			if (head) response.write(' ');
			else response.socket?.write('X-Patience: 1\r\n');
			await pause(200);
		}
	};
	const server = createServer((request, response) => {
		seen.requests += 1;
		request.resume();
		void drip(response);
	});
	server.on('connection', (socket) => {
		seen.open += 1;
		socket.on('error', () => {});
		socket.on('close', () => (seen.open -= 1));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	try {
		return await test({ url: `http://127.0.0.1:${port}`, seen });
	} finally {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	}
}

/** Ms that an execution takes; one that takes far too long is stopped. */
async function timed(run: (signal: AbortSignal) => ReturnType<typeof runAgainst>) {
	const late = new AbortController();
	const watch = new AbortController();
	void pause(LEAST_MS + 2 * ROOM_MS, undefined, { signal: watch.signal }).then(
		() => late.abort(),
		() => {},
	);
	const since = Date.now();
	const ended = await run(late.signal);
	watch.abort();
	return { ended, ms: Date.now() - since };
}

test.concurrent.each([
	['a write’s body', contact, true],
	['a write’s headers', contact, false],
	['a read’s body', get, true],
])('that drips: %s', async (_, parameters, head) => {
	await dripping(async ({ url, seen }) => {
		const { ended, ms } = await timed(
			async (signal) =>
				await runAgainst(
					url,
					{ ...parameters, options: { maxWaitSeconds: 0 } },
					{ inputData: numbered(1), signal },
				),
		);
		expect(ended.status).toBe('error');
		expect(ms).toBeLessThan(LEAST_MS + ROOM_MS);
		expect(seen.requests).toBe(1);
		expect(told(ended)).toMatch(/ETIMEDOUT|ECONNABORTED/);
		if (parameters === contact) expect(reportOf(ended, 1)).toMatchObject({ unknown: [0] });
		// Nothing goes on listening to it.
		await pause(300);
		expect(seen.open).toBe(0);
	}, head);
});

test.concurrent('is let go of within a second of the execution’s being stopped', async () => {
	await dripping(async ({ url, seen }) => {
		const cancelling = new AbortController();
		const ended = runAgainst(url, contact, {
			...{ inputData: numbered(1), signal: cancelling.signal },
		});
		while (seen.requests === 0) await pause(10);
		await pause(300);
		const since = Date.now();
		cancelling.abort();
		expect((await ended).status).toBe('canceled');
		expect(Date.now() - since).toBeLessThan(1_000);
		expect((await ended).json(NODE)).toEqual([]);
		await pause(300);
		expect(seen.open).toBe(0);
	});
});

test.concurrent('that never comes holds up no other execution', async () => {
	await withService(
		({ url }) => (url.endsWith('/c0') ? hang : answer({ id: 'c1' })),
		async ({ url, requests }) => {
			const credentials = credentialsFor(`${url}/api/v1`, freshToken());
			const cancelling = new AbortController();
			const given = (n: number) => ({
				...{ resource: 'contact', operation: 'get', contactId: `c${n}` },
				options: { maxWaitSeconds: 2 },
			});
			const stuck = runAgainst(url, given(0), { credentials, signal: cancelling.signal });
			while (requests.length === 0) await pause(10);
			const { ended, ms } = await timed(
				async (signal) => await runAgainst(url, given(1), { credentials, signal }),
			);
			expect(ended.error).toBeUndefined();
			expect(ms).toBeLessThan(LEAST_MS + ROOM_MS);
			cancelling.abort();
			await stuck;
		},
	);
});
