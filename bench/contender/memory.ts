/** How often memory is looked at, in ms. */
const EVERY_MS = 5;

/** Watches how far memory grows above where it stands now, with all garbage gone; needs --expose-gc. */
export function watchMemory() {
	collect();
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
		/** @returns growth in bytes: the highest, and what is left of it with all garbage gone */
		stop() {
			look();
			clearInterval(timer);
			collect();
			return {
				heapGrowth: peak.heap - before.heap,
				residentGrowth: peak.resident - before.resident,
				kept: now().heap - before.heap,
			};
		},
	};
}

function collect(): void {
	if (!globalThis.gc) throw new Error('Run with --expose-gc');
	globalThis.gc();
	globalThis.gc();
}
