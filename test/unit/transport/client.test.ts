import { send } from '../../../nodes/CustomerRelationship/transport/client';
import type { Ending } from '../../../nodes/CustomerRelationship/transport/rateLimit';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { Cancelled } from '../../../nodes/CustomerRelationship/transport/wait';
import { error, lost, ok, page, setUp, unreachable, type Reply } from './scriptedClient';
import { create, get, start } from './setbacks';

describe('a request on its way', () => {
	test('carries its key and the very same bytes on every attempt', async () => {
		const { sent, run } = setUp([
			lost,
			error('rate_limited', { 'retry-after': '2' }),
			page(502),
			ok,
		]);
		expect(await run(start)).toMatchObject({ statusCode: 200, body: { id: '1' } });
		expect(sent).toHaveLength(4);
		for (const request of sent) {
			expect(request).toMatchObject({
				method: 'POST',
				url: 'https://example.com/api/v1/conversations',
				headers: {
					Accept: 'application/json',
					'Content-Type': 'application/json',
					'Idempotency-Key': 'key-1',
				},
				body: '{"phone":"11987654321"}',
			});
		}
	});

	test('takes an empty object along, and nothing where there is no body', async () => {
		const { sent, run } = setUp([ok]);
		await run(create);
		await run({ method: 'DELETE', path: '/deals/7' });
		expect(sent.map(({ body }) => body)).toEqual(['{}', undefined]);
		expect(sent[1]?.headers).not.toHaveProperty('Content-Type');
		expect(sent[1]?.headers).toHaveProperty('Idempotency-Key');
	});

	test('carries no key where there is none', async () => {
		const { sent, run } = setUp([ok]);
		await run(create, { write: undefined });
		expect(sent[0]?.headers).not.toHaveProperty('Idempotency-Key');
	});

	test.each<[string, Reply, object]>([
		['an answer', ok, { reached: true, sent: true, rateLimited: false }],
		['a stored one', { ...ok, headers: { 'idempotent-replayed': 'true' } }, { sent: false }],
		['a limit', error('rate_limited'), { reached: true, sent: false, rateLimited: true }],
		['a refusal', error('phone_already_in_use'), { reached: true, rateLimited: false }],
		['a page', page(404), { reached: true, sent: false, headers: undefined }],
		['no answer', lost, { reached: true, sent: false, headers: undefined }],
		['no connection', unreachable, { reached: false, sent: false }],
	])('that ended with %s counts for the limits as such', async (_, reply, counted) => {
		const { surroundings, run } = setUp([reply]);
		const endings: Ending[] = [];
		const done = (ending: Ending) => void endings.push(ending);
		surroundings.limiter.admit = async () => done;
		await run(create, { maxWaitMs: 0 }).catch(() => {});
		expect(endings).toMatchObject([counted]);
	});

	test('carries no key when it reads', async () => {
		const { sent, run } = setUp([ok]);
		await run(get);
		expect(sent[0]?.headers).toEqual({ Accept: 'application/json' });
	});
});

describe('the time budget', () => {
	test('is the sum of all waits; the one that would exceed it is not begun', async () => {
		const { sent, failing, clock } = setUp([error('api_tokens_disabled', { 'retry-after': '40' })]);
		const before = clock.now();
		expect(await failing(get, { maxWaitMs: 100_000 })).toMatchObject({
			attempts: 3,
			waitedMs: 80_500,
			refusedWait: { ms: 40_250, reason: 'api_tokens_disabled' },
			outcomeUnknown: false,
		});
		expect(sent.map(({ at }) => at)).toEqual([0, 40_250, 80_500]);
		expect(clock.now() - before).toBe(80_500);
	});

	test('allows a wait that takes all of it', async () => {
		const { sent, failing } = setUp([error('api_tokens_disabled', { 'retry-after': '40' })]);
		await failing(get, { maxWaitMs: 40_250 });
		expect(sent).toHaveLength(2);
	});

	test('of nothing allows one attempt', async () => {
		const { sent, failing } = setUp([lost]);
		expect(await failing(create, { maxWaitMs: 0 })).toMatchObject({
			attempts: 1,
			outcomeUnknown: true,
		});
		expect(sent).toHaveLength(1);
	});

	test('also pays for answers that never came', async () => {
		const { sent, failing } = setUp([lost], 60_000);
		const { waitedMs } = await failing(get);
		expect(sent).toHaveLength(5);
		expect(waitedMs).toBe(5 * 60_000 + 500 + 1_000 + 2_000 + 4_000);
	});

	test('also pays for refusals that took their time, by the clock', async () => {
		const busy = error('rate_limited', { 'retry-after': '1' });
		const { sent, failing } = setUp([busy], 1_000);
		expect(await failing(get, { maxWaitMs: 3_000 })).toMatchObject({ attempts: 2 });
		expect(sent).toHaveLength(2);
	});

	test('does not pay for a success, however slow', async () => {
		const { run } = setUp([ok], 59_000);
		await expect(run(get, { maxWaitMs: 0 })).resolves.toMatchObject({ statusCode: 200 });
	});

	test('pays for the limits, and the request does not leave when it can’t', async () => {
		const full = { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '60' };
		const { sent, run, failing, surroundings } = setUp([{ ...ok, headers: full }]);
		await run(get);
		expect(await failing(create, { maxWaitMs: 59_999 })).toMatchObject({
			attempts: 0,
			setback: undefined,
			waitedMs: 0,
			refusedWait: { ms: 60_000, reason: 'rate_limited: the limit of requests a minute' },
		});
		expect(sent).toHaveLength(1);
		const waits: Array<[string, number]> = [];
		const onWaited = (limit: string, from: number, to: number) => waits.push([limit, to - from]);
		await run(create, { maxWaitMs: 60_000, onWaited });
		expect(waits).toEqual([['request', 60_000]]);
		expect(surroundings.signal.aborted).toBe(false);
	});

	test('is one for the limits and for the tries after', async () => {
		const full = { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '60' };
		const { run, failing } = setUp([
			{ ...ok, headers: full },
			error('api_tokens_disabled', { ...full, 'retry-after': '5' }),
		]);
		await run(get);
		expect(await failing(get, { maxWaitMs: 65_249 })).toMatchObject({
			attempts: 1,
			waitedMs: 60_000,
			refusedWait: { ms: 5_250, reason: 'api_tokens_disabled' },
		});
	});

	test('is refused at once to who would wait in the queue behind another', async () => {
		const full = { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '60' };
		const { clock, run, surroundings } = setUp([{ ...ok, headers: full }]);
		await run(get);
		const patient = send(get, surroundings, { maxWaitMs: 300_000 });
		await clock.pass(1_000);
		const hasty = send(get, surroundings, { maxWaitMs: 15_000 }).catch((thrown: unknown) => thrown);
		await clock.pass(0);
		expect(await hasty).toBeInstanceOf(RequestFailed);
		await clock.finish(patient);
	});
});

describe('a wait for a limit', () => {
	const waitsOf = () => {
		const waits: Array<[string, number]> = [];
		return {
			waits,
			onWaited: (limit: string, from: number, to: number) => waits.push([limit, to - from]),
		};
	};

	test('is told after a refusal as well, with the limit that refused', async () => {
		const ofChannel = {
			'ratelimit-limit': '60',
			'ratelimit-remaining': '59',
			'ratelimit-reset': '9',
		};
		const { run } = setUp([
			error('rate_limited', { 'retry-after': '4' }),
			error('rate_limited', { ...ofChannel, 'retry-after': '7' }),
			error('api_tokens_disabled', { 'retry-after': '5' }),
			ok,
		]);
		const { waits, onWaited } = waitsOf();
		await run(start, { onWaited });
		expect(waits).toEqual([
			['request', 4_250],
			['send', 7_250],
		]);
	});

	test('is told when it begins, and until when, as is one for the service', async () => {
		const full = { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '60' };
		const down = error('api_tokens_disabled', { 'retry-after': '5' });
		const { clock, run } = setUp([{ ...ok, headers: full }, down, ok]);
		const begun: Array<[string, number]> = [];
		const began = clock.now();
		const onWaiting = (reason: string, until: number) => begun.push([reason, until - began]);
		await run(get, { onWaiting });
		expect(begun).toEqual([]);
		await run(get, { onWaiting });
		expect(begun.slice(0, 2)).toEqual([
			['the limit of requests a minute', 60_000],
			['the service (api_tokens_disabled)', 65_250],
		]);
	});

	test('is told whole to who queued behind others, and costs only from their turn on', async () => {
		const full = { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '60' };
		const { clock, run, surroundings } = setUp([{ ...ok, headers: full }]);
		await run(get);
		const { waits, onWaited } = waitsOf();
		const all = [1, 2].map(
			async () => await send(get, surroundings, { maxWaitMs: 61_000, onWaited }),
		);
		await clock.finish(Promise.all(all));
		expect(waits).toEqual([
			['request', 60_000],
			['request', 120_000],
		]);
	});
});

describe('each kind of setback', () => {
	test('is met with its own patience', async () => {
		const busy = error('rate_limited', { 'retry-after': '1' });
		const { sent, run } = setUp([busy, busy, busy, busy, busy, error('internal_error'), lost, ok]);
		await run(get);
		const gaps = sent.map(({ at }, n) => at - (sent[n - 1]?.at ?? 0)).slice(1);
		expect(gaps.slice(5)).toEqual([500, 500]);
	});

	test('ends at once where waiting mends nothing', async () => {
		for (const code of ['phone_already_in_use', 'invalid_api_token', 'subscription_inactive']) {
			const { sent, failing } = setUp([error(code)]);
			expect(await failing(create)).toMatchObject({
				attempts: 1,
				waitedMs: 0,
				refusedWait: undefined,
			});
			await expect(setUp([error(code)]).run(create)).rejects.toThrow('The request failed');
			expect(sent).toHaveLength(1);
		}
	});

	test('that n8n raised itself passes as it is', async () => {
		const missing = new Error('no credential');
		const { run } = setUp([missing, ok]);
		await expect(run(get)).rejects.toBe(missing);
		// And holds no one up.
		await expect(run(get)).resolves.toMatchObject({ statusCode: 200 });
	});
});

describe('a cancelled execution', () => {
	test('ends the wait for the next attempt at once', async () => {
		const { clock, cancel, run } = setUp([error('rate_limited', { 'retry-after': '60' })]);
		const running = run(get).catch((thrown: unknown) => thrown);
		await clock.pass(0);
		cancel.abort();
		expect(await running).toBeInstanceOf(Cancelled);
		expect(clock.waiting).toBe(0);
	});

	test('is not taken for a broken connection', async () => {
		const { clock, cancel, surroundings } = setUp(
			[{ reached: 'maybe', code: 'ERR_CANCELED' }],
			5_000,
		);
		const running = send(create, surroundings, { maxWaitMs: 1_000 }).catch(
			(thrown: unknown) => thrown,
		);
		await clock.pass(1_000);
		cancel.abort();
		expect(await clock.finish(running)).toBeInstanceOf(Cancelled);
	});

	test('still hands over an answer that came', async () => {
		const { clock, cancel, surroundings } = setUp([ok], 5_000);
		const running = send(create, surroundings, { maxWaitMs: 1_000 });
		await clock.pass(1_000);
		cancel.abort();
		expect(await clock.finish(running)).toMatchObject({ statusCode: 200 });
	});
});
