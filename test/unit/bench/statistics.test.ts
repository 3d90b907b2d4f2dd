import fc from 'fast-check';
import { interleaved } from '../../../bench/measure/rounds';
import { leastMs } from '../../../bench/measure/slidingWindow';
import { median, quantile, ratio, ratioAt } from '../../../bench/measure/statistics';
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

test('a quantile has its share of all below it', () => {
	const values = [5, 1, 4, 2, 3, 8, 6, 7, 10, 9];
	expect([0, 0.1, 0.5, 0.9, 1].map((share) => quantile(share, values))).toEqual([1, 2, 6, 10, 10]);
	expect(values[0]).toBe(5);
	expect(() => quantile(0.5, [])).toThrow(RangeError);
});

test('distributions are compared block by block, with the error that the blocks show', () => {
	const reference = [1, 2, 3, 4, 10, 20, 30, 40];
	const twice = reference.map((value) => 2 * value);
	expect(ratioAt(0.5, twice, reference, 4)).toEqual({ ratio: 2, error: 0 });
	// Slower at the end of the first block alone.
	const slower = [1, 2, 3, 8, 10, 20, 30, 40];
	expect(ratioAt(0.5, slower, reference, 4).ratio).toBe(1);
	expect(ratioAt(0.9, slower, reference, 4)).toEqual({ ratio: 1.5, error: 0.5 });
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
