/** An answer that comes within this, in ms, is prompt. */
const PROMPT_MS = 1_000;
/** What tries may take together beyond that, in ms, once an outage has used up its time. */
const MORE_MS = 60_000;

/**
 * A service, or the way to it, that is down. It is waited for once in a run of the node: after that
 * each request that may wait no longer than that gets one try, until one is answered. Where those tries
 * hang as well nothing more is sent: a service that takes requests in and does not answer may carry all
 * of them out some day.
 */
export class Outage {
	/** The most, in ms, that a request had to wait and that was used up. */
	private usedUpMs = -1;
	private overdueMs = 0;

	/** A request has used up the time that it may wait. */
	useUp(maxWaitMs: number): void {
		this.usedUpMs = Math.max(this.usedUpMs, maxWaitMs);
	}

	/** Whether it has used up the time that a request may wait for it. */
	isWaitedOut(maxWaitMs: number): boolean {
		return maxWaitMs <= this.usedUpMs;
	}

	/** Whether the tries since then have hung for too long. */
	isGivenUp(maxWaitMs: number): boolean {
		return this.isWaitedOut(maxWaitMs) && this.overdueMs >= MORE_MS;
	}

	/** A try ended. @param tookMs how long it was under way */
	met(isOutage: boolean, tookMs: number, maxWaitMs: number): void {
		if (!isOutage) this.usedUpMs = -1;
		const isOneTry = this.isWaitedOut(maxWaitMs);
		this.overdueMs = isOneTry ? this.overdueMs + Math.max(0, tookMs - PROMPT_MS) : 0;
	}
}

/** The outages of a run: one for each address, whatever the token. */
export class Outages {
	private readonly byAddress = new Map<string, Outage>();

	at(baseUrl: string): Outage {
		const outage = this.byAddress.get(baseUrl) ?? new Outage();
		this.byAddress.set(baseUrl, outage);
		return outage;
	}
}
