import { z } from 'zod';

/** Milliseconds since 1970. */
export type TimeSource = () => number;

/** With a day to spare for windows that open until later. */
const LATEST_MS = Date.UTC(9999, 11, 30);

/** The longest that a timer can wait; a longer one would end at once. */
export const LONGEST_WAIT_MS = 2 ** 31 - 1;

/**
 * The service's clock: the machine's time plus what `POST /_sandbox/clock` added.
 * It never steps back, so that "newest first" and "in order of creation" are the same thing.
 */
export class Clock {
	private offsetMs = 0;
	private latest = 0;

	constructor(private readonly source: TimeSource) {}

	/** The service's time in ms since 1970. */
	now(): number {
		this.latest = Math.max(this.latest, this.source() + this.offsetMs);
		return this.latest;
	}

	/** The service's time as the API writes it: ISO 8601, UTC, milliseconds. */
	timestamp(): string {
		return timestampOf(this.now());
	}

	/** The machine's time in ms: signatures use it, because receivers compare it with their own clock. */
	machineNow(): number {
		return this.source();
	}

	/** False, and nothing changes, where it would leave the years that a timestamp can show. */
	advance(ms: number): boolean {
		const isPossible = this.now() + ms <= LATEST_MS;
		if (isPossible) this.offsetMs += ms;
		return isPossible;
	}

	/** Back to the machine's time. */
	reset(): void {
		this.offsetMs = 0;
		this.latest = 0;
	}
}

/** Format rule 2 of what is received: UTC with milliseconds, a day that there is. As texts they sort by time. */
export const timestamp = z.string().datetime({ precision: 3 });

/** Format rule 2 of what is given out. */
export function timestampOf(ms: number): string {
	return new Date(ms).toISOString();
}
