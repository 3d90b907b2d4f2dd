import { getEventListeners, setMaxListeners } from 'events';
import type { AttemptResult } from '../../../nodes/CustomerRelationship/transport/answer';
import {
	RateLimiter,
	TurnSlots,
	type QueuePlace,
} from '../../../nodes/CustomerRelationship/transport/rateLimiter';
import { FakeClock } from './fakeClock';
import { broken, foreign, refusal } from './failedAttempts';

const message = { via: 'channel:main', opensConversation: true };
/** Waits for as long as it takes. */
const PATIENT = { giveUpAt: Infinity, longestClosedMs: Infinity };
const never = new AbortController().signal;
setMaxListeners(0, never);

const success = (limit?: number, remaining?: number, resetMs?: number): AttemptResult => ({
	kind: 'success',
	answer: { statusCode: 200, body: {}, requestId: 'r', replayed: false, receivedAt: 0 },
	headers: { limit, remaining, resetMs, retryAfterMs: undefined },
});
const limited = (retryAfterMs: number, remaining?: number): AttemptResult =>
	refusal(429, 'rate_limit_error', 'rate_limited', {
		headers: { limit: remaining === undefined ? undefined : 100, remaining, retryAfterMs },
	});
/** The result of an attempt, or that none was made. */
type Released = AttemptResult | 'unsent' | undefined;

interface Given {
	send?: typeof message;
	signal?: AbortSignal;
	reservedShare?: number;
	preSendRequests?: number;
	until?: number;
	closedMs?: number;
	/** The place that the request got for an earlier attempt. */
	place?: QueuePlace;
}

/** A rate limiter with a clock of its own; times count from its beginning. */
function setUp() {
	const clock = new FakeClock();
	const began = clock.now();
	const rateLimiter = new RateLimiter(clock);
	const events: unknown[] = [];
	const at = () => clock.now() - began;
	/** The slots of the requests that were admitted last. */
	const slotsOf = new Map<QueuePlace, TurnSlots>();
	const waitForTurn = async (...[place, options]: Parameters<RateLimiter['waitForTurn']>) => {
		const admission = await rateLimiter.waitForTurn(place, options);
		if (!(admission instanceof TurnSlots)) return admission;
		slotsOf.set(place, admission);
		return 'admitted';
	};
	/** A request arrives; the end of its wait becomes an event. */
	const arrive = (
		name: string,
		{
			send,
			place: earlier,
			signal = never,
			until = Infinity,
			closedMs = Infinity,
			preSendRequests,
			...more
		}: Given = {},
	) => {
		const place = earlier ?? rateLimiter.enqueue(send, signal, more);
		void waitForTurn(place, {
			giveUpAt: until + (until === Infinity ? 0 : began),
			longestClosedMs: closedMs,
			...(preSendRequests && { preSendRequests }),
		}).then((turn) => events.push([name, typeof turn === 'string' ? turn : turn.ms, at()]));
		return place;
	};
	const release = (place: QueuePlace, result: Released, countsAsSend = false) =>
		slotsOf
			.get(place)
			?.takeOwn()
			.release(result === 'unsent' ? result : { result, countsAsSend, sentAt: clock.now() });
	/** Makes requests that are answered at once. */
	const make = async (count: number, result: Released, send?: typeof message) => {
		for (let n = 0; n < count; n += 1) {
			const place = rateLimiter.enqueue(send, never);
			expect(await waitForTurn(place, PATIENT)).toBe('admitted');
			release(place, result, send !== undefined);
		}
	};
	return { clock, rateLimiter, waitForTurn, events, arrive, release, make };
}

describe('the queue', () => {
	test('admits in arrival order; a request refused with 429 keeps its place', async () => {
		const { clock, events, arrive, release } = setUp();
		const first = arrive('first');
		await clock.pass(0);
		release(first, limited(3_000));
		for (const name of ['second', 'third']) arrive(name);
		arrive('first again', { place: first });
		await clock.pass(3_000);
		expect(events).toEqual([
			['first', 'admitted', 0],
			['first again', 'admitted', 3_000],
			['second', 'admitted', 3_000],
			['third', 'admitted', 3_000],
		]);
	});

	test('does not let a request that waits for its channel block others', async () => {
		const { clock, events, arrive, make } = setUp();
		await make(1, success(100, 99, 60_000));
		await make(30, success(100, 69, 60_000), message);
		arrive('send', { send: message });
		arrive('read');
		arrive('send of another', { send: { ...message, via: 'channel:other' } });
		await clock.pass(60_000);
		expect(events).toEqual([
			['read', 'admitted', 0],
			['send of another', 'admitted', 0],
			['send', 'admitted', 60_000],
		]);
	});

	test('does not reserve a slot of the channel for a request that waits for the token', async () => {
		const { clock, events, arrive, make } = setUp();
		await make(1, success(100, 0, 60_000));
		for (let n = 0; n < 40; n += 1) arrive('late', { send: message, until: 1_000 });
		await clock.pass(60_000);
		events.length = 0;
		for (let n = 0; n < 40; n += 1) arrive('send', { send: message });
		await clock.pass(0);
		// One was admitted as a probe.
		expect(events).toHaveLength(1);
	});

	test('lets others pass a request whose reserved share is not free', async () => {
		const { clock, events, arrive, make } = setUp();
		await make(8, success(10, 2, 60_000));
		arrive('sparing', { reservedShare: 0.25 });
		arrive('other');
		await clock.pass(0);
		expect(events).toEqual([['other', 'admitted', 0]]);
	});
});

describe('a refused message', () => {
	test.each([
		['closes the channel’s window while requests still fit', limited(9_000, 50), 0],
		['closes the token’s window when none fits', limited(9_000, 0), 9_000],
		['closes the token’s window when headers don’t tell', limited(9_000), 9_000],
	])('%s', async (_, result, readAt) => {
		const { clock, events, arrive, release } = setUp();
		const refused = arrive('send', { send: message });
		await clock.pass(0);
		release(refused, result);
		arrive('again', { send: message, place: refused });
		const reading = arrive('read');
		await clock.pass(9_000);
		release(refused, success(100, 50, 1_000));
		if (readAt === 0) release(reading, success(100, 50, 1_000));
		await clock.pass(9_000);
		expect(events.slice(1)).toEqual(
			expect.arrayContaining([
				['again', 'admitted', 9_000],
				['read', 'admitted', readAt],
			]),
		);
	});

	test('counts as a request where the channel’s limit refused it', async () => {
		const { clock, events, arrive, release } = setUp();
		const refused = arrive('send', { send: message });
		await clock.pass(0);
		release(
			refused,
			refusal(429, '', 'rate_limited', { headers: { limit: 2, remaining: 1, retryAfterMs: 1 } }),
		);
		arrive('read');
		arrive('another');
		await clock.pass(1_000);
		expect(events.slice(1)).toEqual([['read', 'admitted', 0]]);
	});
});

describe('the limits of a wait', () => {
	const full = success(1, 0, 60_000);

	test.each<[string, Given, unknown]>([
		['may be none: it waits for as long as it takes', {}, ['one', 'admitted', 60_000]],
		['allow a wait that ends in time', { until: 60_000 }, ['one', 'admitted', 60_000]],
		['end a wait at once that would end too late', { until: 59_999 }, ['one', 60_000, 0]],
		[
			'for closed windows do not matter for full ones',
			{ closedMs: 0 },
			['one', 'admitted', 60_000],
		],
	])('%s', async (_, given, event) => {
		const { clock, events, arrive, make } = setUp();
		await make(1, full);
		arrive('one', given);
		await clock.pass(60_000);
		expect(events).toEqual([event]);
		expect(clock.waiting).toBe(0);
	});

	test('for closed windows end all waits at once that a refusal makes too long', async () => {
		const { clock, events, arrive, release, make } = setUp();
		await make(1, success(2, 1, 60_000));
		const refused = arrive('refused');
		for (const closedMs of [8_999, 9_000]) arrive(`waits ${closedMs}`, { closedMs });
		await clock.pass(1_000);
		release(refused, limited(9_000));
		arrive('late', { closedMs: 8_999 });
		await clock.pass(100_000);
		expect(events).toEqual([
			['refused', 'admitted', 0],
			['waits 8999', 9_000, 1_001 - 1],
			['late', 9_000, 1_000],
			['waits 9000', 'admitted', 10_000],
		]);
	});

	test('end a wait by the clock where only missing answers could tell of room', async () => {
		const { clock, events, arrive, make } = setUp();
		await make(1, success(1, 0, 60_000));
		await clock.pass(60_000);
		arrive('in flight');
		arrive('other', { until: 65_000 });
		arrive('patient', { until: 66_000 });
		await clock.pass(5_999);
		expect(events.slice(1)).toEqual([['other', undefined, 65_000]]);
	});

	test('do not keep a request from free room when they are over', async () => {
		const { clock, events, arrive } = setUp();
		arrive('one', { until: 0 });
		await clock.pass(0);
		expect(events).toEqual([['one', 'admitted', 0]]);
	});
});

describe('callbacks', () => {
	test('tell how long a request waited for which limit, and until when it may last', async () => {
		const { clock, rateLimiter, waitForTurn, make, release } = setUp();
		const began = clock.now();
		await make(1, success(100, 99, 60_000));
		await make(30, success(100, 69, 60_000), message);
		const ahead = new Set<string>();
		const waitedMs: Record<string, number> = {};
		const place = rateLimiter.enqueue(message, never, {
			onWaiting: (reason, until) => ahead.add(`${reason} ${until - began}`),
			onWaited: (limit, { from, to }) => (waitedMs[limit] = (waitedMs[limit] ?? 0) + to - from),
		});
		const waiting = waitForTurn(place, PATIENT);
		await clock.pass(20_000);
		const reading = rateLimiter.enqueue(undefined, never);
		void waitForTurn(reading, PATIENT);
		await clock.pass(0);
		release(reading, limited(55_000, 0));
		await clock.finish(waiting);
		expect(waitedMs).toEqual({ send: 60_000, request: 15_000 });
		expect([...ahead]).toEqual([
			'the limit of 30 message sends a minute and channel 60000',
			'the limit of requests a minute 75000',
		]);
	});

	test('are not called without a wait, and nothing is left behind', async () => {
		const { clock, rateLimiter, waitForTurn } = setUp();
		const told = () => {
			throw new Error('There was no wait');
		};
		const { signal } = new AbortController();
		const place = rateLimiter.enqueue(undefined, signal, { onWaiting: told, onWaited: told });
		expect(await waitForTurn(place, { giveUpAt: 0, longestClosedMs: 0 })).toBe('admitted');
		expect(clock.waiting).toBe(0);
		expect(getEventListeners(signal, 'abort')).toHaveLength(0);
	});
});

test.each<[string, Released, number]>([
	['success', success(), 1],
	['a refusal', refusal(404, 'not_found_error', 'resource_not_found'), 1],
	['a refusal by a limit', limited(1), 0],
	['a foreign answer', foreign(502), 1],
	['no answer', broken('maybe'), 1],
	['no connection', broken('no'), 0],
	['an unknown result', undefined, 1],
	['nothing sent', 'unsent', 0],
])('counts a request with %s, or not', async (_, result, counts) => {
	const { clock, events, arrive, make } = setUp();
	await make(1, result);
	await clock.pass(2_000);
	for (let n = 0; n <= 120; n += 1) arrive('one');
	await clock.pass(0);
	expect(events).toHaveLength(120 - counts);
});

describe('an aborted signal', () => {
	test('ends the waits of its requests at once, and no others', async () => {
		const { clock, events, arrive, make } = setUp();
		await make(1, success(1, 0, 60_000));
		const stop = new AbortController();
		arrive('first', { signal: stop.signal });
		arrive('second');
		arrive('third', { signal: stop.signal });
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

	test('leaves no timer behind when nothing waits any more', async () => {
		const { clock, arrive, make } = setUp();
		await make(1, success(1, 0, 60_000));
		const stop = new AbortController();
		arrive('only', { signal: stop.signal });
		await clock.pass(1_000);
		stop.abort();
		await clock.pass(0);
		expect(clock.waiting).toBe(0);
	});

	test('of a request that could be admitted leaves the room to the next', async () => {
		const { clock, events, arrive, release, make } = setUp();
		await make(1, success(2, 1, 60_000));
		const last = arrive('last');
		await clock.pass(0);
		const stop = new AbortController();
		arrive('stopped', { signal: stop.signal });
		arrive('other');
		await clock.pass(0);
		release(last, 'unsent');
		stop.abort();
		await clock.pass(0);
		expect(events.slice(1)).toEqual([
			['stopped', 'aborted', 0],
			['other', 'admitted', 0],
		]);
	});

	test('ends a wait before it begins', async () => {
		const { clock, events, arrive } = setUp();
		arrive('late', { signal: AbortSignal.abort() });
		await clock.pass(0);
		expect(events).toEqual([['late', 'aborted', 0]]);
	});
});

test('checks in time, however many answers arrive meanwhile', async () => {
	const { clock, events, arrive, release, make } = setUp();
	await make(1, success(3, 2, 60_000));
	const [one, two] = [arrive('one'), arrive('two')];
	arrive('three');
	await clock.pass(59_999);
	release(one, broken('maybe'));
	release(two, broken('maybe'));
	await clock.pass(1);
	expect(events.slice(2)).toEqual([['three', 'admitted', 60_000]]);
});

test('a request that arrives does not take the turn of one that is stopped in this very moment', async () => {
	const { clock, events, arrive, release, make } = setUp();
	await make(1, success(2, 1, 60_000));
	const last = arrive('last');
	await clock.pass(0);
	const stop = new AbortController();
	arrive('stopped', { signal: stop.signal });
	await clock.pass(0);
	release(last, 'unsent');
	arrive('new');
	stop.abort();
	await clock.pass(0);
	expect(events.slice(1)).toEqual([
		['stopped', 'aborted', 0],
		['new', 'admitted', 0],
	]);
});

test('a refused read closes the token’s window, whatever remains of it', async () => {
	const { clock, events, arrive, release } = setUp();
	const refused = arrive('read');
	await clock.pass(0);
	release(refused, limited(9_000, 50));
	arrive('another');
	await clock.pass(9_000);
	expect(events.slice(1)).toEqual([['another', 'admitted', 9_000]]);
});

test('a message that waits for its channel keeps no room for its reads from others', async () => {
	const { clock, events, arrive, make } = setUp();
	await make(30, success(32, 2, 60_000), message);
	await make(1, success(32, 1, 60_000));
	arrive('send', { send: message, preSendRequests: 2 });
	arrive('read');
	await clock.pass(0);
	expect(events).toEqual([['read', 'admitted', 0]]);
});

test('an answer leaves no timer behind where nothing waits', async () => {
	const { clock, make } = setUp();
	await make(1, success());
	expect(clock.waiting).toBe(0);
});
