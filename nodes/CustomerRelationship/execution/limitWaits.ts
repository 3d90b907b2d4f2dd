import type { LimitName } from '../transport/slidingWindow';
import type { MonotonicMs } from '../transport/time';

/** How long a run waited for each limit. Time in which several items waited counts once. */
export class LimitWaits {
	readonly ms: Record<LimitName, number> = { request: 0, send: 0 };
	private readonly countedUntil: Record<LimitName, number> = { request: 0, send: 0 };

	/** Adds a wait. */
	add(limit: LimitName, { from, to }: { from: MonotonicMs; to: MonotonicMs }): void {
		this.ms[limit] += Math.max(0, to - Math.max(from, this.countedUntil[limit]));
		this.countedUntil[limit] = Math.max(to, this.countedUntil[limit]);
	}
}
