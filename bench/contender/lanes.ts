/** Does `work` for 0 … `count` - 1, at most `parallel` at once; 0 is all at once. */
export async function inLanes(
	count: number,
	parallel: number,
	work: (index: number) => Promise<void>,
): Promise<void> {
	let next = 0;
	const lane = async () => {
		while (next < count) await work(next++);
	};
	await Promise.all(Array.from({ length: parallel || count }, lane));
}
