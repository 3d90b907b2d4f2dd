import { setMaxListeners } from 'events';
import fc from 'fast-check';
import {
	RequestFailed,
	send,
	type NoAnswer,
	type Surroundings,
} from '../../../nodes/CustomerRelationship/transport/client';
import { RateLimiter } from '../../../nodes/CustomerRelationship/transport/rateLimit';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { Cancelled } from '../../../nodes/CustomerRelationship/transport/wait';
import { FakeClock } from './fakeClock';
import { ReferenceService, type Limits, type Seen } from './referenceService';

const RUNS = Number(process.env.PROPERTY_RUNS ?? 100);

interface Load {
	requests: number;
	parallel: number;
	/** Ms that a caller takes before each request, in turn. */
	pauses: number[];
	/** Ms there and back, in turn. */
	latencies: number[];
}

const milliseconds = (max: number) =>
	fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max })), { minLength: 1, maxLength: 12 });

const load = (most: number): fc.Arbitrary<Load> =>
	fc.record({
		requests: fc.integer({ min: 1, max: most }),
		parallel: fc.integer({ min: 1, max: 20 }),
		pauses: milliseconds(1_500),
		latencies: milliseconds(2_000),
	});

const limits = (channelLimit: fc.Arbitrary<number>): fc.Arbitrary<Limits> =>
	fc.record({
		windowMs: fc.oneof(fc.constant(60_000), fc.integer({ min: 500, max: 60_000 })),
		tokenLimit: fc.integer({ min: 1, max: 120 }),
		companyLimit: fc.integer({ min: 1, max: 200 }),
		channelLimit,
	});

const read = (n: number): ApiRequest => ({ method: 'GET', path: `/reads/${n}` });
const message = (n: number): ApiRequest => ({
	method: 'POST',
	path: `/sends/main/${n}`,
	send: { via: 'channel:main', opensConversation: true },
});

function surroundingsOf(clock: FakeClock, service: ReferenceService): Surroundings {
	const { signal } = new AbortController();
	setMaxListeners(0, signal);
	const limiter = new RateLimiter(clock);
	return { baseUrl: '', exchange: service.exchange, limiter, clock, random: () => 0.5, signal };
}

/** Sends `requests`, `parallel` of them at once. @returns when each began to wait */
async function run(
	surroundings: Surroundings,
	{ requests, parallel, pauses }: Load,
	requestOf: (n: number) => ApiRequest = read,
): Promise<Map<string, number>> {
	const { clock } = surroundings;
	const began = new Map<string, number>();
	let next = 0;
	const lane = async () => {
		while (next < requests) {
			const n = next++;
			await clock.wait(pauses[n % pauses.length] ?? 0, surroundings.signal);
			const request = requestOf(n);
			began.set(request.path, clock.now());
			await send(request, surroundings, { maxWaitMs: 1e9 });
		}
	};
	await Promise.all(Array.from({ length: parallel }, lane));
	return began;
}

/** The longest time, in ms, that a request waited although the service had a slot for it. */
function longestIdle(seen: Seen[], began: Map<string, number>, limit: number, windowMs: number): number {
	const leaving = [...seen].sort((a, b) => a.leftAt - b.leftAt);
	const handled = seen.map(({ handledAt }) => handledAt).sort((a, b) => a - b);
	let longest = 0;
	for (const [sent, { url, leftAt }] of leaving.entries()) {
		// Before this one left, `sent` others had: a slot is free once all but `limit - 1` of them are out.
		const blocking = handled[sent - limit];
		const freeAt = Math.max(
			began.get(url) ?? 0,
			leaving[sent - 1]?.leftAt ?? 0,
			blocking === undefined ? 0 : blocking + windowMs,
		);
		longest = Math.max(longest, leftAt - freeAt);
	}
	return longest;
}

describe('a token that nobody else uses', () => {
	const unlimited = fc.constant(1e9);

	test('is never refused, and idle no longer than the rounding of RateLimit-Reset and two round trips', async () => {
		await check(limits(unlimited), load(300), async (limit, work) => {
			const clock = new FakeClock();
			const service = new ReferenceService(clock, limit, work.latencies);
			const began = await clock.finish(run(surroundingsOf(clock, service), work));
			expect(service.seen).toHaveLength(work.requests);
			expect(service.refusals).toBe(0);
			const most = Math.min(limit.tokenLimit, limit.companyLimit);
			expect(longestIdle(service.seen, began, most, limit.windowMs)).toBeLessThanOrEqual(
				1_000 + 2 * roundTrip(work),
			);
		});
	});

	test('is never refused when answers and requests get lost, and all arrive in the end', async () => {
		const losses = fc.array(fc.constantFrom('none', 'none', 'request', 'answer'), {
			minLength: 3,
			maxLength: 12,
		}) as fc.Arbitrary<ReferenceService['losses']>;
		await check(limits(unlimited), fc.tuple(load(150), losses), async (limit, [work, lost]) => {
			const clock = new FakeClock();
			const service = new ReferenceService(clock, limit, work.latencies);
			// Until an answer has told the limit there is nothing to go by.
			service.losses = ['none', ...lost];
			await clock.finish(run(surroundingsOf(clock, service), work));
			expect(new Set(service.seen.map(({ url }) => url)).size).toBe(work.requests);
			expect(service.refusals).toBe(0);
		});
	});

	test('is never refused when it works again after any pause', async () => {
		const pause = fc.integer({ min: 0, max: 130_000 });
		await check(limits(unlimited), fc.tuple(load(60), pause, load(60)), async (limit, phases) => {
			const clock = new FakeClock();
			const [first, pauseMs, second] = phases;
			const service = new ReferenceService(clock, limit, first.latencies);
			const surroundings = surroundingsOf(clock, service);
			await clock.finish(run(surroundings, first));
			await clock.pass(pauseMs);
			await clock.finish(run(surroundings, second));
			expect(service.refusals).toBe(0);
		});
	});

	test('makes 400 requests in hardly more than the three windows that the limit of 120 asks for', async () => {
		for (const windowMs of [2_000, 60_000]) {
			const clock = new FakeClock();
			const limit = { windowMs, tokenLimit: 120, companyLimit: 600, channelLimit: 30 };
			const work = { requests: 400, parallel: 1, pauses: [0], latencies: [1] };
			const service = new ReferenceService(clock, limit, work.latencies);
			const started = clock.now();
			await clock.finish(run(surroundingsOf(clock, service), work));
			expect(clock.now() - started).toBeLessThanOrEqual(3 * windowMs + 3 * 120 * 2);
		}
	});
});

describe('a token that other programs use, too', () => {
	const others = fc.array(
		fc.record({
			afterMs: fc.integer({ min: 0, max: 3_000 }),
			burst: fc.integer({ min: 1, max: 40 }),
			token: fc.constantFrom('same' as const, 'other' as const),
		}),
		{ minLength: 1, maxLength: 30 },
	);

	test('is seldom refused and never starves', async () => {
		await check(limits(fc.constant(1e9)), fc.tuple(load(150), others), async (limit, [work, busy]) => {
			const clock = new FakeClock();
			const service = new ReferenceService(clock, limit, work.latencies);
			const started = clock.now();
			const interfere = async () => {
				for (const { afterMs, burst, token } of busy) {
					await clock.wait(afterMs);
					for (let n = 0; n < burst; n += 1) service.otherClient(token);
				}
			};
			const [took] = await clock.finish(
				Promise.all([
					run(surroundingsOf(clock, service), work).then(() => clock.now() - started),
					interfere(),
				]),
			);
			expect(service.seen.filter(({ refused }) => !refused)).toHaveLength(work.requests);
			// Each burst can spoil what those under way and those let through with them count on.
			expect(service.refusals).toBeLessThanOrEqual(busy.length * 2 * work.parallel);
			const most = Math.min(limit.tokenLimit, limit.companyLimit);
			const windows = Math.ceil(work.requests / most) + 1;
			const busyMs = busy.reduce((sum, { afterMs }) => sum + afterMs, 0);
			const slowest = 2_000 + roundTrip(work) + Math.max(...work.pauses);
			expect(took).toBeLessThanOrEqual(
				busyMs + windows * (limit.windowMs + slowest * 4) + work.requests * slowest,
			);
		});
	});
});

describe('the sends of a channel', () => {
	const spacious = (channelLimit: fc.Arbitrary<number>) =>
		limits(channelLimit).map((limit) => ({ ...limit, tokenLimit: 1e6, companyLimit: 1e6 }));

	test('are never refused at 30 a minute, nor idle for longer than two round trips', async () => {
		await check(spacious(fc.constant(30)), load(120), async (limit, work) => {
			const clock = new FakeClock();
			const service = new ReferenceService(clock, limit, work.latencies);
			const began = await clock.finish(run(surroundingsOf(clock, service), work, message));
			expect(service.refusals).toBe(0);
			// The window's length is told in whole seconds.
			const rounding = Math.ceil(limit.windowMs / 1000) * 1000 - limit.windowMs;
			expect(longestIdle(service.seen, began, 30, limit.windowMs)).toBeLessThanOrEqual(
				rounding + 2 * roundTrip(work),
			);
		});
	});

	test('learn a lower limit from a refusal: no more are refused than were under way, ten windows long', async () => {
		const low = fc.integer({ min: 1, max: 29 });
		await check(spacious(low), load(100), async (anyLimit, anyWork) => {
			// Whose send left the window is told within a second: by times that blur more it can't be.
			const limit = { ...anyLimit, windowMs: Math.ceil(anyLimit.windowMs / 1000) * 1000 };
			const work = { ...anyWork, latencies: anyWork.latencies.map((ms) => ms % 500) };
			const clock = new FakeClock();
			const service = new ReferenceService(clock, limit, work.latencies);
			const started = clock.now();
			await clock.finish(run(surroundingsOf(clock, service), work, message));
			expect(service.seen.filter(({ refused }) => !refused)).toHaveLength(work.requests);
			const windows = (clock.now() - started) / limit.windowMs;
			const lessons = 1 + Math.floor(windows / 10);
			expect(service.refusals).toBeLessThanOrEqual(lessons * 2 * work.parallel);
		});
	});

	test('are as many again after another process had filled the window', async () => {
		const clock = new FakeClock();
		const limit = { windowMs: 60_000, tokenLimit: 120, companyLimit: 600, channelLimit: 30 };
		const work = { requests: 90, parallel: 1, pauses: [0], latencies: [50] };
		const service = new ReferenceService(clock, limit, work.latencies);
		for (let n = 0; n < 25; n += 1) service.otherClient('same', 'main');
		await clock.pass(20_000);
		const started = clock.now();
		await clock.finish(run(surroundingsOf(clock, service), work, message));
		// 5 at once, 25 after 40 s, then 30 a minute.
		expect(clock.now() - started).toBeLessThan(3 * 60_000);
		expect(service.refusals).toBeLessThanOrEqual(3);
	});
});

describe('a wait', () => {
	test('ends at once when the execution is cancelled, and leaves nothing behind', async () => {
		const after = fc.integer({ min: 0, max: 100_000 });
		await check(limits(fc.constant(5)), fc.tuple(load(100), after), async (limit, [work, ms]) => {
			const clock = new FakeClock();
			const service = new ReferenceService(clock, limit, work.latencies);
			const cancel = new AbortController();
			setMaxListeners(0, cancel.signal);
			const surroundings = { ...surroundingsOf(clock, service), signal: cancel.signal };
			let endedAt: number | undefined;
			const lanes = run({ ...surroundings, exchange: neverLater(service, cancel.signal) }, work, message)
				.then(
					() => 'done',
					(error: unknown) => error,
				)
				.finally(() => (endedAt = clock.now()));
			await clock.pass(ms);
			const cancelledAt = clock.now();
			const early = endedAt !== undefined;
			cancel.abort();
			const end = await clock.finish(lanes);
			if (early) return;
			expect(end).toBeInstanceOf(Cancelled);
			expect(endedAt).toBe(cancelledAt);

			// Others with the same token are not held up by those who left.
			const next = run(
				surroundingsLike(surroundings),
				{ ...work, requests: 3, parallel: 1 },
				(n) => read(1_000 + n),
			);
			await clock.finish(next);
		});
	});

	test('stays within the budget, and a longer one is refused at once', async () => {
		const budgets = fc.integer({ min: 0, max: 120_000 });
		await check(limits(fc.integer({ min: 1, max: 10 })), fc.tuple(load(60), budgets), async (limit, [work, maxWaitMs]) => {
			const clock = new FakeClock();
			const service = new ReferenceService(clock, limit, work.latencies);
			const surroundings = surroundingsOf(clock, service);
			let next = 0;
			const lane = async () => {
				while (next < work.requests) {
					const n = next++;
					await send(message(n), surroundings, { maxWaitMs }).catch((error: unknown) => {
						if (!(error instanceof RequestFailed)) throw error;
						const { waitedMs, refusedWait } = error.circumstances;
						expect(waitedMs).toBeLessThanOrEqual(maxWaitMs);
						expect(waitedMs + (refusedWait?.ms ?? NaN)).toBeGreaterThan(maxWaitMs);
					});
				}
			};
			await clock.finish(Promise.all(Array.from({ length: work.parallel }, lane)));
		});
	});
});

/** n8n's helper ends a request when its execution is cancelled. */
const neverLater =
	(service: ReferenceService, signal: AbortSignal): Surroundings['exchange'] =>
	async (request) =>
		await Promise.race([
			service.exchange(request),
			new Promise<NoAnswer>((resolve) =>
				signal.addEventListener('abort', () => resolve({ reached: 'maybe', code: 'ERR_CANCELED' })),
			),
		]);

/** Another execution in the same process. */
const surroundingsLike = (surroundings: Surroundings): Surroundings => ({
	...surroundings,
	signal: new AbortController().signal,
});

const roundTrip = ({ latencies }: Load) => 2 * Math.max(...latencies);

async function check<A, B>(
	a: fc.Arbitrary<A>,
	b: fc.Arbitrary<B>,
	property: (a: A, b: B) => Promise<void>,
): Promise<void> {
	await fc.assert(fc.asyncProperty(a, b, property), { numRuns: RUNS });
}
