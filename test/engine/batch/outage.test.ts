/** An outage is waited out once in an execution, and Max Wait goes by the clock. */
import type { IDataObject } from 'n8n-workflow';
import { setTimeout as pause } from 'node:timers/promises';
import { breakConnection, hang, type FakeService, type Reply } from '../harness';
import {
	answer,
	credentialsFor,
	freshToken,
	NODE,
	NOTHING_DONE,
	numbered,
	refuse,
	runAgainst,
	told,
	withService,
} from './setup';

const contact = { resource: 'contact', operation: 'upsert', name: '={{ "Row " + $json.n }}' };
const get = { resource: 'contact', operation: 'get', contactId: '={{ "c" + $json.n }}' };
const going = { onError: 'continueErrorOutput' } as const;
/** The item that a request is of. */
const itemOf = ({ url, body }: FakeService['requests'][number]): number =>
	Number(/\d+$/.exec(body.length > 0 ? String(JSON.parse(body.toString()).name) : url)?.[0]);
/** How often each item was tried, by its number. */
function triesOf(requests: FakeService['requests']): number[] {
	const tries: number[] = [];
	for (const request of requests) tries[itemOf(request)] = (tries[itemOf(request)] ?? 0) + 1;
	return tries;
}

const MAX_WAIT_SECONDS = 2;
/** Counts the tries of items, by when the outage's time was over: Max Wait after the first of them. */
function watched(reply: (request: FakeService['requests'][number]) => Reply) {
	let endsAt: number | undefined;
	const later: FakeService['requests'] = [];
	return {
		/** The tries made when its time was over. */
		later,
		reply: (request: FakeService['requests'][number]) => {
			endsAt ??= Date.now() + MAX_WAIT_SECONDS * 1_000;
			if (Date.now() > endsAt) later.push(request);
			return reply(request);
		},
	};
}

test.each<[string, IDataObject, () => Reply]>([
	['breaks every connection', contact, () => breakConnection],
	['is behind a proxy that finds it gone', contact, () => ({ status: 502, body: '<h1>Bad</h1>' })],
	['refuses all tokens', contact, () => refuse(503, 'api_tokens_disabled')],
	['fails inside at every read', get, () => refuse(500, 'internal_error')],
])(
	'a service that %s costs its time once, not once for each item',
	async (_, parameters, reply) => {
		const { later, reply: watching } = watched(reply);
		await withService(watching, async ({ url, requests }) => {
			const since = Date.now();
			const run = await runAgainst(
				url,
				{ ...parameters, options: { maxWaitSeconds: MAX_WAIT_SECONDS, parallelRequests: 1 } },
				{ inputData: numbered(12), node: going },
			);
			expect(run.items(NODE, 1)).toHaveLength(12);
			expect(Date.now() - since).toBeLessThan(1.7 * MAX_WAIT_SECONDS * 1_000);
			const tries = triesOf(requests);
			expect(tries[0]).toBeGreaterThan(1);
			expect(tries.filter((count) => count >= 1)).toHaveLength(12);
			expect(triesOf(later).filter((count) => count > 1)).toEqual([]);
		});
	},
);

test('those under way at once wait it out together, and no later one again', async () => {
	const { later, reply } = watched(() => breakConnection);
	await withService(reply, async ({ url, requests }) => {
		const since = Date.now();
		await runAgainst(
			url,
			{ ...contact, options: { maxWaitSeconds: MAX_WAIT_SECONDS, parallelRequests: 3 } },
			{ inputData: numbered(15), node: going },
		);
		expect(Date.now() - since).toBeLessThan(1.7 * MAX_WAIT_SECONDS * 1_000);
		expect(triesOf(requests)).toHaveLength(15);
		expect(triesOf(later).filter((count) => count > 1)).toEqual([]);
	});
});

test('a success ends it: a further outage is waited out again', async () => {
	const metBefore = new Map<number, number>();
	await withService(
		(request) => {
			const n = itemOf(request);
			const before = metBefore.get(n) ?? 0;
			metBefore.set(n, before + 1);
			const isDown = n < 2 || (n === 3 && before === 0);
			return isDown ? breakConnection : answer({ id: `c${n}`, name: `Row ${n}` }, 201);
		},
		async ({ url, requests }) => {
			const run = await runAgainst(
				url,
				{ ...contact, options: { maxWaitSeconds: 2 } },
				{ inputData: numbered(4), node: going },
			);
			expect(run.json(NODE).map(({ id }) => id)).toEqual(['c2', 'c3']);
			expect(triesOf(requests).slice(2)).toEqual([1, 2]);
		},
	);
});

test('an item that waits out an outage gets its answer, and so do all behind it', async () => {
	await withService(
		(request, before) =>
			before < 2 ? breakConnection : answer({ id: `c${itemOf(request)}`, name: 'x' }, 201),
		async ({ url, requests }) => {
			const run = await runAgainst(
				url,
				{ ...contact, options: { maxWaitSeconds: 30 } },
				{ inputData: numbered(4) },
			);
			expect(run.error).toBeUndefined();
			expect(triesOf(requests)).toEqual([3, 1, 1, 1]);
		},
	);
});

test('one that used up a shorter time than an item may wait is waited out for that item', async () => {
	const met = new Set<number>();
	await withService(
		(request) => {
			const n = itemOf(request);
			if (met.has(n)) return answer({ id: `c${n}`, name: 'x' }, 201);
			met.add(n);
			return refuse(503, 'api_tokens_disabled');
		},
		async ({ url }) => {
			const maxWaitSeconds = '={{ $json.n === 0 ? 0 : 30 }}';
			const run = await runAgainst(
				url,
				{ ...contact, options: { maxWaitSeconds } },
				{ inputData: numbered(3), node: going },
			);
			expect(run.json(NODE).map(({ id }) => id)).toEqual(['c1', 'c2']);
		},
	);
});

test('a look at a message’s outcome that had little time left takes none from the next message', async () => {
	let posts = 0;
	await withService(
		({ method }) => {
			if (method === 'GET') return refuse(503, 'api_tokens_disabled');
			posts += 1;
			if (posts === 2) return refuse(503, 'template_check_unavailable');
			return answer({ conversationId: 'v', message: { id: 'm', status: 'pending' } }, 202);
		},
		async ({ url }) => {
			const run = await runAgainst(
				url,
				{
					...{ resource: 'conversation', operation: 'start', phone: '+5511960000001' },
					...{ templateName: 'hello', options: { waitForOutcome: 1 } },
				},
				{ inputData: numbered(2) },
			);
			expect(run.error).toBeUndefined();
			expect(posts).toBe(3);
		},
	);
});

/** What an execution came to within so many ms; cancelled, when it had not ended by then. */
async function within(ms: number, run: (signal: AbortSignal) => ReturnType<typeof runAgainst>) {
	const late = new AbortController();
	const clock = new AbortController();
	void pause(ms, undefined, { signal: clock.signal }).then(
		() => late.abort(),
		() => {},
	);
	const result = await run(late.signal);
	clock.abort();
	expect(late.signal.aborted).toBe(false);
	return result;
}

/** Far beyond any Max Wait here, on a slow machine too, and far below what the waits took that these tests found. */
const TOO_LONG_MS = 20_000;

describe('an answer that never comes', () => {
	test.concurrent.each([
		['a read', get, undefined],
		['a write', contact, NOTHING_DONE],
	])(
		'is waited for until Max Wait is over: %s',
		async (_, parameters, never) => {
			await withService(
				() => hang,
				async ({ url }) => {
					const run = await within(
						TOO_LONG_MS,
						async (signal) =>
							await runAgainst(
								url,
								{ ...parameters, options: { maxWaitSeconds: 2 } },
								{ inputData: numbered(1), signal },
							),
					);
					expect(run.status).toBe('error');
					if (never) expect(told(run)).not.toMatch(never);
				},
			);
		},
		40_000,
	);

	test.concurrent(
		'holds up no other execution beyond that one’s own Max Wait',
		async () => {
			await withService(
				({ url }) => (url.endsWith('/c0') ? hang : answer({ id: 'c1' })),
				async ({ url, requests }) => {
					const credentials = credentialsFor(`${url}/api/v1`, freshToken());
					const cancelling = new AbortController();
					const stuck = runAgainst(url, get, {
						...{ credentials, inputData: [{ n: 0 }], signal: cancelling.signal },
					});
					while (requests.length === 0) await pause(10);
					const run = await within(
						TOO_LONG_MS,
						async (signal) =>
							await runAgainst(
								url,
								{ ...get, options: { maxWaitSeconds: 2 } },
								{ credentials, inputData: [{ n: 1 }], signal },
							),
					);
					expect(['success', 'error']).toContain(run.status);
					cancelling.abort();
					await stuck;
				},
			);
		},
		40_000,
	);
});

test.each<[string, Reply, string]>([
	['refusals', refuse(503, 'api_tokens_disabled', { retryAfter: 1 }), 'api_tokens_disabled'],
	[
		'a gateway that finds nobody',
		{ status: 504, headers: { 'Retry-After': '1' }, body: '<h1>Gateway Timeout</h1>' },
		'504',
	],
])('Max Wait counts the time that %s take, not the pauses alone', async (_, reply, said) => {
	await withService(
		async () => {
			await pause(1_000);
			return reply;
		},
		async ({ url, requests }) => {
			const run = await runAgainst(
				url,
				{ ...get, options: { maxWaitSeconds: 3 } },
				{ inputData: numbered(1) },
			);
			expect(told(run)).toContain(said);
			// One second until the first answer, one of pause, one until the second: that is all.
			expect(requests.length).toBeLessThanOrEqual(2);
		},
	);
});
