import type { Answer, FailedAttempt } from './answer';
import type { ClientDependencies, WireRequest } from './clientDependencies';
import type { FinishedAttempt, QueueOptions, QueuePlace } from './rateLimiter';
import { urlOf, type ApiRequest } from './request';
import { RequestFailed, type Circumstances } from './requestFailed';
import type { Write } from './write';

/** How one request is sent. Its answer is awaited for at least 10 s. */
export interface RequestOptions extends QueueOptions {
	/** What the execution knows of the write; undefined for a read. */
	write?: Write;
	/**
	 * Longest time in ms from when the first attempt is sent; the wait for the rate limiter before it does not count. By
	 * default there is one attempt.
	 */
	maxWaitMs?: number;
	/** When to give up, in ms of the clock's `elapsed`, instead of `maxWaitMs`. Every wait for the rate limiter counts. */
	giveUpAt?: number;
	/**
	 * Why the request must not be sent. It is asked before the first attempt alone.
	 * @param now in ms since the epoch
	 * @returns undefined if it may be sent
	 */
	reasonNotToSend?(now: number): Error | undefined;
	/** What is asked in the request's own turn, right before it leaves. */
	preSend?: PreSendHooks;
	/** How many requests `preSend` makes at least; 0 by default. The turn has room for them besides the request itself. */
	preSendRequests?: number;
}

/**
 * What is asked in the turn of a write, right before it leaves. A request that would have to wait ends the turn, and the
 * next turn asks again. So does the next attempt, if the last one was not carried out.
 */
export interface PreSendHooks {
	/**
	 * Finds out from the service whether the write may be sent, and changes nothing.
	 * @param now in ms since the epoch
	 * @returns why it must not be sent; undefined if it may
	 */
	check(ask: PreSendAsk, now: number): Promise<Error | undefined>;
	/**
	 * Does what must be done before the write leaves, once it may. If that takes long, the next turn asks again whether it
	 * may, so it must be quick when it is called again.
	 * @returns the write, if its key depends on what was read; it replaces that of `RequestOptions`
	 */
	prepare?(ask: PreSendAsk, now: number): Promise<Write | undefined>;
}

/**
 * Makes a request in the turn of another one; a function of its own for each turn.
 * @throws RequestFailed, Cancelled once the run has ended, or what ends the turn; catch RequestFailed alone
 */
export type PreSendAsk = (request: ApiRequest) => Promise<Answer>;

/** A request from when it is queued to its last attempt, with what its attempts share. */
export class PendingRequest {
	/** What is sent: every attempt with one key sends the same bytes. */
	wire: WireRequest;
	/** What the execution knows of the write; undefined for a read, and as long as the key is not known. */
	write: Write | undefined;
	readonly place: QueuePlace;
	attempts = 0;
	lastAttempt: FailedAttempt | undefined;
	/** In ms of the clock's `elapsed`; undefined before the first attempt. */
	firstSentAt: number | undefined;
	/** How many other requests its turn has room for. */
	preSendRequests: number;
	/** How many of them can still be made in this turn. */
	requestsLeft = 0;
	/** The requests of its turns that have failed, by method and address. One that is tried again goes on counting. */
	readonly failedPreSends = new Map<string, PendingRequest>();
	/** After this no further turn begins, because a request of a turn has failed; in ms of the clock's `elapsed`. */
	turnsGiveUpAt = Infinity;
	private readonly failuresByReason = new Map<string, number>();

	constructor(
		readonly request: ApiRequest,
		readonly dependencies: ClientDependencies,
		readonly options: RequestOptions,
	) {
		const { baseUrl, rateLimiter, signal } = dependencies;
		this.write = options.write;
		this.wire = toWire(request, baseUrl, options.write?.key);
		this.place = rateLimiter.enqueue(request.messageSend, signal, options);
		this.preSendRequests = options.preSendRequests ?? 0;
	}

	/** Sends the request as this write from now on. @throws RequestFailed, the failure after which it must not be sent */
	sendAs(write: Write): void {
		write.assertOpen();
		this.write = write;
		this.wire = toWire(this.request, this.dependencies.baseUrl, write.key);
	}

	/**
	 * After this no further attempt is made, in ms of the clock's `elapsed`. During an outage the request's time counts from
	 * the outage's start.
	 */
	get giveUpAt(): number {
		const { clock, outage } = this.dependencies;
		const { giveUpAt, maxWaitMs = 0 } = this.options;
		const beganAt = Math.min(this.firstSentAt ?? clock.elapsed(), outage.since ?? Infinity);
		return giveUpAt ?? beganAt + maxWaitMs;
	}

	/** Whether no attempt was made. */
	get isUnsent(): boolean {
		return this.firstSentAt === undefined && this.write?.isUnsent !== false;
	}

	/** Whether its turn may still keep it back. Once it may have left, it goes on. */
	get mayStillBeStopped(): boolean {
		return !this.write?.mayTakeEffect;
	}

	/** @returns how many attempts failed for this reason, this one included */
	countFailure(reason: string): number {
		const count = (this.failuresByReason.get(reason) ?? 0) + 1;
		this.failuresByReason.set(reason, count);
		return count;
	}

	/** Releases its reservation in the rate limiter. @param attempt `unsent` if none was made */
	release(attempt: FinishedAttempt | 'unsent'): void {
		this.dependencies.rateLimiter.release(this.place, attempt);
	}

	/** The failure after which it is not sent again. @param why that is so, if its last attempt does not tell */
	failure(why: Pick<Circumstances, 'waitTooLong' | 'isOutage'> = {}): RequestFailed {
		const now = this.dependencies.clock.elapsed();
		return new RequestFailed(this.request, this.lastAttempt, {
			attempts: this.attempts,
			tookMs: now - (this.firstSentAt ?? now),
			...why,
			keyStandsFor: this.write?.keyStandsFor,
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
