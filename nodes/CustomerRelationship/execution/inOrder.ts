/**
 * Works on `count` items, at most `parallel` at once, and starts them in their order. When one
 * fails no further one is started, and those under way are waited for.
 * @throws the failure of the first item in order that failed
 */
export async function inOrder(
	count: number,
	parallel: number,
	work: (index: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	const failures: Array<{ index: number; error: unknown }> = [];
	const lane = async () => {
		while (next < count && failures.length === 0) {
			const index = next;
			next += 1;
			try {
				await work(index);
			} catch (error) {
				failures.push({ index, error });
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(parallel, count) }, lane));
	const [first] = failures.sort((a, b) => a.index - b.index);
	if (first) throw first.error;
}
