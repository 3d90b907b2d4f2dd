/**
 * Works on entries, at most `concurrency` at once, and starts them in their order. Once `signal` is
 * aborted no further one is started; those under way are waited for.
 * @param work must not reject
 */
export async function concurrently<Entry>(
	entries: readonly Entry[],
	concurrency: number,
	signal: AbortSignal,
	work: (entry: Entry) => Promise<void>,
): Promise<void> {
	const waiting = entries.values();
	const lane = async () => {
		for (const entry of waiting) {
			if (signal.aborted) return;
			await work(entry);
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, entries.length) }, lane));
}
