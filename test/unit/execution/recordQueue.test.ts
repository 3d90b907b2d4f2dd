import fc from 'fast-check';
import { RecordQueue } from '../../../nodes/CustomerRelationship/execution/recordQueue';
import { FakeClock } from '../transport/fakeClock';

/** Enters, works and leaves, however the work ends. */
async function run<Result>(queue: RecordQueue, records: string[], work: () => Promise<Result>) {
	const { leave } = await queue.enter(records);
	try {
		return await work();
	} finally {
		leave();
	}
}

const job = fc.record({
	records: fc.uniqueArray(fc.constantFrom('deals/1', 'deals/2', 'contacts/1'), { maxLength: 3 }),
	ms: fc.nat(30),
	fails: fc.boolean(),
});

test('work on one record never overlaps and keeps its order, however earlier work ended', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(job, { maxLength: 25 }), async (jobs) => {
			const clock = new FakeClock();
			const queue = new RecordQueue();
			const under = new Map<string, number>();
			const order: Record<string, number[]> = {};
			let overlaps = 0;
			const ends = jobs.map(({ records, ms, fails }, n) =>
				run(queue, records, async () => {
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
			expect((queue as unknown as { last: Map<string, unknown> }).last.size).toBe(0);
		}),
	);
});

test('work on different records goes side by side', async () => {
	const clock = new FakeClock();
	const queue = new RecordQueue();
	const began = clock.now();
	const wait = async () => await clock.wait(1_000);
	await clock.finish(
		Promise.all([
			run(queue, ['deals/1'], wait),
			run(queue, ['deals/2'], wait),
			run(queue, [], wait),
			run(queue, [], wait),
			run(queue, ['deals/1'], wait),
		]),
	);
	expect(clock.now() - began).toBe(2_000);
});

test('leaving twice lets nobody overtake', async () => {
	const queue = new RecordQueue();
	const { leave } = await queue.enter(['a']);
	leave();
	let left = false;
	const second = await queue.enter(['a']);
	leave();
	const third = queue.enter(['a']).then(() => left);
	await new Promise(setImmediate);
	left = true;
	second.leave();
	expect(await third).toBe(true);
});

test('who gives up waiting keeps its place between those ahead and those behind', async () => {
	const queue = new RecordQueue();
	const first = await queue.enter(['a']);
	const second = await queue.enter(['a'], Promise.resolve());
	expect(second.hasCome).toBe(false);
	second.leave();
	let isThird = false;
	const third = queue.enter(['a']).then((entered) => {
		isThird = entered.hasCome;
		return entered;
	});
	await new Promise(setImmediate);
	expect(isThird).toBe(false);
	first.leave();
	(await third).leave();
	expect(isThird).toBe(true);
	await new Promise(setImmediate);
	expect((queue as unknown as { last: Map<string, unknown> }).last.size).toBe(0);
});
