/** How often memory is looked at, in ms. */
const EVERY_MS = 5;

/** Watches how far memory grows above where it stands now, with all garbage gone; needs --expose-gc. */
export function watchMemory() {
	if (!globalThis.gc) throw new Error('Run with --expose-gc');
	globalThis.gc();
	globalThis.gc();
	const now = () => {
		const { heapUsed, external, rss } = process.memoryUsage();
		return { heap: heapUsed + external, resident: rss };
	};
	const before = now();
	const peak = { ...before };
	const look = () => {
		const { heap, resident } = now();
		peak.heap = Math.max(peak.heap, heap);
		peak.resident = Math.max(peak.resident, resident);
	};
	const timer = setInterval(look, EVERY_MS);
	return {
		/** @returns the highest growth in bytes */
		stop() {
			look();
			clearInterval(timer);
			return {
				heapGrowth: peak.heap - before.heap,
				residentGrowth: peak.resident - before.resident,
			};
		},
	};
}
