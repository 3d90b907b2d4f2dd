import type { Headers } from './answer';
import { Recent } from './recent';
import type { MessageSend } from './request';
import { Cancelled, whenAborted, type Clock } from './wait';

/** Length of the service's sliding windows (specification: Limits), in ms. */
const WINDOW_MS = 60_000;
/** Message sends of a channel in a window (specification: Limits). */
const SENDS_PER_WINDOW = 30;
/** A lower limit learned from a refusal is doubted after this many windows. */
const LEARNED_FOR_WINDOWS = 10;

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

/** How long a request may still wait in all; shared by everything that it waits for. */
export interface Budget {
	leftMs: number;
}

/** A request that was let through. It must be told how it ended. */
export interface Admission {
	/** What was waited for the limits, in ms; queueing behind other requests is not counted. */
	waited: Record<LimitName, number>;
	/** @param ending what came back; undefined when nothing did */
	done(ending?: { headers: Headers; accepted: boolean; rateLimited: boolean }): void;
}

/**
 * Lets requests of one token leave only when the service has room for them.
 *
 * The headers say how many requests fit now and when the next slot opens (`RateLimit-*`:
 * the tighter of the token's and the company's limit). They say nothing of a channel's sends,
 * so these are counted here. Requests leave in the order in which they came.
 */
export class RateLimiter {
	private readonly requests: RequestWindow;
	private readonly sends = new Recent<string, SendWindow>(500);

	constructor(private readonly clock: Clock) {
		this.requests = new RequestWindow(clock);
	}

	/**
	 * Waits for room. @throws LimitReached when that would take longer than the budget,
	 * Cancelled when `signal` is aborted
	 */
	async admit(
		send: MessageSend | undefined,
		budget: Budget,
		signal: AbortSignal,
	): Promise<Admission> {
		const sends = send && this.sends.get(send.via, () => new SendWindow(this.clock, this.requests));
		const waitedForSend = sends ? await sends.enter(budget, signal) : 0;
		let waitedForRequest: number | undefined;
		try {
			waitedForRequest = await this.requests.enter(budget, signal);
		} finally {
			if (waitedForRequest === undefined) sends?.leave();
		}
		const ticket = this.requests.ticket();
		return {
			waited: { send: waitedForSend, request: waitedForRequest },
			done: (ending) => {
				// A 429 while requests still fit is the channel's.
				const channelFull = Boolean(sends && ending?.rateLimited && ending.headers.remaining);
				this.requests.leave(ticket, ending?.headers, ending?.rateLimited && !channelFull);
				sends?.leave(ending, channelFull);
			},
		};
	}
}

/** A queue that lets one caller at a time wait for room. */
abstract class Window {
	private tail: Promise<void> = Promise.resolve();

	constructor(protected readonly clock: Clock) {}

	/** Ms until there may be room; 0 when there is room now; undefined while only an answer can tell. */
	protected abstract roomIn(): number | undefined;
	/** Resolves when what `roomIn` says may have changed. */
	protected abstract readonly changed: Signal;
	protected abstract take(): void;
	protected abstract readonly limit: LimitName;

	/** @returns the ms waited at the head of the queue */
	async enter(budget: Budget, signal: AbortSignal): Promise<number> {
		const turn = this.tail;
		let leaveQueue = () => {};
		this.tail = new Promise((resolve) => (leaveQueue = resolve));
		const aborted = whenAborted(signal);
		try {
			await Promise.race([turn, aborted.promise]);
			return await this.waitForRoom(budget, signal, aborted.promise);
		} finally {
			aborted.forget();
			void turn.then(leaveQueue);
		}
	}

	private async waitForRoom(budget: Budget, signal: AbortSignal, aborted: Promise<void>) {
		let waited = 0;
		while (true) {
			if (signal.aborted) throw new Cancelled();
			const ms = this.roomIn();
			if (ms === 0) break;
			const change = this.changed.next();
			if (ms === undefined) {
				await Promise.race([change, aborted]);
				continue;
			}
			if (ms > budget.leftMs) throw new LimitReached(this.limit, ms);
			const started = this.clock.now();
			const woken = new AbortController();
			await Promise.race([
				this.clock.wait(ms, AbortSignal.any([signal, woken.signal])),
				change,
				aborted,
			]);
			woken.abort();
			const slept = this.clock.now() - started;
			waited += slept;
			budget.leftMs -= slept;
		}
		this.take();
		return waited;
	}
}

/** What the headers tell of the token's and the company's requests. */
class RequestWindow extends Window {
	protected readonly limit = 'request';
	protected readonly changed = new Signal();
	/** Requests that surely fit now. One at first: its answer tells the rest. */
	private free = 1;
	/** When the next slot opens, as far as an answer told. */
	private opensAt: number | undefined;
	private sent = 0;
	private ended = 0;
	private lastAt = -Infinity;
	/** The longest wait for a slot ever told: the window's length, as far as can be seen. */
	private longestResetMs = 0;

	/** Length of the window in ms; the specification's until an answer has told. */
	get windowMs(): number {
		return this.longestResetMs || WINDOW_MS;
	}

	protected roomIn(): number | undefined {
		const now = this.clock.now();
		const inFlight = this.sent - this.ended;
		// After a whole quiet window what was known is worth nothing: others may have used it up.
		if (inFlight === 0 && now - this.lastAt > WINDOW_MS) {
			this.free = 1;
			this.opensAt = undefined;
		}
		if (this.free >= 1) return 0;
		if (this.opensAt !== undefined) {
			if (this.opensAt > now) return this.opensAt - now;
			this.opensAt = undefined;
			this.free = 1;
			return 0;
		}
		if (inFlight > 0) return undefined;
		this.free = 1;
		return 0;
	}

	protected take(): void {
		this.free -= 1;
		this.sent += 1;
	}

	/** Marks the moment of leaving, for judging the answer's numbers. */
	ticket(): number {
		return this.ended;
	}

	leave(endedBefore: number, headers: Headers | undefined, refused = false): void {
		const now = this.clock.now();
		// Requests that overlapped this one: its numbers may not know of them yet.
		const overlapping = this.sent - endedBefore - 1;
		this.ended += 1;
		this.lastAt = now;
		if (headers?.remaining !== undefined) {
			const { remaining, resetMs } = headers;
			const atLeast = Math.max(this.free, remaining - overlapping);
			this.free = Math.min(atLeast, remaining);
			if (resetMs !== undefined) {
				this.opensAt = now + resetMs;
				this.longestResetMs = Math.max(this.longestResetMs, resetMs);
			}
		} else if (!refused) {
			this.free = Math.max(this.free, 1);
		}
		if (refused) {
			this.free = 0;
			this.opensAt = Math.max(this.opensAt ?? 0, now + (headers?.retryAfterMs ?? 0));
		}
		this.changed.fire();
	}
}

/** The sends of one channel, counted here because no header tells of them. */
class SendWindow extends Window {
	protected readonly limit = 'send';
	protected readonly changed = new Signal();
	private most = SENDS_PER_WINDOW;
	private learnedAt = -Infinity;
	private learnedWindowMs = 0;
	private closedUntil = -Infinity;
	private inFlight = 0;
	/** When the accepted sends of the last window were answered, oldest first. */
	private accepted: number[] = [];

	constructor(
		clock: Clock,
		private readonly requests: RequestWindow,
	) {
		super(clock);
	}

	private get windowMs(): number {
		return Math.max(this.learnedWindowMs, this.requests.windowMs);
	}

	protected roomIn(): number | undefined {
		const now = this.clock.now();
		if (now - this.learnedAt > LEARNED_FOR_WINDOWS * this.windowMs) this.most = SENDS_PER_WINDOW;
		this.accepted = this.accepted.filter((at) => at > now - this.windowMs);
		if (this.closedUntil > now) return this.closedUntil - now;
		if (this.accepted.length + this.inFlight < this.most) return 0;
		const oldest = this.accepted[this.accepted.length + this.inFlight - this.most];
		return oldest === undefined ? undefined : Math.max(1, oldest + this.windowMs - now);
	}

	protected take(): void {
		this.inFlight += 1;
	}

	leave(ending?: { headers: Headers; accepted: boolean }, refused = false): void {
		const now = this.clock.now();
		this.inFlight -= 1;
		if (ending?.accepted) this.accepted.push(now);
		if (refused) {
			const retryAfterMs = ending?.headers.retryAfterMs ?? 1_000;
			this.closedUntil = now + retryAfterMs;
			const [oldest] = this.accepted;
			if (oldest !== undefined) {
				this.most = Math.max(1, this.accepted.length);
				this.learnedAt = now;
				this.learnedWindowMs = Math.min(WINDOW_MS, now - oldest + retryAfterMs);
			}
		}
		this.changed.fire();
	}
}

/** Wakes whoever waits for the next change. */
class Signal {
	private waiting: Array<() => void> = [];

	next(): Promise<void> {
		return new Promise((resolve) => this.waiting.push(resolve));
	}

	fire(): void {
		const woken = this.waiting;
		this.waiting = [];
		for (const wake of woken) wake();
	}
}
