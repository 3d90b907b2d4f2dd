import type { IDataObject } from 'n8n-workflow';
import { FieldError } from '../../../nodes/CustomerRelationship/fieldError';
import { send } from '../../../nodes/CustomerRelationship/transport/client';
import { Cancelled } from '../../../nodes/CustomerRelationship/transport/cancelled';
import {
	TurnSlots,
	type FinishedAttempt,
} from '../../../nodes/CustomerRelationship/transport/rateLimiter';
import { error, lost, ok, page, setUp, type Reply } from './scriptedClient';
import { create, get, start } from './failedAttempts';

/** How the attempts end whose slots are taken from now on. */
function spyOnReleases() {
	const ends: Array<FinishedAttempt | 'unsent'> = [];
	const { takeOwn } = TurnSlots.prototype;
	jest.spyOn(TurnSlots.prototype, 'takeOwn').mockImplementation(function (this: TurnSlots) {
		const slot = takeOwn.call(this);
		return {
			release: (end) => {
				ends.push(end);
				slot.release(end);
			},
		};
	});
	return ends;
}
afterEach(() => jest.restoreAllMocks());

const unusable = new FieldError('Access Token', 'is empty', 'Give one.');

describe('a request', () => {
	test('sends its key and the very same bytes on every attempt', async () => {
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

	test('sends an empty object as its body, and nothing without a body', async () => {
		const { sent, run } = setUp([ok]);
		await run(create);
		await run({ method: 'DELETE', path: '/deals/7' });
		expect(sent.map(({ body }) => body)).toEqual(['{}', undefined]);
		expect(sent[1]?.headers).not.toHaveProperty('Content-Type');
		expect(sent[1]?.headers).toHaveProperty('Idempotency-Key');
	});

	test('sends no key without a write', async () => {
		const { sent, run } = setUp([ok]);
		await run(create, { write: undefined });
		expect(sent[0]?.headers).not.toHaveProperty('Idempotency-Key');
	});

	test('records the links that its answer tells', async () => {
		const { run, dependencies } = setUp([error('internal_error'), ok]);
		const linksIn = ({ id }: IDataObject) => (id ? [{ name: 'a of b', id: String(id) }] : []);
		await run({ ...get, linksIn });
		expect(dependencies.links.idBehind('a of b')).toBe('1');
		expect(dependencies.links.idBehind('a of c')).toBeUndefined();
	});

	const replay = { ...ok, headers: { 'idempotent-replayed': 'true' } };

	test.each<[string, Reply[], Array<'unsent' | [kind: string | undefined, countsAsSend: boolean]>]>(
		[
			['an answer', [ok], [['success', true]]],
			['a replay', [replay], [['success', false]]],
			[
				'a replay of its own first attempt',
				[lost, replay],
				[
					['broken', false],
					['success', true],
				],
			],
			['a refusal by a limit', [error('rate_limited')], [['refusal', false]]],
			['a foreign answer', [page(413)], [['foreign', false]]],
			['an error of n8n', [new Error('broken')], [[undefined, false]]],
			['an unusable credential', [unusable], ['unsent']],
		],
	)('is released as what it was after %s', async (_, replies, released) => {
		const { run } = setUp(replies);
		const ends = spyOnReleases();
		await run(start, { maxWaitMs: 500 }).catch(() => {});
		expect(
			ends.map((end) => (end === 'unsent' ? end : [end.result?.kind, end.countsAsSend ?? false])),
		).toEqual(released);
	});

	test('counts its attempts by backoff: gateway errors use up none of those for a page of a wrong address', async () => {
		const { sent, run } = setUp([page(502), page(502), page(502), page(404), page(404), ok]);
		expect(await run(get, { maxWaitMs: 600_000 })).toMatchObject({ statusCode: 200 });
		expect(sent).toHaveLength(6);
	});

	test('repeats only what was certainly not carried out, if it is told to', async () => {
		const options = { maxWaitMs: 600_000, retriesOnlyIfNotDone: true };
		const turnedAway = setUp([page(404), ok]);
		expect(await turnedAway.run(get, options)).toMatchObject({ statusCode: 200 });
		const unanswered = setUp([page(502), ok]);
		await expect(unanswered.run(get, options)).rejects.toThrow();
		expect([turnedAway.sent.length, unanswered.sent.length]).toEqual([2, 1]);
	});

	test('sends no key when it reads', async () => {
		const { sent, run } = setUp([ok]);
		await run(get);
		expect(sent[0]?.headers).toEqual({ Accept: 'application/json' });
	});
});

const full = { 'ratelimit-limit': '1', 'ratelimit-remaining': '0', 'ratelimit-reset': '60' };

describe('the time limit of a request', () => {
	test('counts from the first attempt; a wait that would end later is not begun', async () => {
		const { sent, failing, clock } = setUp([error('api_tokens_disabled', { 'retry-after': '40' })]);
		const before = clock.now();
		expect(await failing(get, { maxWaitMs: 100_000 })).toMatchObject({
			attempts: 3,
			tookMs: 80_500,
			waitTooLong: { ms: 40_250, reason: 'api_tokens_disabled' },
		});
		expect(sent.map(({ at }) => at)).toEqual([0, 40_250, 80_500]);
		expect(clock.now() - before).toBe(80_500);
	});

	test('allows a wait that ends exactly then', async () => {
		const { sent, failing } = setUp([error('api_tokens_disabled', { 'retry-after': '40' })]);
		await failing(get, { maxWaitMs: 40_250 });
		expect(sent).toHaveLength(2);
	});

	test.each([[{ maxWaitMs: 0 }], [{ maxWaitMs: undefined }]])(
		'of 0 allows one attempt: %p',
		async (options) => {
			const { sent, failing } = setUp([lost]);
			expect(await failing(create, options)).toMatchObject({ attempts: 1, mayHaveRun: true });
			expect(sent).toHaveLength(1);
		},
	);

	test('includes missing answers and slow refusals', async () => {
		const hanging = setUp([lost], 60_000);
		const { tookMs } = await hanging.failing(get);
		expect(hanging.sent).toHaveLength(5);
		expect(tookMs).toBe(5 * 60_000 + 500 + 1_000 + 2_000 + 4_000 - 7_500);
		const slow = setUp([error('rate_limited', { 'retry-after': '1' })], 1_000);
		expect(await slow.failing(get, { maxWaitMs: 1_999 })).toMatchObject({ attempts: 1 });
		const again = setUp([error('rate_limited', { 'retry-after': '1' })], 1_000);
		expect(await again.failing(get, { maxWaitMs: 2_000 })).toMatchObject({ attempts: 2 });
	});

	test.each([
		[0, 10_000],
		[9_999, 10_000],
		[30_000, 30_000],
		[300_000, 60_000],
	])('of %d ms gives an answer %d ms', async (maxWaitMs, awaitedMs) => {
		const { timeouts, clock, run } = setUp([ok], 9_000);
		await run(get, { maxWaitMs });
		await run(get, { deadline: clock.now() + maxWaitMs });
		expect(timeouts).toEqual([awaitedMs, awaitedMs]);
	});

	test('excludes the wait for the first turn, includes that after a refusal by a limit', async () => {
		const { sent, run, failing } = setUp([
			{ ...ok, headers: full },
			error('rate_limited', { ...full, 'retry-after': '5' }),
		]);
		await run(get);
		expect(await failing(get, { maxWaitMs: 4_999 })).toMatchObject({
			attempts: 1,
			tookMs: 0,
			waitTooLong: { ms: 5_000, reason: 'rate_limited: the limit of requests a minute' },
			lastAttempt: { refusal: { code: 'rate_limited' } },
		});
		expect(sent.map(({ at }) => at)).toEqual([0, 60_000]);
		// The same refusal delays a further request by as much.
		expect(await failing(get, { maxWaitMs: 4_999 })).toMatchObject({
			attempts: 0,
			lastAttempt: undefined,
			waitTooLong: { ms: 5_000 },
		});
	});

	test('includes the wait for the first turn where it is a time of day', async () => {
		const { clock, sent, run, failing } = setUp([{ ...ok, headers: full }]);
		await run(get);
		const unsent = { attempts: 0, lastAttempt: undefined, tookMs: 0 };
		expect(await failing(get, { deadline: clock.now() + 59_999 })).toMatchObject({
			...unsent,
			waitTooLong: { ms: 60_000, reason: 'rate_limited: the limit of requests a minute' },
		});
		await run(get, { deadline: clock.now() + 60_000 });
		expect(sent).toHaveLength(2);
	});
});

describe('onWaiting', () => {
	test('is called when a wait begins, for a limit or for the service', async () => {
		const down = error('api_tokens_disabled', { 'retry-after': '5' });
		const { clock, run } = setUp([{ ...ok, headers: full }, down, ok]);
		const waits: Array<[string, number]> = [];
		const began = clock.now();
		const onWaiting = (reason: string, until: number) => waits.push([reason, until - began]);
		await run(get, { onWaiting });
		expect(waits).toEqual([]);
		await run(get, { onWaiting });
		expect(waits.slice(0, 2)).toEqual([
			['the limit of requests a minute', 60_000],
			['the service (api_tokens_disabled)', 65_250],
		]);
	});
});

describe('a failed attempt', () => {
	test('has its own backoff by reason', async () => {
		const busy = error('rate_limited', { 'retry-after': '1' });
		const { sent, run } = setUp([busy, busy, busy, busy, busy, error('internal_error'), lost, ok]);
		await run(get);
		const gaps = sent.map(({ at }, n) => at - (sent[n - 1]?.at ?? 0)).slice(1);
		expect(gaps.slice(5)).toEqual([500, 500]);
	});

	test('ends the request at once where no retry helps', async () => {
		const { failing } = setUp([error('phone_already_in_use')]);
		const { attempts, tookMs, waitTooLong } = await failing(create);
		expect({ attempts, tookMs, waitTooLong }).toEqual({ attempts: 1, tookMs: 0 });
	});

	test.each([
		['an error of n8n', new TypeError('broken'), 'unknown'],
		['an unusable credential', unusable, 'not done'],
	])('with %s throws that error', async (_, raised, state) => {
		const { run, writeOf } = setUp([raised, ok]);
		await expect(run(create)).rejects.toBe(raised);
		expect(writeOf(create, 'key-1')).toMatchObject({ state });
		// Its reservation is released.
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
		await clock.pass(0);
		expect(clock.waiting).toBe(0);
	});

	test('ends a request whose connection breaks with it', async () => {
		const { clock, cancel, dependencies } = setUp(
			[{ reached: 'maybe', code: 'ERR_CANCELED' }],
			5_000,
		);
		const running = send(create, dependencies, { maxWaitMs: 1_000 }).catch(
			(thrown: unknown) => thrown,
		);
		await clock.pass(1_000);
		cancel.abort();
		expect(await clock.finish(running)).toBeInstanceOf(Cancelled);
	});

	test('still returns an answer that arrives', async () => {
		const { clock, cancel, dependencies } = setUp([ok], 5_000);
		const running = send(create, dependencies, { maxWaitMs: 1_000 });
		await clock.pass(1_000);
		cancel.abort();
		expect(await clock.finish(running)).toMatchObject({ statusCode: 200 });
	});
});

describe('a replay', () => {
	const replay = { ...ok, headers: { 'idempotent-replayed': 'true' } };

	test.each<[string, Reply[], Array<Parameters<ReturnType<typeof setUp>['run']>[1]>]>([
		['an attempt of an earlier try', [lost, replay], [{ maxWaitMs: 0 }, {}]],
		[
			'none of its attempts, for a limit has refused the first',
			[error('rate_limited', { 'retry-after': '1' }), replay],
			[{}],
		],
	])('takes no slot of the channel where it answers %s', async (_, replies, tries) => {
		const { run } = setUp(replies);
		const ends = spyOnReleases();
		for (const options of tries) await run(start, options).catch(() => {});
		expect(ends.at(-1)).toMatchObject({
			...{ result: { kind: 'success' }, countsAsSend: false },
		});
	});
});

describe('a request that gives up', () => {
	test('does so where only its window has no room for a retry', async () => {
		const { failing } = setUp([error('api_tokens_disabled', full)]);
		expect(await failing(get, { maxWaitMs: 30_000 })).toMatchObject({
			attempts: 1,
			waitTooLong: { ms: 59_000, reason: 'rate_limited: the limit of requests a minute' },
		});
	});

	test('names no wait where nobody can tell how long it would be', async () => {
		const { clock, run, failing } = setUp([{ ...ok, headers: full }], 9_000);
		await run(get);
		await clock.pass(60_000);
		const inFlight = run(get);
		const { attempts, waitTooLong } = await failing(get, { deadline: clock.now() + 5_000 });
		expect([attempts, waitTooLong]).toEqual([0, undefined]);
		await inFlight;
	});

	test('names no wait where it was attempted often enough', async () => {
		const wrongAddress = Array<Reply>(4).fill(page(404));
		const { failing } = setUp([...wrongAddress, ok]);
		const { attempts, waitTooLong } = await failing(get);
		expect([attempts, waitTooLong]).toEqual([4, undefined]);
	});
});

test('a request that was cancelled while it waited is not taken for one that met an outage', async () => {
	const { clock, cancel, dependencies, run } = setUp([lost]);
	const running = run(get).catch((thrown: unknown) => thrown);
	await clock.pass(0);
	dependencies.outage.record(create, { sentAt: clock.elapsed() - 400_000, timedOut: true });
	cancel.abort();
	expect(await running).toBeInstanceOf(Cancelled);
});
