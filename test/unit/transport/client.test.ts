import { send } from '../../../nodes/CustomerRelationship/transport/client';
import type { Ending } from '../../../nodes/CustomerRelationship/transport/rateLimit';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { Cancelled } from '../../../nodes/CustomerRelationship/transport/wait';
import { error, lost, ok, page, setUp, unreachable, type Reply } from './scriptedClient';
import { create, get, patch, start } from './setbacks';

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
		await run(create, { key: undefined });
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

describe('n8n’s Retry On Fail', () => {
	const started = error('internal_error');
	const queueless = error('queue_unavailable');

	const own = { key: { value: 'key-1', isOwn: true } };

	test.each([
		['a 500', started, create, {}],
		['a 500', started, start, {}],
		['a 500 of something in front', page(500), create, {}],
		['a message that could not be queued', queueless, start, {}],
		['a 500, with a key of the user’s own', started, create, own],
	])(
		'gets the same failure again after %s, and nothing is sent',
		async (_, reply, request, key) => {
			const { sent, failing } = setUp([reply, ok]);
			const first = await failing(request, key);
			expect(await failing(request, key)).toEqual(first);
			expect(sent).toHaveLength(1);
			await failing(request, { key: { value: 'key-2', isOwn: false } }).catch(() => {});
			expect(sent).toHaveLength(2);
		},
	);

	test.each([
		['after an end that the service has stored', error('channel_not_official'), start, {}],
		['after a connection that broke', lost, create, { maxWaitMs: 0 }],
		['of a read', page(404), get, { maxWaitMs: 0 }],
		['of a read that failed in the service', started, get, { maxWaitMs: 0 }],
	])('sends again %s', async (_, reply, request, sending) => {
		const { sent, failing, run } = setUp([reply, ok]);
		await failing(request, sending);
		await expect(run(request, sending)).resolves.toMatchObject({ statusCode: 200 });
		expect(sent).toHaveLength(2);
	});
});

test('no later answer tells how a write that failed inside has ended', async () => {
	const unknown = { ...error('idempotency_unavailable') };
	const inside = { ...unknown, body: { error: { type: 'x', code: 'brand_new', message: '' } } };
	const { failing } = setUp([
		inside,
		error('cnpj_already_in_use'),
		lost,
		error('cnpj_already_in_use'),
	]);
	expect(await failing(create)).toMatchObject({ attempts: 2, outcomeUnknown: true });
	const other = { key: { value: 'key-2', isOwn: false } };
	expect(await failing(create, other)).toMatchObject({ attempts: 2, outcomeUnknown: false });
});

describe('an outage', () => {
	test('is waited out once: then each request gets one try until one is answered', async () => {
		const replies: Reply[] = Array(9).fill(lost);
		const { clock, sent, failing, run } = setUp([...replies, ok, lost, lost, ok]);
		const began = clock.now();
		const sending = { maxWaitMs: 20_000 };
		const first = await failing(create, sending);
		const tries = sent.length;
		expect(first).toMatchObject({ outcomeUnknown: true, attempts: tries });
		expect(clock.now() - began).toBeLessThanOrEqual(20_000);
		while (sent.length < 9) {
			const at = clock.now();
			expect(await failing(create, sending)).toMatchObject({ attempts: 1 });
			expect(clock.now()).toBe(at);
		}
		await run(create, sending);
		// It is answered again, so the next one is waited for as usual.
		await run(create, sending);
		expect(sent).toHaveLength(13);
	});

	test('that hangs on costs the items behind it a minute together, and then sends nothing more', async () => {
		const { clock, sent, failing } = setUp([lost], 10_000);
		await failing(create, { maxWaitMs: 20_000 });
		const waitedOut = { at: clock.now(), sent: sent.length };
		const left: number[] = [];
		for (let n = 0; n < 1_000; n += 1) {
			const key = { value: `key-${n}`, isOwn: false };
			const { attempts, outcomeUnknown } = await failing(create, { maxWaitMs: 20_000, key });
			// What was not sent is known not to have been carried out.
			expect(outcomeUnknown).toBe(attempts > 0);
			if (attempts > 0) left.push(n);
		}
		expect(left).toEqual([0, 1, 2, 3, 4, 5, 6]);
		expect(sent).toHaveLength(waitedOut.sent + left.length);
		expect(clock.now() - waitedOut.at).toBe(7 * 10_000);
		// Of one that was sent before that is not known.
		const before = { maxWaitMs: 20_000, key: { value: 'key-0', isOwn: false } };
		expect(await failing(create, before)).toMatchObject({ attempts: 0, outcomeUnknown: true });
	});

	test('whose tries are answered promptly, if badly, gets one for each item', async () => {
		const { sent, failing } = setUp([error('api_tokens_disabled')], 1_000);
		await failing(create, { maxWaitMs: 0 });
		for (let n = 0; n < 200; n += 1) await failing(create, { maxWaitMs: 0 });
		expect(sent).toHaveLength(201);
	});

	test('is over with an answer: the time of its tries counts anew', async () => {
		const hung: Reply[] = Array(6).fill(lost);
		const { sent, failing, run } = setUp([lost, ...hung, ok, lost, ...hung, ok], 10_000);
		const sending = { maxWaitMs: 0 };
		for (let round = 0; round < 2; round += 1) {
			for (let n = 0; n < 7; n += 1) {
				expect(await failing(create, sending)).toMatchObject({ attempts: 1 });
			}
			await run(create, sending);
		}
		expect(sent).toHaveLength(16);
	});

	test('is over with a refusal, too: that is an answer', async () => {
		const { sent, failing, run } = setUp([lost, error('resource_not_found'), lost, ok]);
		await failing(create, { maxWaitMs: 0 });
		await failing(create, { maxWaitMs: 20_000 });
		await run(create, { maxWaitMs: 20_000 });
		expect(sent).toHaveLength(4);
	});

	test('is no matter of limits', async () => {
		const busy = error('rate_limited', { 'retry-after': '1' });
		const { sent, failing, run } = setUp([lost, busy, ok]);
		await failing(create, { maxWaitMs: 0 });
		await run(create, { maxWaitMs: 5_000 });
		expect(sent).toHaveLength(3);
	});

	test('lets answers come late once, and then only a little', async () => {
		const { timeouts, failing } = setUp([lost]);
		await failing(create, { maxWaitMs: 30_000 });
		await failing(create, { maxWaitMs: 30_000 });
		expect(timeouts[0]).toBe(30_000);
		expect(timeouts.at(-1)).toBe(10_000);
		await failing(get, { maxWaitMs: 20_000 });
		expect(timeouts.at(-1)).toBe(10_000);
	});

	test('is waited for by a request that may wait longer than any that it has used up', async () => {
		const { failing } = setUp([lost]);
		await failing(create, { maxWaitMs: 1_000 });
		const { attempts } = await failing(get, { maxWaitMs: 20_000 });
		expect(attempts).toBeGreaterThan(3);
		expect(await failing(get, { maxWaitMs: 20_000 })).toMatchObject({ attempts: 1 });
		expect(await failing(get, { maxWaitMs: 0 })).toMatchObject({ attempts: 1 });
	});

	test('whose tries hung for those that may wait less is no reason to send it nothing', async () => {
		const hung: Reply[] = Array(10).fill(lost);
		const { failing, run } = setUp([...hung, ok], 10_000);
		const briefly = { maxWaitMs: 0 };
		let attempts = 1;
		while (attempts > 0) ({ attempts } = await failing(get, briefly));
		await run(create, { maxWaitMs: 300_000 });
	});
});

test('a stored answer to a request that this execution has not sent is another’s', async () => {
	const replayed = { ...ok, headers: { ...ok.headers, 'idempotent-replayed': 'true' } };
	const { run } = setUp([replayed, replayed, lost, replayed, ok]);
	expect(await run(create)).toMatchObject({ replayed: true, isOfAnother: true });
	expect(await run(create)).toMatchObject({ replayed: true, isOfAnother: false });
	const other = { key: { value: 'key-2', isOwn: false } };
	expect(await run(create, other)).toMatchObject({ replayed: true, isOfAnother: false });
	expect(await run(get)).toMatchObject({ isOfAnother: false });
});

test('what is known of the outcome is told when it is stopped', async () => {
	const { cancel, clock, surroundings } = setUp([lost]);
	const sending = { maxWaitMs: 60_000, key: { value: 'k', isOwn: false } };
	const stopped = (request: ApiRequest) => {
		const end = send(request, surroundings, sending).catch((thrown: unknown) => thrown);
		return end;
	};
	const writing = stopped(create);
	const reading = stopped(get);
	await clock.finish(clock.wait(100).then(() => cancel.abort()));
	expect(await writing).toEqual(new Cancelled(true));
	expect(await writing).toMatchObject({ outcomeUnknown: true });
	expect(await reading).toMatchObject({ outcomeUnknown: false });
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

describe('whether a write was carried out is told rightly', () => {
	test.each<[string, Reply[], boolean]>([
		['an internal error', [error('internal_error')], true],
		['a lost answer, then an internal error', [lost, error('internal_error')], true],
		['a lost answer, then a refusal of the token', [lost, error('invalid_api_token')], true],
		['a lost answer, then a refusal by its key', [lost, error('phone_already_in_use')], false],
		['a lost answer, then a wrong template', [lost, error('template_not_found')], false],
		['a page in between, then a refusal', [page(503), error('channel_disconnected')], false],
		['a page of a wrong address', [page(404)], false],
		['a page of a broken gateway', [page(502)], true],
		['no connection', [unreachable], false],
		['no connection after a lost answer', [lost, unreachable], true],
		['an answer that never gets ready', [error('idempotency_key_in_progress')], true],
		['a limit', [error('rate_limited', { 'retry-after': '500' })], false],
		['a limit after a lost answer', [lost, error('rate_limited', { 'retry-after': '500' })], true],
		['a queue that is down', [error('queue_unavailable')], false],
		[
			'a stored failure',
			[{ ...error('internal_error'), headers: { 'idempotent-replayed': 'true' } }],
			true,
		],
	])('after %s', async (_, replies, unknown) => {
		const { failing } = setUp(replies);
		expect((await failing(start, { maxWaitMs: 20_000 })).outcomeUnknown).toBe(unknown);
	});

	test('is not asked of a read', async () => {
		const { failing } = setUp([lost]);
		expect((await failing(get, { maxWaitMs: 5_000 })).outcomeUnknown).toBe(false);
	});

	test('an internal error of a write is never asked for again', async () => {
		const { sent, failing } = setUp([error('internal_error')]);
		await failing(patch);
		expect(sent).toHaveLength(1);
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
