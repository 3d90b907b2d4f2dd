/**
 * "Limits": at most `limit` uses in any `windowMs`, by the times of the uses that were let through.
 * Refused ones don't count (README, "Refused requests"), so that `Retry-After` is true.
 */
export class SlidingWindow {
	private times: number[] = [];
	private oldest = 0;

	constructor(
		readonly limit: number,
		private readonly windowMs: number,
	) {}

	/** How many still fit now. */
	remaining(nowMs: number): number {
		this.forget(nowMs);
		return Math.max(0, this.limit - (this.times.length - this.oldest));
	}

	/** Whole seconds until the next slot opens, rounded up; 0 when it is empty. */
	secondsToNextSlot(nowMs: number): number {
		this.forget(nowMs);
		const used = this.times.length - this.oldest;
		// The use that has to leave: the oldest, or a later one when more were counted than fit.
		const next = this.times[this.oldest + Math.max(0, used - this.limit)];
		return next === undefined ? 0 : Math.ceil((next + this.windowMs - nowMs) / 1000);
	}

	add(nowMs: number): void {
		this.times.push(nowMs);
	}

	private forget(nowMs: number): void {
		while ((this.times[this.oldest] ?? Infinity) <= nowMs - this.windowMs) this.oldest++;
		if (this.oldest > 1024 && this.oldest * 2 > this.times.length) {
			this.times = this.times.slice(this.oldest);
			this.oldest = 0;
		}
	}
}
