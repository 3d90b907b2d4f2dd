/** How often memory is looked at, in ms. */
const EVERY_MS = 5;

/** Watches how far the heap, and the memory outside it that belongs to it, grows above where it stands now, with all garbage gone; needs --expose-gc. */
export function watchMemory() {
	collect();
	const now = () => {
		const { heapUsed, external } = process.memoryUsage();
		return heapUsed + external;
	};
	const before = now();
	let peak = before;
	const look = () => {
		peak = Math.max(peak, now());
	};
	const timer = setInterval(look, EVERY_MS);
	return {
		/** @returns growth in bytes: the highest, and what is left of it with all garbage gone */
		stop() {
			look();
			clearInterval(timer);
			collect();
			return { heapGrowth: peak - before, kept: now() - before };
		},
	};
}

function collect(): void {
	if (!globalThis.gc) throw new Error('Run with --expose-gc');
	globalThis.gc();
	globalThis.gc();
}
