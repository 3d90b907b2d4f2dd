import { error, lost, ok, page, setUp, type Reply } from './scriptedClient';
import { create, get } from './failedAttempts';

const key = (n: number) => ({ key: `key-${n}` });

describe('an outage', () => {
	test('is waited for once; after that each request gets one attempt until one is answered', async () => {
		const replies: Reply[] = Array(9).fill(lost);
		const { clock, sent, failing, run } = setUp([...replies, ok, lost, lost, ok]);
		const options = { maxWaitMs: 20_000 };
		const first = await failing(create, options);
		expect(first).toMatchObject({ mayHaveRun: true, attempts: sent.length });
		// The time that is left is shared by all.
		await clock.pass(20_001 - (sent.at(-1)?.at ?? 0));
		while (sent.length < 9) {
			const at = clock.now();
			expect(await failing(create, options)).toMatchObject({ attempts: 1, tookMs: 0 });
			expect(clock.now()).toBe(at);
		}
		await run(create, options);
		// After an answer, the next outage is waited for as usual.
		await run(create, options);
		expect(sent).toHaveLength(13);
	});

	test('goes on after a page that is not the service’s', async () => {
		const { clock, failing } = setUp([lost, page(404), lost]);
		await failing(create, { maxWaitMs: 0, ...key(0) });
		await clock.pass(20_001);
		for (const n of [1, 2]) {
			const failure = await failing(create, { maxWaitMs: 20_000, ...key(n) });
			expect(failure).toMatchObject({ attempts: 1, tookMs: 0 });
		}
	});

	test('does not let a request give up that only a full window delays', async () => {
		const full = { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '60' };
		const busy = error('queue_unavailable', full);
		const { clock, failing } = setUp([busy]);
		await failing(create, { maxWaitMs: 100, ...key(0) });
		await clock.pass(1_000);
		const { attempts, lastAttempt } = await failing(create, { maxWaitMs: 100, ...key(1) });
		expect([attempts, lastAttempt?.kind]).toEqual([1, 'refusal']);
	});

	test('counts from the first attempt that met it, for all requests', async () => {
		const { clock, failing } = setUp([lost], 1_000);
		await failing(create, { maxWaitMs: 0 });
		await clock.pass(9_000);
		// Half of these 20 s have passed.
		const before = clock.now();
		await failing(get, { maxWaitMs: 20_000 });
		expect(clock.now() - before).toBeLessThanOrEqual(10_000 + 1_000);
	});

	test('whose attempts time out gets few more, and then nothing is sent', async () => {
		const { clock, sent, failing } = setUp(['none']);
		await failing(create, { maxWaitMs: 20_000, ...key(0) });
		expect(sent.map(({ at }) => at)).toEqual([0]);
		const sentBy: number[] = [];
		for (let n = 1; n < 1_000; n += 1) {
			const { attempts, mayHaveRun, lastAttempt, isOutage } = await failing(create, {
				maxWaitMs: 20_000,
				...key(n),
			});
			// An unsent request was certainly not carried out.
			expect(mayHaveRun).toBe(attempts > 0);
			expect(isOutage ? 'outage' : lastAttempt?.kind).toBe(attempts > 0 ? 'broken' : 'outage');
			if (attempts > 0) sentBy.push(n);
		}
		expect(sentBy).toEqual([1, 2]);
		expect(clock.now()).toBe(Date.UTC(2026, 0, 31, 12) + 20_000 + 2 * 10_000);
		// One that was sent before may have been.
		expect(await failing(create, { maxWaitMs: 20_000, ...key(1) })).toMatchObject({
			attempts: 0,
			mayHaveRun: true,
		});
	});

	test('that answers promptly gets one attempt for each item', async () => {
		const { sent, failing } = setUp([error('api_tokens_disabled')], 1_000);
		for (let n = 0; n < 200; n += 1) await failing(create, { maxWaitMs: 0 });
		expect(sent).toHaveLength(200);
	});

	describe.each([
		['read', 'read', get, get],
		['read', 'write', get, create],
		['write', 'write', create, create],
	])('that a %s has met ends when a %s', (_, __, met, answered) => {
		test.each([
			['succeeds', ok],
			['is refused', error('resource_not_found')],
			['is refused by a limit', error('rate_limited')],
		])('%s', async (___, reply) => {
			const { clock, sent, failing, run } = setUp([lost, reply, lost, lost, ok]);
			await failing(met, { maxWaitMs: 0 });
			await clock.pass(60_000);
			await run(answered, { maxWaitMs: 0, ...key(1) }).catch(() => {});
			await clock.pass(1_000);
			await run(create, { maxWaitMs: 20_000, ...key(2) });
			expect(sent).toHaveLength(5);
		});
	});

	test.each<[string, Reply, number, number]>([
		['are refused', error('idempotency_unavailable'), 300_000, 10],
		['time out', 'none', 300_000 + 2 * 10_000, 3],
	])(
		'of writes that %s is waited for once, though reads are answered',
		async (_, reply, longestMs, attempted) => {
			const { clock, sent, run, failing } = setUp([
				({ method }) => (method === 'GET' ? ok : reply),
			]);
			const began = clock.now();
			for (let n = 0; n < 10; n += 1) {
				await run(get).catch(() => {});
				await failing(create, key(n));
			}
			expect(clock.now() - began).toBeLessThanOrEqual(longestMs);
			const keys = sent.map(({ headers }) => headers['Idempotency-Key']);
			expect(new Set(keys.filter(Boolean)).size).toBe(attempted);
		},
	);

	test('shortens the wait for later answers', async () => {
		const { clock, timeouts, failing } = setUp([lost], 1_000);
		await failing(create, { maxWaitMs: 30_000 });
		await clock.pass(30_000);
		await failing(create, { maxWaitMs: 30_000 });
		expect([timeouts[0], timeouts.at(-1)]).toEqual([30_000, 10_000]);
	});

	test('is still waited for by a request that may wait longer', async () => {
		const { clock, failing, run, sent } = setUp([
			...Array(3).fill(error('api_tokens_disabled')),
			ok,
		]);
		await failing(get, { maxWaitMs: 0 });
		await clock.pass(1_000);
		expect(await failing(get, { maxWaitMs: 0 })).toMatchObject({ attempts: 1 });
		await run(get, { maxWaitMs: 300_000 });
		expect(sent).toHaveLength(4);

		const silent = setUp(['none']);
		while ((await silent.failing(get, { maxWaitMs: 0 })).attempts > 0);
		const { attempts } = await silent.failing(create, { maxWaitMs: 300_000 });
		expect(attempts).toBeGreaterThan(1);
	});

	test('does not change a time limit that is a time of day', async () => {
		const { clock, failing } = setUp([lost], 1_000);
		await failing(create, { maxWaitMs: 0 });
		await clock.pass(60_000);
		const { attempts } = await failing(get, { deadline: clock.now() + 20_000 });
		expect(attempts).toBeGreaterThan(2);
	});
});

describe('an outage in which an attempt has timed out', () => {
	/** A client whose service does not answer, until nothing more is sent; and the failure of the first unsent request. */
	const silent = async () => {
		const all = setUp(['none']);
		for (let n = 0; ; n += 1) {
			const failure = await all.failing(create, { maxWaitMs: 20_000, ...key(n) });
			if (failure.attempts === 0) return { ...all, failure };
		}
	};

	test('tells of a request that was not sent that it had no attempt', async () => {
		const { failure } = await silent();
		expect(failure).toMatchObject({ attempts: 0, lastAttempt: undefined, isOutage: true });
	});

	test('still gives an attempt to a request whose time ends just then', async () => {
		const { clock, failing } = await silent();
		expect(await failing(get, { deadline: clock.elapsed() })).toMatchObject({ attempts: 1 });
	});
});
