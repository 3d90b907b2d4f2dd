import type { Clock } from './wait';

/** A refusal that doesn't say how long to wait closes the window for this long, in ms. */
const UNTOLD_MS = 1_000;
/** Longest time that it stays closed without anybody's asking again, in ms. */
const LONGEST_CLOSED_MS = 600_000;

/**
 * A sliding window of the service as seen from here. What counts there from its arrival is counted
 * here until a whole window after its answer, so that it is never forgotten too early.
 */
export abstract class Window {
	protected underWay = 0;
	/** When ours were answered, in ms, oldest first. */
	protected answered: number[] = [];
	private closedUntil = 0;

	constructor(protected readonly clock: Clock) {}

	/** Length of the window in ms. */
	abstract get windowMs(): number;
	/**
	 * Ms until there may be room; 0 when there is room now; undefined while only an answer can tell.
	 * @param spares the part of the limit, from 0 to 1, that is to be left to others
	 */
	abstract roomIn(spares?: number): number | undefined;

	enter(): void {
		this.underWay += 1;
	}

	/** @param counts whether what had entered may stand in the service's window */
	leave(counts: boolean): void {
		this.underWay -= 1;
		if (counts) this.answered.push(this.clock.now());
	}

	/** Lets nothing in for as long as a refusal said. */
	close(retryAfterMs = UNTOLD_MS): void {
		this.closedUntil = this.clock.now() + Math.min(retryAfterMs, LONGEST_CLOSED_MS);
	}

	/** `roomIn` when `most` of ours fit. */
	protected roomAmong(most: number): number | undefined {
		const now = this.clock.now();
		if (this.closedUntil > now) return this.closedUntil - now;
		while ((this.answered[0] ?? Infinity) + this.windowMs <= now) this.forgetOldest();
		const over = this.answered.length + this.underWay - most;
		if (over < 0) return 0;
		const leaving = this.answered[over];
		return leaving === undefined ? undefined : leaving + this.windowMs - now;
	}

	protected forgetOldest(): void {
		this.answered.shift();
	}
}
