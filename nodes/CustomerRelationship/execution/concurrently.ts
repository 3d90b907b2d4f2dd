/**
 * Works on entries, at most `concurrency` at once, and starts them in their order. When one fails
 * no further one is started, and those under way are waited for.
 * @throws the failure of the first entry in order that failed
 */
export async function concurrently<Entry>(
	entries: readonly Entry[],
	concurrency: number,
	work: (entry: Entry) => Promise<void>,
): Promise<void> {
	const failures = new Map<number, unknown>();
	const queue = entries.entries();
	const lane = async () => {
		while (failures.size === 0) {
			const { done, value } = queue.next();
			if (done) return;
			const [index, entry] = value;
			await work(entry).catch((error: unknown) => failures.set(index, error));
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, entries.length) }, lane));
	if (failures.size > 0) throw failures.get(Math.min(...failures.keys()));
}
