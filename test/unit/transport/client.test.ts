import type { RawAnswer } from '../../../nodes/CustomerRelationship/transport/answer';
import {
	RequestFailed,
	send,
	type NoAnswer,
	type Sending,
	type Surroundings,
	type WireRequest,
} from '../../../nodes/CustomerRelationship/transport/client';
import { RateLimiter } from '../../../nodes/CustomerRelationship/transport/rateLimit';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { Cancelled } from '../../../nodes/CustomerRelationship/transport/wait';
import { ERROR_CODES } from './errorCodes';
import { FakeClock } from './fakeClock';
import { create, get, patch, start } from './setbacks';

type Reply = RawAnswer | NoAnswer | Error;

const ok: RawAnswer = { statusCode: 200, headers: { 'request-id': 'req_1' }, text: '{"id":"1"}' };
const lost: NoAnswer = { reached: 'maybe', code: 'ECONNRESET' };
const unreachable: NoAnswer = { reached: 'no', code: 'ECONNREFUSED' };
const page = (statusCode: number, headers = {}): RawAnswer => ({ statusCode, headers, text: '<html>' });

function error(code: string, headers: Record<string, string> = {}): RawAnswer {
	const [statusCode, type] = ERROR_CODES.find(([, , known]) => known === code) ?? [500, 'api_error'];
	return { statusCode, headers, text: JSON.stringify({ error: { type, code, message: 'No' } }) };
}

/** A client whose exchanges end as told, the last one for ever; each takes `tookMs`. */
function setUp(replies: Reply[], tookMs = 0) {
	const clock = new FakeClock();
	const sent: Array<WireRequest & { at: number }> = [];
	const began = clock.now();
	const cancel = new AbortController();
	const surroundings: Surroundings = {
		baseUrl: 'https://example.com/api/v1',
		exchange: async (request) => {
			sent.push({ ...request, at: clock.now() - began });
			await clock.wait(tookMs);
			const reply = replies[Math.min(sent.length, replies.length) - 1] as Reply;
			if (reply instanceof Error) throw reply;
			return reply;
		},
		limiter: new RateLimiter(clock),
		clock,
		random: () => 1,
		signal: cancel.signal,
	};
	const run = (request: ApiRequest, sending: Partial<Sending> = {}) =>
		clock.finish(send(request, surroundings, { maxWaitMs: 300_000, key: 'key-1', ...sending }));
	const failing = async (request: ApiRequest, sending?: Partial<Sending>) => {
		const failure: unknown = await run(request, sending).catch((thrown: unknown) => thrown);
		if (!(failure instanceof RequestFailed)) throw failure;
		return { ...failure.circumstances, setback: failure.setback };
	};
	return { clock, sent, surroundings, cancel, run, failing };
}

describe('a request on its way', () => {
	test('carries its key and the very same bytes on every attempt', async () => {
		const { sent, run } = setUp([lost, error('rate_limited', { 'retry-after': '2' }), page(502), ok]);
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

	test('of nothing allows one attempt', async () => {
		const { sent, failing } = setUp([lost]);
		expect(await failing(create, { maxWaitMs: 0 })).toMatchObject({ attempts: 1, outcomeUnknown: true });
		expect(sent).toHaveLength(1);
	});

	test('also pays for answers that never came', async () => {
		const { sent, failing } = setUp([lost], 60_000);
		const { waitedMs } = await failing(get);
		expect(sent).toHaveLength(5);
		expect(waitedMs).toBe(5 * 60_000 + 500 + 1_000 + 2_000 + 4_000);
	});

	test('does not pay for answers that came, however slow', async () => {
		const { run } = setUp([error('rate_limited', { 'retry-after': '1' }), ok], 59_000);
		await expect(run(get, { maxWaitMs: 2_000 })).resolves.toMatchObject({ statusCode: 200 });
	});

	test('pays for the limits, and the request does not leave when it can’t', async () => {
		const full = { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '60' };
		const { sent, run, failing, surroundings } = setUp([{ ...ok, headers: full }]);
		await run(get);
		expect(await failing(create, { maxWaitMs: 59_999 })).toMatchObject({
			attempts: 0,
			setback: undefined,
			waitedMs: 0,
			refusedWait: { ms: 60_000, reason: 'rate_limited' },
		});
		expect(sent).toHaveLength(1);
		const waits: Array<[string, number]> = [];
		await run(create, { maxWaitMs: 60_000, onWaited: (limit, ms) => waits.push([limit, ms]) });
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
			expect(await failing(create)).toMatchObject({ attempts: 1, waitedMs: 0, refusedWait: undefined });
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
		['a stored failure', [{ ...error('internal_error'), headers: { 'idempotent-replayed': 'true' } }], true],
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
		const { clock, cancel, surroundings } = setUp([{ reached: 'maybe', code: 'ERR_CANCELED' }], 5_000);
		const running = send(create, surroundings, { maxWaitMs: 1_000 }).catch((thrown: unknown) => thrown);
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

describe('sends that are only replays', () => {
	const replay = { ...ok, headers: { 'ratelimit-limit': '1000', 'ratelimit-remaining': '900', 'ratelimit-reset': '60', 'idempotent-replayed': 'true' } };

	test('are not counted: a repeated run gets through what was done as fast as it can', async () => {
		const { clock, run } = setUp([replay]);
		const before = clock.now();
		for (let n = 0; n < 100; n += 1) await run(start);
		expect(clock.now() - before).toBe(0);
	});

	test('are counted when the first attempt was this run’s own', async () => {
		const { clock, run } = setUp(Array.from({ length: 62 }, (_, n) => (n % 2 ? replay : lost)));
		const before = clock.now();
		for (let n = 0; n < 30; n += 1) await run(start);
		expect(clock.now() - before).toBe(30 * 500);
		await run(start);
		expect(clock.now() - before).toBeGreaterThanOrEqual(60_000);
	});
});

describe('a refusal of a send', () => {
	const headers = (remaining: number, reset: number) => ({
		'ratelimit-limit': '120',
		'ratelimit-remaining': String(remaining),
		'ratelimit-reset': String(reset),
		'retry-after': '50',
	});

	test.each([
		['while requests still fit', headers(80, 50)],
		['for longer than until a request fits', headers(0, 2)],
	])('%s is the channel’s and holds no other request up', async (_, told) => {
		const { clock, surroundings, sent } = setUp([error('rate_limited', told), { ...ok, headers: headers(80, 50) }]);
		const sending = send(start, surroundings, { maxWaitMs: 300_000 });
		await clock.pass(0);
		const reading = send(get, surroundings, { maxWaitMs: 300_000 });
		await clock.pass(2_000);
		expect(sent.map(({ url }) => url.split('/').at(-1))).toEqual(['conversations', 'contacts']);
		await reading;
		await clock.finish(sending);
		expect(sent.at(-1)?.at).toBe(50_250);
	});

	test('for as long as until a request fits is everyone’s', async () => {
		const { clock, surroundings, sent } = setUp([error('rate_limited', headers(0, 50)), ok]);
		const sending = send(start, surroundings, { maxWaitMs: 300_000 });
		await clock.pass(0);
		const reading = send(get, surroundings, { maxWaitMs: 300_000 });
		await clock.pass(49_000);
		expect(sent).toHaveLength(1);
		await clock.finish(Promise.all([sending, reading]));
	});
});
