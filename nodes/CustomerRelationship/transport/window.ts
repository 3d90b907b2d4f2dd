import { Cancelled, whenAborted, type Clock } from './wait';

/** Raised instead of a wait that would last too long; nothing was sent. */
export class LimitReached extends Error {
	constructor(
		readonly limit: LimitName,
		readonly waitMs: number,
	) {
		super(`The ${limit} limit leaves no room for ${Math.ceil(waitMs / 1000)} s`);
	}
}

export type LimitName = 'request' | 'send';

/** The limits as the user reads of them. */
export const LIMITS: Record<LimitName, string> = {
	request: 'the limit of requests a minute',
	send: 'the limit of 30 message sends a minute and channel',
};

/** How long a request may still wait in all; shared by everything that it waits for. */
export interface Budget {
	leftMs: number;
}

/**
 * A sliding window of the service as seen from here: what of ours stands in it, and the queue
 * of those who wait for room. What counts in the service from its arrival is counted here until
 * a whole window after its answer, so that it is never forgotten too early.
 */
export abstract class Window {
	protected inFlight = 0;
	/** When ours were answered, in ms, oldest first. */
	protected answered: number[] = [];
	protected closedUntil = -Infinity;
	private tail: Promise<void> = Promise.resolve();
	private waiting: Array<() => void> = [];

	constructor(protected readonly clock: Clock) {}

	/** Length of the window in ms. */
	abstract get windowMs(): number;
	protected abstract readonly limit: LimitName;
	/** Ms until there may be room; 0 when there is room now; undefined while only an answer can tell. */
	protected abstract roomIn(): number | undefined;

	/**
	 * Waits its turn and for room. @returns the ms that took; only those at the head of the queue are
	 * taken from the budget
	 * @throws LimitReached, Cancelled
	 */
	async enter(budget: Budget, signal: AbortSignal): Promise<number> {
		// Whoever waits longer at the head waits at least as long behind it.
		this.requireWithin(budget);
		const entered = this.clock.now();
		const turn = this.tail;
		let leaveQueue = () => {};
		this.tail = new Promise((resolve) => (leaveQueue = resolve));
		const aborted = whenAborted(signal);
		try {
			await Promise.race([turn, aborted.promise]);
			await this.waitForRoom(budget, signal, aborted.promise);
			return this.clock.now() - entered;
		} finally {
			aborted.forget();
			void turn.then(leaveQueue);
		}
	}

	private async waitForRoom(budget: Budget, signal: AbortSignal, aborted: Promise<void>) {
		while (true) {
			if (signal.aborted) throw new Cancelled();
			const ms = this.requireWithin(budget);
			if (ms === 0) break;
			const change = new Promise<void>((resolve) => this.waiting.push(resolve));
			if (ms === undefined) {
				await Promise.race([change, aborted]);
				continue;
			}
			const started = this.clock.now();
			const woken = new AbortController();
			await Promise.race([this.clock.wait(ms, woken.signal), change, aborted]);
			woken.abort();
			budget.leftMs -= this.clock.now() - started;
		}
		this.inFlight += 1;
	}

	/** @returns what `roomIn` does. @throws LimitReached when that is more than the budget */
	private requireWithin(budget: Budget): number | undefined {
		const ms = this.roomIn();
		if (ms && ms > budget.leftMs) throw new LimitReached(this.limit, ms);
		return ms;
	}

	/** Ms until one more fits when `most` of ours do; undefined while that hangs on an answer. */
	protected roomAmong(most: number): number | undefined {
		const now = this.clock.now();
		if (this.closedUntil > now) return this.closedUntil - now;
		while ((this.answered[0] ?? Infinity) + this.windowMs <= now) this.forgetOldest();
		const over = this.answered.length + this.inFlight - most;
		if (over < 0) return 0;
		const leaving = this.answered[over];
		return leaving === undefined ? undefined : leaving + this.windowMs - now;
	}

	protected forgetOldest(): void {
		this.answered.shift();
	}

	/** Lets the one that waits at the head look again. */
	protected wake(): void {
		const woken = this.waiting;
		this.waiting = [];
		for (const look of woken) look();
	}
}
