import fc from 'fast-check';
import { runConcurrently } from '../../../nodes/CustomerRelationship/execution/run/concurrently';
import { FakeClock } from '../transport/fakeClock';

const settings = fc.record({
	count: fc.nat(40),
	parallel: fc.integer({ min: 1, max: 12 }),
	times: fc.array(fc.nat(50), { minLength: 1, maxLength: 10 }),
	failing: fc.array(fc.nat(40), { maxLength: 3 }),
});

test('starts in order, never more than allowed at once, and none once it is to stop', async () => {
	await fc.assert(
		fc.asyncProperty(settings, async ({ count, parallel, times, failing }) => {
			const clock = new FakeClock();
			const stop = new AbortController();
			const started: number[] = [];
			let running = 0;
			let most = 0;
			let startedTooLate = 0;
			await clock.finish(
				runConcurrently([...Array(count).keys()], parallel, stop.signal, async (index) => {
					if (stop.signal.aborted) startedTooLate += 1;
					started.push(index);
					running += 1;
					most = Math.max(most, running);
					await clock.wait(times[index % times.length] ?? 0);
					running -= 1;
					if (failing.includes(index)) stop.abort();
				}),
			);
			expect(startedTooLate).toBe(0);
			expect(running).toBe(0);
			expect(most).toBeLessThanOrEqual(Math.min(parallel, count));
			expect(started).toEqual(Array.from(started, (_, index) => index));
			if (!stop.signal.aborted) expect(started).toHaveLength(count);
		}),
	);
});

test('works as many at once as allowed', async () => {
	const clock = new FakeClock();
	const began = clock.now();
	await clock.finish(
		runConcurrently(
			Array(100).fill(0),
			20,
			new AbortController().signal,
			async () => await clock.wait(1_000),
		),
	);
	expect(clock.now() - began).toBe(5_000);
});
