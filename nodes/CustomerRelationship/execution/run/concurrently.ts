/**
 * Works on tasks, at most `concurrency` at once, and starts them in their order. Once `signal` is
 * aborted no further one is started; those under way are waited for.
 * @param work must not reject
 */
export async function concurrently<Task>(
	tasks: readonly Task[],
	concurrency: number,
	signal: AbortSignal,
	work: (task: Task) => Promise<void>,
): Promise<void> {
	const waiting = tasks.values();
	const lane = async () => {
		for (const task of waiting) {
			if (signal.aborted) return;
			await work(task);
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, tasks.length) }, lane));
}
