import fc from 'fast-check';
import { concurrently } from '../../../nodes/CustomerRelationship/execution/concurrently';
import { FakeClock } from '../transport/fakeClock';

const settings = fc.record({
	count: fc.nat(40),
	parallel: fc.integer({ min: 1, max: 12 }),
	times: fc.array(fc.nat(50), { minLength: 1, maxLength: 10 }),
	failing: fc.array(fc.nat(40), { maxLength: 3 }),
});

test('starts in order, never more than allowed at once, and after a failure no further one', async () => {
	await fc.assert(
		fc.asyncProperty(settings, async ({ count, parallel, times, failing }) => {
			const clock = new FakeClock();
			const started: number[] = [];
			let running = 0;
			let most = 0;
			let failed = false;
			let startedTooLate = 0;
			const end = await clock.finish(
				concurrently([...Array(count).keys()], parallel, async (index) => {
					if (failed) startedTooLate += 1;
					started.push(index);
					running += 1;
					most = Math.max(most, running);
					await clock.wait(times[index % times.length] ?? 0);
					running -= 1;
					if (!failing.includes(index)) return;
					failed = true;
					throw new Error(String(index));
				}).then(
					() => undefined,
					(error: Error) => Number(error.message),
				),
			);
			expect(startedTooLate).toBe(0);
			expect(running).toBe(0);
			expect(most).toBeLessThanOrEqual(Math.min(parallel, count));
			expect(started).toEqual(Array.from(started, (_, index) => index));
			const first = started.filter((index) => failing.includes(index)).sort((a, b) => a - b)[0];
			expect(end).toBe(first);
			if (first === undefined) expect(started).toHaveLength(count);
		}),
	);
});

test('works as many at once as allowed', async () => {
	const clock = new FakeClock();
	const began = clock.now();
	await clock.finish(concurrently(Array(100).fill(0), 20, async () => await clock.wait(1_000)));
	expect(clock.now() - began).toBe(5_000);
});

test('throws what was thrown, undefined included', async () => {
	const thrown = await concurrently([0], 1, async () => Promise.reject(undefined)).then(
		() => 'fine',
		(error: unknown) => [error],
	);
	expect(thrown).toEqual([undefined]);
});
