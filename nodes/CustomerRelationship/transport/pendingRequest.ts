import type { Answer, FailedAttempt } from './answer';
import type { ClientDependencies, WireRequest } from './clientDependencies';
import type { FinishedAttempt, QueuedRequest, QueueOptions } from './rateLimiter';
import { urlOf, type ApiRequest } from './request';
import { RequestFailed } from './requestFailed';
import type { Write } from './write';

/** How one request is to be sent. An answer is awaited for 10 s in any case. */
export interface SendOptions extends QueueOptions {
	/** What the execution knows of the write; undefined for a read. */
	write?: Write;
	/**
	 * Longest time in ms from when the first attempt is sent; its wait for the rate limiter does not count. By
	 * default there is one attempt.
	 */
	maxWaitMs?: number;
	/** When to give up, in ms of the clock's `elapsed`, instead of `maxWaitMs`; every wait for the rate limiter counts. */
	giveUpAt?: number;
	/**
	 * Why the request must not be sent, undefined where it may. Asked before the first attempt alone.
	 * @param now in ms since the epoch
	 */
	reasonNotToSend?(now: number): Error | undefined;
	/**
	 * The same for what only a read can tell. It is asked in the turn of the first attempt, in which the request leaves
	 * right after: a read that would have to wait ends the turn, and the next turn asks anew.
	 */
	reasonAfterReading?(read: Read): Promise<Error | undefined>;
}

/**
 * Makes a read in the turn of another request.
 * @throws RequestFailed, Cancelled once the run has ended, or what ends the turn; catch RequestFailed alone
 */
export type Read = (request: ApiRequest) => Promise<Answer>;

/** A request from when it is queued to its last attempt, with what its attempts share. */
export class PendingRequest {
	readonly wire: WireRequest;
	readonly queued: QueuedRequest;
	attempts = 0;
	lastAttempt: FailedAttempt | undefined;
	/** In ms of the clock's `elapsed`; undefined before the first attempt. */
	firstSentAt: number | undefined;
	/** How many reads its turn has room for. */
	readsInTurn: number;
	/** How many of them were not made yet. */
	readsLeft = 0;
	/** The reads of its turns that have failed, by their addresses: one that is tried again goes on counting. */
	readonly reads = new Map<string, PendingRequest>();
	/** When no further turn may begin, once a read has failed; in ms of the clock's `elapsed`. */
	readsGiveUpAt = Infinity;
	private readonly failuresByReason = new Map<string, number>();

	constructor(
		readonly request: ApiRequest,
		readonly dependencies: ClientDependencies,
		readonly options: SendOptions,
	) {
		const { baseUrl, rateLimiter, signal } = dependencies;
		this.wire = toWire(request, baseUrl, options.write?.key);
		this.queued = rateLimiter.enqueue(request.send, signal, options);
		this.readsInTurn = options.readsInTurn ?? 0;
	}

	/**
	 * When no further attempt may be made, in ms of the clock's `elapsed`. For requests that meet an outage, the time counts
	 * from when the outage began.
	 */
	get giveUpAt(): number {
		const { clock, outage } = this.dependencies;
		const { giveUpAt, maxWaitMs = 0 } = this.options;
		const beganAt = Math.min(this.firstSentAt ?? clock.elapsed(), outage.since ?? Infinity);
		return giveUpAt ?? beganAt + maxWaitMs;
	}

	/** Whether it is still to be decided whether it is sent. One that may have left goes on. */
	get isUndecided(): boolean {
		return this.firstSentAt === undefined && this.options.write?.isUnsent !== false;
	}

	/** @returns how many attempts failed for this reason, this one included */
	countFailure(reason: string): number {
		const count = (this.failuresByReason.get(reason) ?? 0) + 1;
		this.failuresByReason.set(reason, count);
		return count;
	}

	/** Gives its reservation back to the rate limiter. */
	release(attempt: FinishedAttempt): void {
		this.dependencies.rateLimiter.release(this.queued, attempt);
	}

	/** @param waitTooLong the next wait, where that would end too late */
	failure(waitTooLong?: { ms: number; reason: string }): RequestFailed {
		const now = this.dependencies.clock.elapsed();
		return new RequestFailed(this.request, this.lastAttempt, {
			attempts: this.attempts,
			tookMs: now - (this.firstSentAt ?? now),
			waitTooLong,
			keyStandsFor: this.options.write?.keyStandsFor,
		});
	}
}

function toWire(request: ApiRequest, baseUrl: string, key: string | undefined): WireRequest {
	const body = request.body && JSON.stringify(request.body);
	return {
		method: request.method,
		url: urlOf(baseUrl, request),
		headers: {
			Accept: 'application/json',
			...(body !== undefined && { 'Content-Type': 'application/json' }),
			...(key !== undefined && { 'Idempotency-Key': key }),
		},
		body,
	};
}
