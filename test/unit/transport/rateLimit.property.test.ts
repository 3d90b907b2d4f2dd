import fc from 'fast-check';
import { FakeClock } from './fakeClock';
import { check, limits, load, message, roundTrip, run, dependenciesOf } from './randomLoad';
import { ReferenceService, type Seen } from './referenceService';

/** The longest time in ms that a request waited although the service had a free slot. */
function longestIdle(
	seen: Seen[],
	began: Map<string, number>,
	limit: number,
	windowMs: number,
): number {
	const inOrderOfSending = [...seen].sort((a, b) => a.sentAt - b.sentAt);
	const handled = seen.map(({ handledAt }) => handledAt).sort((a, b) => a - b);
	let longest = 0;
	for (const [sent, { url, sentAt }] of inOrderOfSending.entries()) {
		// `sent` others were sent before: a slot is free once all but `limit - 1` of them have expired.
		const blocking = handled[sent - limit];
		const freeAt = Math.max(
			began.get(url) ?? 0,
			inOrderOfSending[sent - 1]?.sentAt ?? 0,
			blocking === undefined ? 0 : blocking + windowMs,
		);
		longest = Math.max(longest, sentAt - freeAt);
	}
	return longest;
}

describe('a token that nobody else uses', () => {
	const unlimited = fc.constant(1e9);

	// Where answers overtake each other, the last one may count our own requests as others'. Then, seldom, the next
	// slot of our own is waited for.
	test('is never refused, nor idle for longer than a window, the rounding of RateLimit-Reset and two round trips', async () => {
		await check(limits(unlimited), load(300), async (limit, work) => {
			const clock = new FakeClock();
			const service = new ReferenceService(clock, limit, work.latencies);
			const began = await clock.finish(run(dependenciesOf(clock, service), work));
			expect(service.seen).toHaveLength(work.requests);
			expect(service.refusals).toBe(0);
			const most = Math.min(limit.tokenLimit, limit.companyLimit);
			expect(longestIdle(service.seen, began, most, limit.windowMs)).toBeLessThanOrEqual(
				limit.windowMs + 1_000 + 2 * roundTrip(work),
			);
		});
	});

	test('is never refused when answers and requests get lost, and all arrive in the end', async () => {
		const losses = fc.array(fc.constantFrom('none', 'none', 'request', 'answer'), {
			minLength: 3,
			maxLength: 12,
		}) as fc.Arbitrary<ReferenceService['losses']>;
		// While the first answer is in flight, lost requests are sent again.
		await check(limits(unlimited, 40), fc.tuple(load(150), losses), async (limit, [work, lost]) => {
			const clock = new FakeClock();
			const service = new ReferenceService(clock, limit, work.latencies);
			// The first answer arrives, because it tells the limit.
			service.losses = ['none', ...lost];
			await clock.finish(run(dependenciesOf(clock, service), work));
			expect(new Set(service.seen.map(({ url }) => url)).size).toBe(work.requests);
			expect(service.refusals).toBe(0);
		});
	});

	test('is never refused after a pause of any length', async () => {
		const pause = fc.integer({ min: 0, max: 130_000 });
		await check(limits(unlimited), fc.tuple(load(60), pause, load(60)), async (limit, phases) => {
			const clock = new FakeClock();
			const [first, pauseMs, second] = phases;
			const service = new ReferenceService(clock, limit, first.latencies);
			const dependencies = dependenciesOf(clock, service);
			await clock.finish(run(dependencies, first));
			await clock.pass(pauseMs);
			await clock.finish(run(dependencies, second));
			expect(service.refusals).toBe(0);
		});
	});

	test('makes 400 requests in little more than the three windows that the limit of 120 demands', async () => {
		for (const windowMs of [2_000, 60_000]) {
			const clock = new FakeClock();
			const limit = { windowMs, tokenLimit: 120, companyLimit: 600, channelLimit: 30 };
			const work = { requests: 400, parallel: 1, pauses: [0], latencies: [1] };
			const service = new ReferenceService(clock, limit, work.latencies);
			const started = clock.now();
			await clock.finish(run(dependenciesOf(clock, service), work));
			expect(clock.now() - started).toBeLessThanOrEqual(3 * windowMs + 3 * 120 * 2);
		}
	});
});

describe('a token that other programs use too', () => {
	const others = fc.array(
		fc.record({
			afterMs: fc.integer({ min: 0, max: 3_000 }),
			burst: fc.integer({ min: 1, max: 40 }),
			token: fc.constantFrom('same' as const, 'other' as const),
		}),
		{ minLength: 1, maxLength: 30 },
	);

	test('is seldom refused and never starves', async () => {
		await check(
			limits(fc.constant(1e9)),
			fc.tuple(load(150), others),
			async (limit, [work, busy]) => {
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
						run(dependenciesOf(clock, service), work).then(() => clock.now() - started),
						interfere(),
					]),
				);
				expect(service.seen.filter(({ refused }) => !refused)).toHaveLength(work.requests);
				// Each burst can take the slots of the requests in flight and of those admitted with them.
				expect(service.refusals).toBeLessThanOrEqual(busy.length * 2 * work.parallel);
				const most = Math.min(limit.tokenLimit, limit.companyLimit);
				const windows = Math.ceil(work.requests / most) + 1;
				const busyMs = busy.reduce((sum, { afterMs }) => sum + afterMs, 0);
				const slowest = 2_000 + roundTrip(work) + Math.max(...work.pauses);
				// A minute is assumed until an answer shows that the window is shorter.
				const windowMs = Math.max(limit.windowMs, 60_000);
				expect(took).toBeLessThanOrEqual(
					busyMs + windows * (windowMs + slowest * 4) + work.requests * slowest,
				);
			},
		);
	});
});

describe('the messages of a channel', () => {
	const spacious = (channelLimit: fc.Arbitrary<number>) =>
		limits(channelLimit).map((limit) => ({ ...limit, tokenLimit: 1e6, companyLimit: 1e6 }));

	test('are never refused at 30 a minute, nor idle for longer than two round trips', async () => {
		await check(spacious(fc.constant(30)), load(120), async (limit, work) => {
			const clock = new FakeClock();
			const service = new ReferenceService(clock, limit, work.latencies);
			const began = await clock.finish(run(dependenciesOf(clock, service), work, message));
			expect(service.refusals).toBe(0);
			// The headers give the window's length in whole seconds.
			const rounding = Math.ceil(limit.windowMs / 1000) * 1000 - limit.windowMs;
			expect(longestIdle(service.seen, began, 30, limit.windowMs)).toBeLessThanOrEqual(
				rounding + 2 * roundTrip(work),
			);
		});
	});

	test('reach the full rate again after another process filled the window', async () => {
		const clock = new FakeClock();
		const limit = { windowMs: 60_000, tokenLimit: 120, companyLimit: 600, channelLimit: 30 };
		const work = { requests: 90, parallel: 1, pauses: [0], latencies: [50] };
		const service = new ReferenceService(clock, limit, work.latencies);
		for (let n = 0; n < 25; n += 1) service.otherClient('same', 'main');
		await clock.pass(20_000);
		const started = clock.now();
		await clock.finish(run(dependenciesOf(clock, service), work, message));
		// 5 at once, 25 after 40 s, then 30 a minute.
		expect(clock.now() - started).toBeLessThan(3 * 60_000);
		expect(service.refusals).toBeLessThanOrEqual(3);
	});
});
