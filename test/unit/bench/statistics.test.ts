import fc from 'fast-check';
import { interleaved } from '../../../bench/measure/rounds';
import { leastMs } from '../../../bench/measure/slidingWindow';
import { median, ratio } from '../../../bench/measure/statistics';
import { SlidingWindow } from '../../../sandbox/rules/slidingWindow';

test('the median is the middle one, or between the two in the middle', () => {
	expect(median([9, 1, 10])).toBe(9);
	expect(median([10, 2, 9, 1])).toBe(5.5);
	expect(median([7])).toBe(7);
	expect(() => median([])).toThrow(RangeError);
});

test('the median leaves its input as it was', () => {
	const values = [3, 1, 2];
	median(values);
	expect(values).toEqual([3, 1, 2]);
});

test('a ratio compares what ran in the same round', () => {
	// The machine is ten times slower in the second round: medians alone would say 12 / 10.
	expect(ratio([12, 240, 12], [10, 100, 10])).toBe(1.2);
	expect(ratio([20, 200, 30], [10, 100, 10])).toBe(2);
	expect(() => ratio([1, 2], [1])).toThrow(RangeError);
});

test('the least time is what the service’s own window lets through', () => {
	const counts = {
		limit: fc.integer({ min: 1, max: 20 }),
		windowMs: fc.integer({ min: 1, max: 50 }),
	};
	fc.assert(
		fc.property(
			fc.integer({ min: 1, max: 100 }),
			counts.limit,
			counts.windowMs,
			(count, limit, windowMs) => {
				const window = new SlidingWindow(limit, windowMs);
				let now = 0;
				for (let sent = 0; sent < count; sent++) {
					while (window.remaining(now) === 0) now++;
					window.add(now);
				}
				expect(leastMs(count, limit, windowMs)).toBe(now);
			},
		),
	);
	expect(leastMs(0, 120, 60_000)).toBe(0);
	expect(leastMs(400, 120, 12_000)).toBe(36_000);
});

test('contenders take turns', async () => {
	const order: string[] = [];
	const samples = await interleaved(['A', 'B'], 2, async (name, round) => {
		order.push(`${name}${round}`);
		return round;
	});
	expect(order).toEqual(['A1', 'B1', 'A2', 'B2']);
	expect([...samples]).toEqual([
		['A', [1, 2]],
		['B', [1, 2]],
	]);
});
