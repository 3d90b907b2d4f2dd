import { getEventListeners, setMaxListeners } from 'events';
import type { AttemptResult } from '../../../nodes/CustomerRelationship/transport/answer';
import {
	RateLimiter,
	type QueuedRequest,
} from '../../../nodes/CustomerRelationship/transport/rateLimiter';
import { FakeClock } from './fakeClock';
import { broken, foreign, refusal } from './failedAttempts';

const send = { via: 'channel:main', opensConversation: true };
/** Waits for any time. */
const PATIENT = { giveUpAt: Infinity, longestClosedMs: Infinity };
const never = new AbortController().signal;
setMaxListeners(0, never);

const success = (limit?: number, remaining?: number, resetMs?: number): AttemptResult => ({
	kind: 'success',
	answer: { statusCode: 200, body: {}, requestId: 'r', replayed: false, at: 0 },
	headers: { limit, remaining, resetMs, retryAfterMs: undefined },
});
const limited = (retryAfterMs: number, remaining?: number): AttemptResult =>
	refusal(429, 'rate_limit_error', 'rate_limited', {
		headers: { limit: remaining === undefined ? undefined : 100, remaining, retryAfterMs },
	});
const unsent = broken('no');

interface Given {
	of?: typeof send;
	signal?: AbortSignal;
	reservedShare?: number;
	until?: number;
	closedMs?: number;
	/** The ticket of an earlier try. */
	ticket?: QueuedRequest;
}

/** A line with a clock of its own, whose times count from its beginning. */
function setUp() {
	const clock = new FakeClock();
	const began = clock.now();
	const line = new RateLimiter(clock);
	const events: unknown[] = [];
	const at = () => clock.now() - began;
	/** Somebody comes, whose turn is written down. */
	const come = (
		name: string,
		{
			of,
			ticket: queued,
			signal = never,
			until = Infinity,
			closedMs = Infinity,
			...more
		}: Given = {},
	) => {
		const own = queued ?? line.enqueue(of, signal, more);
		void line
			.waitForTurn(own, {
				giveUpAt: until + (until === Infinity ? 0 : began),
				longestClosedMs: closedMs,
			})
			.then((turn) => events.push([name, typeof turn === 'string' ? turn : turn.ms, at()]));
		return own;
	};
	const ended = (queued: QueuedRequest, result: AttemptResult | undefined, countsAsSend = false) =>
		line.release(queued, { result, countsAsSend, sentAt: clock.now() });
	/** So many requests, answered at once. */
	const make = async (count: number, result: AttemptResult | undefined, of?: typeof send) => {
		for (let n = 0; n < count; n += 1) {
			const queued = line.enqueue(of, never);
			expect(await line.waitForTurn(queued, PATIENT)).toBe('admitted');
			ended(queued, result, of !== undefined);
		}
	};
	return { clock, line, events, come, ended, make };
}

describe('who waits', () => {
	test('is let through in the order in which it came, and a refused one keeps its place in front', async () => {
		const { clock, events, come, ended } = setUp();
		const first = come('first');
		await clock.pass(0);
		ended(first, limited(3_000));
		for (const name of ['second', 'third']) come(name);
		come('first again', { ticket: first });
		await clock.pass(3_000);
		expect(events).toEqual([
			['first', 'admitted', 0],
			['first again', 'admitted', 3_000],
			['second', 'admitted', 3_000],
			['third', 'admitted', 3_000],
		]);
	});

	test('for a channel holds nobody else back, nor does one channel another', async () => {
		const { clock, events, come, make } = setUp();
		await make(1, success(100, 99, 60_000));
		await make(30, success(100, 69, 60_000), send);
		come('send', { of: send });
		come('read');
		come('send of another', { of: { ...send, via: 'channel:other' } });
		await clock.pass(60_000);
		expect(events).toEqual([
			['read', 'admitted', 0],
			['send of another', 'admitted', 0],
			['send', 'admitted', 60_000],
		]);
	});

	test('for requests keeps no place in its channel', async () => {
		const { clock, events, come, make } = setUp();
		await make(1, success(100, 0, 60_000));
		for (let n = 0; n < 40; n += 1) come('late', { of: send, until: 1_000 });
		await clock.pass(60_000);
		events.length = 0;
		for (let n = 0; n < 40; n += 1) come('send', { of: send });
		await clock.pass(0);
		// One has asked whether others still use the limit.
		expect(events).toHaveLength(1);
	});

	test('with room to spare lets others by', async () => {
		const { clock, events, come, make } = setUp();
		await make(8, success(10, 2, 60_000));
		come('sparing', { reservedShare: 0.25 });
		come('other');
		await clock.pass(0);
		expect(events).toEqual([['other', 'admitted', 0]]);
	});
});

describe('a refusal of a send', () => {
	test.each([
		['while requests still fit closes its channel’s gate', limited(9_000, 50), 0],
		['while none fits closes the token’s', limited(9_000, 0), 9_000],
		['without a word on requests closes the token’s', limited(9_000), 9_000],
	])('%s', async (_, result, readAt) => {
		const { clock, events, come, ended } = setUp();
		const refused = come('send', { of: send });
		await clock.pass(0);
		ended(refused, result);
		come('again', { of: send, ticket: refused });
		const reading = come('read');
		await clock.pass(9_000);
		ended(refused, success(100, 50, 1_000));
		if (readAt === 0) ended(reading, success(100, 50, 1_000));
		await clock.pass(9_000);
		expect(events.slice(1)).toEqual(
			expect.arrayContaining([
				['again', 'admitted', 9_000],
				['read', 'admitted', readAt],
			]),
		);
	});

	test('by its channel counts as a request', async () => {
		const { clock, events, come, ended } = setUp();
		const refused = come('send', { of: send });
		await clock.pass(0);
		ended(
			refused,
			refusal(429, '', 'rate_limited', { headers: { limit: 2, remaining: 1, retryAfterMs: 1 } }),
		);
		come('read');
		come('another');
		await clock.pass(1_000);
		expect(events.slice(1)).toEqual([['read', 'admitted', 0]]);
	});
});

describe('a wait that is too long', () => {
	const full = success(1, 0, 60_000);

	test.each<[string, Given, unknown]>([
		['lasts as long as it must without an end', {}, ['one', 'admitted', 60_000]],
		['is allowed up to the end', { until: 60_000 }, ['one', 'admitted', 60_000]],
		['is refused at once when it would end later', { until: 59_999 }, ['one', 60_000, 0]],
		['is no matter of patience with refusals', { closedMs: 0 }, ['one', 'admitted', 60_000]],
	])('%s', async (_, given, event) => {
		const { clock, events, come, make } = setUp();
		await make(1, full);
		come('one', given);
		await clock.pass(60_000);
		expect(events).toEqual([event]);
		expect(clock.waiting).toBe(0);
	});

	test('for a refusal ends for all whom it closes the gate for too long, at once', async () => {
		const { clock, events, come, ended, make } = setUp();
		await make(1, success(2, 1, 60_000));
		const refused = come('refused');
		for (const closedMs of [8_999, 9_000]) come(`bears ${closedMs}`, { closedMs });
		await clock.pass(1_000);
		ended(refused, limited(9_000));
		come('late', { closedMs: 8_999 });
		await clock.pass(100_000);
		expect(events).toEqual([
			['refused', 'admitted', 0],
			['bears 8999', 9_000, 1_001 - 1],
			['late', 9_000, 1_000],
			['bears 9000', 'admitted', 10_000],
		]);
	});

	test('for answers that don’t come ends at its end, by the clock', async () => {
		const { clock, events, come, make } = setUp();
		await make(1, success(1, 0, 60_000));
		await clock.pass(60_000);
		come('under way');
		come('other', { until: 65_000 });
		come('patient', { until: 66_000 });
		await clock.pass(5_999);
		expect(events.slice(1)).toEqual([['other', undefined, 65_000]]);
	});

	test('does not keep from its try whose time is over when there is room', async () => {
		const { clock, events, come } = setUp();
		come('one', { until: 0 });
		await clock.pass(0);
		expect(events).toEqual([['one', 'admitted', 0]]);
	});
});

describe('what is told of a wait', () => {
	test('is how long it was for which limit, and until when it may last', async () => {
		const { clock, line, make, ended } = setUp();
		const began = clock.now();
		await make(1, success(100, 99, 60_000));
		await make(30, success(100, 69, 60_000), send);
		const ahead = new Set<string>();
		const waitedMs: Record<string, number> = {};
		const queued = line.enqueue(send, never, {
			onWaiting: (reason, until) => ahead.add(`${reason} ${until - began}`),
			onWaited: (limit, from, to) => (waitedMs[limit] = (waitedMs[limit] ?? 0) + to - from),
		});
		const waiting = line.waitForTurn(queued, PATIENT);
		await clock.pass(20_000);
		const reading = line.enqueue(undefined, never);
		void line.waitForTurn(reading, PATIENT);
		await clock.pass(0);
		ended(reading, limited(55_000, 0));
		await clock.finish(waiting);
		expect(waitedMs).toEqual({ send: 60_000, request: 15_000 });
		expect([...ahead]).toEqual([
			'the limit of 30 message sends a minute and channel 60000',
			'the limit of requests a minute 75000',
		]);
	});

	test('is nothing where there was none, nor is anything left behind', async () => {
		const { clock, line } = setUp();
		const told = () => {
			throw new Error('There was no wait');
		};
		const { signal } = new AbortController();
		const queued = line.enqueue(undefined, signal, { onWaiting: told, onWaited: told });
		expect(await line.waitForTurn(queued, { giveUpAt: 0, longestClosedMs: 0 })).toBe('admitted');
		expect(clock.waiting).toBe(0);
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});
});

test.each<[string, AttemptResult | undefined, number]>([
	['an answer', success(), 1],
	['a refusal', refusal(404, 'not_found_error', 'resource_not_found'), 1],
	['a refusal by a limit', limited(1), 0],
	['a page', foreign(502), 1],
	['no answer', broken('maybe'), 1],
	['no connection', unsent, 0],
	['what nobody can tell', undefined, 1],
])('a try that ended with %s counts as a request, or not', async (_, result, counts) => {
	const { clock, events, come, make } = setUp();
	await make(1, result);
	await clock.pass(2_000);
	for (let n = 0; n <= 120; n += 1) come('one');
	await clock.pass(0);
	expect(events).toHaveLength(120 - counts);
});

describe('the end of an execution', () => {
	test('ends its waits at once, and nobody else’s', async () => {
		const { clock, events, come, make } = setUp();
		await make(1, success(1, 0, 60_000));
		const stop = new AbortController();
		come('first', { signal: stop.signal });
		come('second');
		come('third', { signal: stop.signal });
		await clock.pass(1_000);
		stop.abort();
		await clock.pass(0);
		expect(events).toEqual([
			['first', 'aborted', 1_000],
			['third', 'aborted', 1_000],
		]);
		expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0);
		await clock.pass(59_000);
		expect(events.slice(2)).toEqual([['second', 'admitted', 60_000]]);
	});

	test('that is the last in line leaves no timer behind', async () => {
		const { clock, come, make } = setUp();
		await make(1, success(1, 0, 60_000));
		const stop = new AbortController();
		come('only', { signal: stop.signal });
		await clock.pass(1_000);
		stop.abort();
		await clock.pass(0);
		expect(clock.waiting).toBe(0);
	});

	test('by what made room takes none of it', async () => {
		const { clock, events, come, ended, make } = setUp();
		await make(1, success(2, 1, 60_000));
		const last = come('last');
		await clock.pass(0);
		const stop = new AbortController();
		come('stopped', { signal: stop.signal });
		come('other');
		await clock.pass(0);
		ended(last, unsent);
		stop.abort();
		await clock.pass(0);
		expect(events.slice(1)).toEqual([
			['stopped', 'aborted', 0],
			['other', 'admitted', 0],
		]);
	});

	test('before it waits is the end of it', async () => {
		const { clock, events, come } = setUp();
		come('late', { signal: AbortSignal.abort() });
		await clock.pass(0);
		expect(events).toEqual([['late', 'aborted', 0]]);
	});
});

test('looks in time however often answers come meanwhile', async () => {
	const { clock, events, come, ended, make } = setUp();
	await make(1, success(3, 2, 60_000));
	const [one, two] = [come('one'), come('two')];
	come('three');
	await clock.pass(59_999);
	ended(one, broken('maybe'));
	ended(two, broken('maybe'));
	await clock.pass(1);
	expect(events.slice(2)).toEqual([['three', 'admitted', 60_000]]);
});
