import { SlidingWindow } from '../../../nodes/CustomerRelationship/transport/slidingWindow';
import { FakeClock } from './fakeClock';

/** A sliding window with a clock of its own. */
function setUp(limit: 'request' | 'send' = 'request') {
	const clock = new FakeClock();
	const window = new SlidingWindow(limit, clock);
	/** Reserves a slot. @returns how to release it, counted, with the headers of its answer */
	const reserve = () => {
		const sentAt = clock.now();
		window.reserve();
		return (limit?: number, remaining?: number, resetMs?: number) => {
			window.release({ isCounted: true });
			window.updateFromHeaders({ limit, remaining, resetMs, retryAfterMs: undefined }, sentAt);
		};
	};
	/** Makes requests that are answered at once, the last of them with `remaining`. */
	const make = (count: number, limit?: number, remaining = 0, resetMs = 0) => {
		for (let n = count - 1; n >= 0; n -= 1) reserve()(limit, remaining + n, resetMs);
	};
	/** How many slots can be reserved now; none of them is used. */
	const room = (reservedShare?: number) => {
		let count = 0;
		for (; count < 1_000 && window.msUntilFree({ reservedShare }) === 0; count += 1)
			window.reserve();
		for (let n = 0; n < count; n += 1) window.release({ isCounted: false });
		return count;
	};
	return { clock, window, reserve, make, room };
}

test('has room as its table says', async () => {
	const { clock, window, reserve, make, room } = setUp();
	await clock.pass(10_000);
	expect(room()).toBe(120);
	make(1, 120, 69, 50_000);
	expect(room()).toBe(69);
	await clock.pass(10_000);
	make(69, 120, 0, 40_000);
	expect(window.msUntilFree()).toBe(40_000);
	await clock.pass(40_000);
	expect(window.msUntilFree()).toBe(0);
	const answerProbe = reserve();
	// Either the answer tells, or two of our own requests expire.
	expect(window.msUntilFree()).toBe(20_000);
	answerProbe(120, 49, 10_000);
	expect(room()).toBe(49);
	await clock.pass(1_000);
	make(49, 120, 0, 9_000);
	expect(window.msUntilFree()).toBe(9_000);
	await clock.pass(9_000);
	expect(room()).toBe(1);
});

test.each([
	['request', 120],
	['send', 30],
] as const)(
	'uses the documented limit until a header tells another: %s',
	async (limit, documented) => {
		const { clock, window, make, room } = setUp(limit);
		make(documented);
		expect(window.msUntilFree()).toBe(60_000);
		await clock.pass(59_999);
		expect(room()).toBe(0);
		await clock.pass(1);
		expect(room()).toBe(documented);
	},
);

test.each<[string, number | undefined, number | undefined]>([
	['no header', undefined, undefined],
	['no remaining', 20, undefined],
	['a limit of 0', 0, 0],
	['a limit below 1', 0.5, 0],
])('keeps what it knows when a later answer has %s', (_, limit, remaining) => {
	const { make, reserve, room } = setUp();
	make(1, 10, 9, 60_000);
	reserve()(limit, remaining);
	expect(room()).toBe(8);
});

test('does not count a released reservation that the service did not count', () => {
	const { window, make, room } = setUp();
	make(1, 10, 9, 60_000);
	window.reserve();
	window.release({ isCounted: false });
	expect(room()).toBe(9);
});

test('does not loop for long when more remains than the limit', () => {
	const { make, room } = setUp();
	make(1, 2, 1e15);
	expect(room()).toBe(1);
});

describe('the use by others', () => {
	test('is what the service counts beyond our own requests', () => {
		const { make, room } = setUp();
		make(2, 120, 48, 1_000);
		expect(room()).toBe(48);
	});

	test('excludes our requests in flight as soon as that is certain', () => {
		const { reserve, room } = setUp();
		const all = Array.from({ length: 10 }, reserve);
		// The last is answered first: the other nine may or may not be among the ten.
		all.pop()?.(20, 10, 60_000);
		expect(room()).toBe(20 - 9 - 10);
		for (const [n, answer] of all.entries()) answer(20, 19 - n, 60_000);
		expect(room()).toBe(10);
	});

	test('does not drop when the answer to an earlier request arrives late', async () => {
		const { clock, reserve, room } = setUp();
		const all = Array.from({ length: 10 }, reserve);
		await clock.pass(100);
		const first = all.shift();
		for (const [n, answer] of all.entries()) answer(120, 120 - 60 - 2 - n, 60_000);
		// One is still in flight, and may be among those.
		expect(room()).toBe(120 - 60 - 10 - 1);
		// The service had seen only this one of our requests.
		first?.(120, 120 - 60 - 1, 60_000);
		expect(room()).toBe(120 - 60 - 10);
	});

	test('drops when the answer to a later request says so', async () => {
		const { clock, make, room } = setUp();
		make(1, 10, 4, 30_000);
		expect(room()).toBe(4);
		await clock.pass(30_000);
		make(1, 10, 8, 30_000);
		expect(room()).toBe(8);
	});
});

describe('a slot that another program frees', () => {
	/** Others use all slots but one. */
	const shared = () => {
		const all = setUp();
		all.make(1, 10, 0, 2_000);
		return all;
	};

	test('is probed with one request', async () => {
		const { clock, window, reserve, room } = shared();
		expect(window.msUntilFree()).toBe(2_000);
		await clock.pass(2_000);
		const answerProbe = reserve();
		expect(room()).toBe(0);
		answerProbe(10, 7, 58_000);
		expect(room()).toBe(7);
	});

	test('is not probed for a whole window after a refusal, while a slot of our own expires', async () => {
		const { clock, window, make } = shared();
		await clock.pass(2_000);
		window.reserve();
		window.release({ isCounted: false });
		window.updateFromHeaders(
			{ limit: 10, remaining: 0, resetMs: 1_000, retryAfterMs: 1_000 },
			clock.now(),
		);
		window.close(1_000);
		expect(window.msUntilFree()).toBe(1_000);
		await clock.pass(1_000);
		expect(window.msUntilFree()).toBe(57_000);
		await clock.pass(57_000);
		make(1, 10, 0, 1_000);
		await clock.pass(2_000);
		expect(window.msUntilFree()).toBe(0);
	});

	test('is probed even after a refusal when no slot is our own', async () => {
		const { clock, window } = setUp();
		window.reserve();
		window.release({ isCounted: false });
		window.updateFromHeaders(
			{ limit: 10, remaining: 0, resetMs: 1_000, retryAfterMs: 1_000 },
			clock.now(),
		);
		window.close(1_000);
		await clock.pass(999);
		expect(window.msUntilFree()).toBe(1);
		await clock.pass(1);
		expect(window.msUntilFree()).toBe(0);
	});

	test('is not expected where all slots are our own: they expire by our clock', () => {
		const { window, make } = setUp();
		make(1, 10, 9, 60_000);
		make(9, 10, 0, 3_000);
		expect(window.msUntilFree()).toBe(60_000);
	});

	test('is expected in ten minutes at most, for example where Reset is a date', () => {
		const { clock, window } = setUp();
		window.updateFromHeaders(
			{ limit: 2, remaining: 0, resetMs: 1.8e12, retryAfterMs: undefined },
			clock.now(),
		);
		expect(window.msUntilFree()).toBe(600_000);
	});
});

describe('a refusal', () => {
	test.each([
		['for Retry-After', 7_000, 7_000],
		['for a second without Retry-After', undefined, 1_000],
		['for a second where Retry-After is 0', 0, 1_000],
		['for a second where Retry-After is less', 1, 1_000],
		['for ten minutes at most', 1.8e12, 600_000],
	])('closes the window %s', async (_, retryAfterMs, closedMs) => {
		const { clock, window, room } = setUp();
		window.close(retryAfterMs);
		expect(window.msUntilFree()).toBe(closedMs);
		await clock.pass(closedMs - 1);
		expect([room(), window.closedForMs]).toEqual([0, 1]);
		await clock.pass(1);
		expect([room(), window.closedForMs]).toEqual([120, 0]);
	});
});

describe('a reserved share', () => {
	test.each([
		[120, 0.25, 90],
		[10, 0.25, 8],
		[1, 0.25, 1],
		[120, 0, 120],
	])('of a limit of %d: %d leaves %d slots', (limit, reservedShare, left) => {
		const { make, window, room } = setUp();
		make(1, limit, limit - 1, 60_000);
		expect(room(reservedShare)).toBe(left - 1);
		window.reserve();
		expect(room(reservedShare)).toBe(Math.max(0, left - 2));
	});
});

test.each([
	['shorter, by the only request in it', 9, 12_000, 0, 12_000],
	['shorter, but not by the time that the answer took', 9, 12_000, 5_000, 17_000],
	['no shorter where the answer took the difference', 9, 15_000, 45_000, 60_000],
	['no longer where the answer was slow', 9, 58_000, 45_000, 60_000],
	['longer, by a slot of any program', 8, 90_000, 0, 90_000],
	['longer, up to ten minutes', 8, 600_000, 0, 600_000],
	['longer, however slow the answer', 9, 90_000, 45_000, 90_000],
	['no shorter, by a slot that may be another program’s', 8, 12_000, 0, 60_000],
	['no shorter, without Reset', 9, 0, 0, 60_000],
	['no longer, where Reset exceeds ten minutes', 8, 600_001, 0, 60_000],
	['no longer, where Reset is a date', 9, 1.8e12, 0, 60_000],
])('learns that the window is %s', async (_, remaining, resetMs, answeredInMs, learnedMs) => {
	const { clock, window, reserve } = setUp();
	const answer = reserve();
	await clock.pass(answeredInMs);
	answer(10, remaining, resetMs);
	expect(window.sharedLength.ms).toBe(learnedMs);
	expect(new SlidingWindow('send', new FakeClock(), window.sharedLength).sharedLength.ms).toBe(
		learnedMs,
	);
});

test('the proven use by others is as old as the first answer that proves it', async () => {
	const { clock, reserve, room } = setUp();
	const [one, two] = [reserve(), reserve()];
	await clock.pass(100);
	one(120, 110, 60_000);
	await clock.pass(100);
	const three = reserve();
	await clock.pass(100);
	// It was sent before the first answer came, and proves as much.
	two(120, 109, 60_000);
	three(120, 117, 60_000);
	expect(room()).toBe(117);
});

describe('the next slot', () => {
	test('opens as early as any answer has told', async () => {
		const { clock, window } = setUp();
		const update = (resetMs: number) =>
			window.updateFromHeaders(
				{ limit: 10, remaining: 0, resetMs, retryAfterMs: undefined },
				clock.now(),
			);
		update(2_000);
		update(5_000);
		expect(window.msUntilFree()).toBe(2_000);
		// One that opens now is taken, so only the answer tells of the next.
		await clock.pass(2_000);
		update(3_000);
		expect(window.msUntilFree()).toBe(3_000);
	});

	test('is not probed for ten minutes after a refusal where all slots may be our own', async () => {
		const { clock, window, reserve } = setUp();
		window.close();
		await clock.pass(10_000);
		const answer = reserve();
		window.reserve();
		answer(2, 0, 1_000);
		window.release({ isCounted: false });
		expect(window.msUntilFree()).toBe(60_000);
	});
});
