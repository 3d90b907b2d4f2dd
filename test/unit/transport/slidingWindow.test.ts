import { SlidingWindow } from '../../../nodes/CustomerRelationship/transport/slidingWindow';
import { FakeClock } from './fakeClock';

/** A gate with a clock of its own. */
function setUp(limit: 'request' | 'send' = 'request') {
	const clock = new FakeClock();
	const gate = new SlidingWindow(limit, clock);
	/** Lets one through. @returns how it ends: counted, with what its answer tells */
	const enter = () => {
		const sentAt = clock.now();
		gate.reserve();
		return (most?: number, remaining?: number, resetMs?: number) => {
			gate.release({ isCounted: true });
			gate.updateFromHeaders({ limit: most, remaining, resetMs, retryAfterMs: undefined }, sentAt);
		};
	};
	/** `count` requests that are answered at once, with `remaining` after the last. */
	const make = (count: number, most?: number, remaining = 0, resetMs = 0) => {
		for (let n = count - 1; n >= 0; n -= 1) enter()(most, remaining + n, resetMs);
	};
	/** How many it lets through now; they come to nothing. */
	const room = (reservedShare?: number) => {
		let count = 0;
		for (; count < 1_000 && gate.msUntilFree(reservedShare) === 0; count += 1) gate.reserve();
		for (let n = 0; n < count; n += 1) gate.release({ isCounted: false });
		return count;
	};
	return { clock, gate, enter, make, room };
}

test('lets requests through as its timeline has it', async () => {
	const { clock, gate, enter, make, room } = setUp();
	await clock.pass(10_000);
	expect(room()).toBe(120);
	make(1, 120, 69, 50_000);
	expect(room()).toBe(69);
	await clock.pass(10_000);
	make(69, 120, 0, 40_000);
	expect(gate.msUntilFree()).toBe(40_000);
	await clock.pass(40_000);
	expect(gate.msUntilFree()).toBe(0);
	const asking = enter();
	// Its answer tells, or else two of ours leave.
	expect(gate.msUntilFree()).toBe(20_000);
	asking(120, 49, 10_000);
	expect(room()).toBe(49);
	await clock.pass(1_000);
	make(49, 120, 0, 9_000);
	expect(gate.msUntilFree()).toBe(9_000);
	await clock.pass(9_000);
	expect(room()).toBe(1);
});

test.each([
	['request', 120],
	['send', 30],
] as const)('keeps to what is documented where no header tells: %s', async (limit, most) => {
	const { clock, gate, make, room } = setUp(limit);
	make(most);
	expect(gate.msUntilFree()).toBe(60_000);
	await clock.pass(59_999);
	expect(room()).toBe(0);
	await clock.pass(1);
	expect(room()).toBe(most);
});

test.each<[string, number | undefined, number | undefined]>([
	['no header', undefined, undefined],
	['no remaining', 20, undefined],
	['a limit of none', 0, 0],
	['half a limit', 0.5, 0],
])('keeps to what was told when a later answer has %s', (_, limit, remaining) => {
	const { make, enter, room } = setUp();
	make(1, 10, 9, 60_000);
	enter()(limit, remaining);
	expect(room()).toBe(8);
});

test('does not count what has not reached the service, or was no send', () => {
	const { gate, make, room } = setUp();
	make(1, 10, 9, 60_000);
	gate.reserve();
	gate.release({ isCounted: false });
	expect(room()).toBe(9);
});

test('more room than the limit has is no endless work', () => {
	const { make, room } = setUp();
	make(1, 2, 1e15);
	expect(room()).toBe(1);
});

describe('what others use', () => {
	test('is what the service counts beyond ours', () => {
		const { make, room } = setUp();
		make(2, 120, 48, 1_000);
		expect(room()).toBe(48);
	});

	test('is at most what ours on their way leave, and never ours', () => {
		const { enter, room } = setUp();
		const all = Array.from({ length: 10 }, enter);
		// The last is answered first: the other nine may or may not be among the ten.
		all.pop()?.(20, 10, 60_000);
		expect(room()).toBe(20 - 9 - 10);
		for (const [n, answered] of all.entries()) answered(20, 19 - n, 60_000);
		expect(room()).toBe(10);
	});

	test('is not less because an older answer comes late', async () => {
		const { clock, enter, room } = setUp();
		const all = Array.from({ length: 10 }, enter);
		await clock.pass(100);
		const first = all.shift();
		for (const [n, answered] of all.entries()) answered(120, 120 - 60 - 2 - n, 60_000);
		// One is under way still, and may be among those.
		expect(room()).toBe(120 - 60 - 10 - 1);
		// The service had seen nothing but this one of ours.
		first?.(120, 120 - 60 - 1, 60_000);
		expect(room()).toBe(120 - 60 - 10);
	});

	test('is less once a later answer says so', async () => {
		const { clock, make, room } = setUp();
		make(1, 10, 4, 30_000);
		expect(room()).toBe(4);
		await clock.pass(30_000);
		make(1, 10, 8, 30_000);
		expect(room()).toBe(8);
	});
});

describe('a slot that opens', () => {
	/** Others have used all but one. */
	const beside = () => {
		const all = setUp();
		all.make(1, 10, 0, 2_000);
		return all;
	};

	test('has one ask whether others still use it', async () => {
		const { clock, gate, enter, room } = beside();
		expect(gate.msUntilFree()).toBe(2_000);
		await clock.pass(2_000);
		const asking = enter();
		expect(room()).toBe(0);
		asking(10, 7, 58_000);
		expect(room()).toBe(7);
	});

	test('is theirs for a window after a refusal: one of ours is waited for', async () => {
		const { clock, gate, make } = beside();
		await clock.pass(2_000);
		gate.reserve();
		gate.release({ isCounted: false });
		gate.updateFromHeaders(
			{ limit: 10, remaining: 0, resetMs: 1_000, retryAfterMs: 1_000 },
			clock.now(),
		);
		gate.close(1_000);
		expect(gate.msUntilFree()).toBe(1_000);
		await clock.pass(1_000);
		expect(gate.msUntilFree()).toBe(57_000);
		await clock.pass(57_000);
		make(1, 10, 0, 1_000);
		await clock.pass(2_000);
		expect(gate.msUntilFree()).toBe(0);
	});

	test('is asked for by who has none in the window, refused or not', async () => {
		const { clock, gate } = setUp();
		gate.reserve();
		gate.release({ isCounted: false });
		gate.updateFromHeaders(
			{ limit: 10, remaining: 0, resetMs: 1_000, retryAfterMs: 1_000 },
			clock.now(),
		);
		gate.close(1_000);
		await clock.pass(999);
		expect(gate.msUntilFree()).toBe(1);
		await clock.pass(1);
		expect(gate.msUntilFree()).toBe(0);
	});

	test('is our own’s, by our own clock, where there are no others', () => {
		const { gate, make } = setUp();
		make(1, 10, 9, 60_000);
		make(9, 10, 0, 3_000);
		expect(gate.msUntilFree()).toBe(60_000);
	});

	test('that opens in years, as of an epoch in the place of seconds, opens in minutes', () => {
		const { clock, gate } = setUp();
		gate.updateFromHeaders(
			{ limit: 2, remaining: 0, resetMs: 1.8e12, retryAfterMs: undefined },
			clock.now(),
		);
		expect(gate.msUntilFree()).toBe(600_000);
	});
});

describe('a refusal', () => {
	test.each([
		['for as long as it says', 7_000, 7_000],
		['for a second where it does not say', undefined, 1_000],
		['for a second where it says none', 0, 1_000],
		['for a second where it says less', 1, 1_000],
		['for ten minutes at most', 1.8e12, 600_000],
	])('lets nothing through %s', async (_, retryAfterMs, closedMs) => {
		const { clock, gate, room } = setUp();
		gate.close(retryAfterMs);
		expect(gate.msUntilFree()).toBe(closedMs);
		await clock.pass(closedMs - 1);
		expect([room(), gate.closedForMs]).toEqual([0, 1]);
		await clock.pass(1);
		expect([room(), gate.closedForMs]).toEqual([120, 0]);
	});
});

describe('who leaves room to others', () => {
	test.each([
		[120, 0.25, 90],
		[10, 0.25, 8],
		[1, 0.25, 1],
		[120, 0, 120],
	])('of %d leaves %d', (most, reservedShare, left) => {
		const { make, gate, room } = setUp();
		make(1, most, most - 1, 60_000);
		expect(room(reservedShare)).toBe(left - 1);
		gate.reserve();
		expect(room(reservedShare)).toBe(Math.max(0, left - 2));
	});
});

test.each([
	['shorter, told by the only request in it', 9, 12_000, 0, 12_000],
	['shorter, by no more than its answer leaves open', 9, 12_000, 5_000, 17_000],
	['no shorter where its answer took the rest', 9, 15_000, 45_000, 60_000],
	['no longer for an answer that was slow on its way', 9, 58_000, 45_000, 60_000],
	['longer, whoever’s slot tells it', 8, 90_000, 0, 90_000],
	['longer, up to ten minutes', 8, 600_000, 0, 600_000],
	['longer, however slow its answer', 9, 90_000, 45_000, 90_000],
	['no shorter for a slot of somebody else’s', 8, 12_000, 0, 60_000],
	['no shorter for want of a word', 9, 0, 0, 60_000],
	['no longer for what can’t be seconds', 8, 600_001, 0, 60_000],
	['no longer for an epoch', 9, 1.8e12, 0, 60_000],
])('learns a window %s', async (_, remaining, resetMs, answeredInMs, learnedMs) => {
	const { clock, gate, enter } = setUp();
	const answered = enter();
	await clock.pass(answeredInMs);
	answered(10, remaining, resetMs);
	expect(gate.length.ms).toBe(learnedMs);
	expect(new SlidingWindow('send', new FakeClock(), gate.length).length.ms).toBe(learnedMs);
});
