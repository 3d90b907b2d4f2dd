import { error, lost, ok, setUp, type Reply } from './scriptedClient';
import { create, get } from './failedAttempts';

const key = (n: number) => ({ key: `key-${n}` });

describe('an outage', () => {
	test('is waited out once: past its end each request gets one try until one is answered', async () => {
		const replies: Reply[] = Array(9).fill(lost);
		const { clock, sent, failing, run } = setUp([...replies, ok, lost, lost, ok]);
		const sending = { maxWaitMs: 20_000 };
		const first = await failing(create, sending);
		expect(first).toMatchObject({ mayHaveRun: true, attempts: sent.length });
		// What is left of its time is everybody's.
		await clock.pass(20_001 - (sent.at(-1)?.at ?? 0));
		while (sent.length < 9) {
			const at = clock.now();
			expect(await failing(create, sending)).toMatchObject({ attempts: 1, tookMs: 0 });
			expect(clock.now()).toBe(at);
		}
		await run(create, sending);
		// It is answered again, so the next one is waited for as usual.
		await run(create, sending);
		expect(sent).toHaveLength(13);
	});

	test('that is over its end turns nobody away whom only a full gate holds', async () => {
		const full = { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '60' };
		const busy = error('queue_unavailable', full);
		const { clock, failing } = setUp([busy]);
		await failing(create, { maxWaitMs: 100, ...key(0) });
		await clock.pass(1_000);
		const { attempts, setback: failed } = await failing(create, { maxWaitMs: 100, ...key(1) });
		expect([attempts, failed?.kind]).toEqual([1, 'refusal']);
	});

	test('began with the first try that met it, for all', async () => {
		const { clock, failing } = setUp([lost], 1_000);
		await failing(create, { maxWaitMs: 0 });
		await clock.pass(9_000);
		// Half of these 20 s are over.
		const before = clock.now();
		await failing(get, { maxWaitMs: 20_000 });
		expect(clock.now() - before).toBeLessThanOrEqual(10_000 + 1_000);
	});

	test('whose tries hang costs one more of them, and then nothing more is sent', async () => {
		const { clock, sent, failing } = setUp(['none']);
		await failing(create, { maxWaitMs: 20_000, ...key(0) });
		expect(sent.map(({ at }) => at)).toEqual([0]);
		const left: number[] = [];
		for (let n = 1; n < 1_000; n += 1) {
			const {
				attempts,
				mayHaveRun,
				setback: failed,
			} = await failing(create, {
				maxWaitMs: 20_000,
				...key(n),
			});
			// What was not sent is known not to have been carried out.
			expect([mayHaveRun, failed?.kind]).toEqual([attempts > 0, 'broken']);
			if (attempts > 0) left.push(n);
		}
		expect(left).toEqual([1, 2]);
		expect(clock.now()).toBe(Date.UTC(2026, 0, 31, 12) + 20_000 + 2 * 10_000);
		// Of one that was sent before that is not known.
		expect(await failing(create, { maxWaitMs: 20_000, ...key(1) })).toMatchObject({
			attempts: 0,
			mayHaveRun: true,
		});
	});

	test('whose tries are answered promptly, if badly, gets one for each item', async () => {
		const { sent, failing } = setUp([error('api_tokens_disabled')], 1_000);
		for (let n = 0; n < 200; n += 1) await failing(create, { maxWaitMs: 0 });
		expect(sent).toHaveLength(200);
	});

	describe.each([
		['read', 'read', get, get],
		['read', 'write', get, create],
		['write', 'write', create, create],
	])('that a %s met is over once a %s', (_, __, met, answered) => {
		test.each([
			['succeeds', ok],
			['is refused, which is an answer, too', error('resource_not_found')],
			['meets a limit', error('rate_limited')],
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
		['hang', 'none', 300_000 + 2 * 10_000, 3],
	])(
		'of writes that %s is waited out once, though reads are answered',
		async (_, reply, mostMs, tried) => {
			const { clock, sent, run, failing } = setUp([
				({ method }) => (method === 'GET' ? ok : reply),
			]);
			const began = clock.now();
			for (let n = 0; n < 10; n += 1) {
				await run(get).catch(() => {});
				await failing(create, key(n));
			}
			expect(clock.now() - began).toBeLessThanOrEqual(mostMs);
			const keys = sent.map(({ headers }) => headers['Idempotency-Key']);
			expect(new Set(keys.filter(Boolean)).size).toBe(tried);
		},
	);

	test('lets answers come late once, and then only a little', async () => {
		const { clock, timeouts, failing } = setUp([lost], 1_000);
		await failing(create, { maxWaitMs: 30_000 });
		await clock.pass(30_000);
		await failing(create, { maxWaitMs: 30_000 });
		expect([timeouts[0], timeouts.at(-1)]).toEqual([30_000, 10_000]);
	});

	test('is waited for, hung or not, by a request that may wait longer', async () => {
		const { clock, failing, run, sent } = setUp([
			...Array(3).fill(error('api_tokens_disabled')),
			ok,
		]);
		await failing(get, { maxWaitMs: 0 });
		await clock.pass(1_000);
		expect(await failing(get, { maxWaitMs: 0 })).toMatchObject({ attempts: 1 });
		await run(get, { maxWaitMs: 300_000 });
		expect(sent).toHaveLength(4);

		const hanging = setUp(['none']);
		while ((await hanging.failing(get, { maxWaitMs: 0 })).attempts > 0);
		const { attempts } = await hanging.failing(create, { maxWaitMs: 300_000 });
		expect(attempts).toBeGreaterThan(1);
	});

	test('does not change an end by the clock', async () => {
		const { clock, failing } = setUp([lost], 1_000);
		await failing(create, { maxWaitMs: 0 });
		await clock.pass(60_000);
		const { attempts } = await failing(get, { giveUpAt: clock.now() + 20_000 });
		expect(attempts).toBeGreaterThan(2);
	});
});
