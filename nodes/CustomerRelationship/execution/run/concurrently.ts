/**
 * Processes tasks with at most `concurrency` at a time, starting them in order. Once `signal` is aborted, no
 * further task starts; running tasks are awaited.
 * @param work must not reject
 */
export async function runConcurrently<Task>(
	tasks: readonly Task[],
	concurrency: number,
	signal: AbortSignal,
	work: (task: Task) => Promise<void>,
): Promise<void> {
	const waiting = tasks.values();
	const worker = async () => {
		for (const task of waiting) {
			if (signal.aborted) return;
			await work(task);
		}
	};
	await Promise.all(Array.from({ length: Math.min(concurrency, tasks.length) }, worker));
}
