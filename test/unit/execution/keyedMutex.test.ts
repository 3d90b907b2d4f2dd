import fc from 'fast-check';
import { KeyedMutex } from '../../../nodes/CustomerRelationship/execution/keyedMutex';
import { FakeClock } from '../transport/fakeClock';

/** Acquires, works and releases, however the work ends. */
async function run<Result>(mutex: KeyedMutex, keys: string[], work: () => Promise<Result>) {
	const { release } = await mutex.acquire(keys);
	try {
		return await work();
	} finally {
		release();
	}
}

const job = fc.record({
	records: fc.uniqueArray(fc.constantFrom('deals/1', 'deals/2', 'contacts/1'), { maxLength: 3 }),
	ms: fc.nat(30),
	fails: fc.boolean(),
});

test('work under one key never overlaps and keeps its order, however earlier work ended', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(job, { maxLength: 25 }), async (jobs) => {
			const clock = new FakeClock();
			const mutex = new KeyedMutex();
			const under = new Map<string, number>();
			const order: Record<string, number[]> = {};
			let overlaps = 0;
			const ends = jobs.map(({ records, ms, fails }, n) =>
				run(mutex, records, async () => {
					for (const record of records) {
						if (under.has(record)) overlaps += 1;
						under.set(record, n);
						(order[record] ??= []).push(n);
					}
					await clock.wait(ms);
					for (const record of records) under.delete(record);
					if (fails) throw new Error(String(n));
					return n;
				}),
			);
			const settled = await clock.finish(Promise.allSettled(ends));
			expect(overlaps).toBe(0);
			settled.forEach((end, n) => {
				expect(end.status).toBe(jobs[n]?.fails ? 'rejected' : 'fulfilled');
				if (end.status === 'fulfilled') expect(end.value).toBe(n);
				else expect(end.reason).toEqual(new Error(String(n)));
			});
			for (const [record, numbers] of Object.entries(order)) {
				const all = jobs.flatMap(({ records }, n) =>
					records.some((one) => one === record) ? [n] : [],
				);
				expect(numbers).toEqual(all);
			}
			// Nothing is kept of what is over.
			expect((mutex as unknown as { tails: Map<string, unknown> }).tails.size).toBe(0);
		}),
	);
});

test('work under different keys runs concurrently', async () => {
	const clock = new FakeClock();
	const mutex = new KeyedMutex();
	const began = clock.now();
	const wait = async () => await clock.wait(1_000);
	await clock.finish(
		Promise.all([
			run(mutex, ['deals/1'], wait),
			run(mutex, ['deals/2'], wait),
			run(mutex, [], wait),
			run(mutex, [], wait),
			run(mutex, ['deals/1'], wait),
		]),
	);
	expect(clock.now() - began).toBe(2_000);
});

test('releasing twice lets nobody overtake', async () => {
	const mutex = new KeyedMutex();
	const { release } = await mutex.acquire(['a']);
	release();
	let left = false;
	const second = await mutex.acquire(['a']);
	release();
	const third = mutex.acquire(['a']).then(() => left);
	await new Promise(setImmediate);
	left = true;
	second.release();
	expect(await third).toBe(true);
});

test('a caller that gives up keeps its place, so that order is preserved', async () => {
	const mutex = new KeyedMutex();
	const first = await mutex.acquire(['a']);
	const second = await mutex.acquire(['a'], Promise.resolve());
	expect(second.isHeld).toBe(false);
	second.release();
	let isThird = false;
	const third = mutex.acquire(['a']).then((entered) => {
		isThird = entered.isHeld;
		return entered;
	});
	await new Promise(setImmediate);
	expect(isThird).toBe(false);
	first.release();
	(await third).release();
	expect(isThird).toBe(true);
	await new Promise(setImmediate);
	expect((mutex as unknown as { tails: Map<string, unknown> }).tails.size).toBe(0);
});
