import { FieldError } from '../fieldError';
import { readAnswer, type Answer, type AttemptResult, type FailedAttempt } from './answer';
import { Cancelled } from './cancelled';
import type { ClientDependencies, WireRequest } from './clientDependencies';
import { TurnSlots, type QueuePlace, type Slot } from './rateLimiter';
import { urlOf, type ApiRequest } from './request';
import { RequestFailed, type Circumstances } from './requestFailed';
import type { RequestOptions } from './requestOptions';
import { decideOnFailedAttempt, retryDelayMs, retryReason, type Backoff } from './retryPolicy';
import { LIMIT_LABELS } from './slidingWindow';
import type { MonotonicMs } from './time';
import type { Write } from './write';

/** Shortest and longest wait for an answer, in ms. A slower answer counts as a broken connection. */
const ANSWER_TIMEOUT_MS = { least: 10_000, most: 60_000 };

/** A failed attempt after which another one follows. */
interface Retry {
	failed: FailedAttempt;
	/** What the next attempt waits for. */
	when: Backoff | 'when admitted';
}

/**
 * A request from when it is queued to its last attempt, with what its attempts share. Each attempt is made in
 * a turn: the request's own (`waitForTurn`), or that of the write that it precedes (`Turns`).
 */
export class PendingRequest {
	private readonly place: QueuePlace;
	/** What is sent; `sendAs` may replace its key. */
	private wire: WireRequest;
	/**
	 * What the execution knows of the write; undefined for a read, a write without a key, or before `sendAs`
	 * gives it.
	 */
	private write: Write | undefined;
	private attempts = 0;
	private lastAttempt: FailedAttempt | undefined;
	private firstSentAt: MonotonicMs | undefined;
	private readonly failuresByBackoff = new Map<Backoff, number>();

	constructor(
		private readonly request: ApiRequest,
		private readonly dependencies: ClientDependencies,
		private readonly options: RequestOptions,
	) {
		const { baseUrl, rateLimiter, signal } = dependencies;
		this.write = options.write;
		this.wire = toWire(request, baseUrl, options.write?.key);
		this.place = rateLimiter.enqueue(request.messageSend, signal, options);
	}

	/**
	 * Sends the request as this write from now on.
	 * @throws RequestFailed, the failure after which it must not be sent
	 */
	sendAs(write: Write): void {
		write.assertOpen();
		this.write = write;
		this.wire = toWire(this.request, this.dependencies.baseUrl, write.key);
	}

	/**
	 * When waits and retries end: at the deadline or, without one, `maxWaitMs` after the first attempt
	 * (before it: after now). During an outage that began earlier, `maxWaitMs` counts from the outage's
	 * start.
	 */
	get timeEndsAt(): MonotonicMs {
		const { clock, outage } = this.dependencies;
		const { deadline, maxWaitMs = 0 } = this.options;
		const beganAt = Math.min(this.firstSentAt ?? clock.elapsed(), outage.since ?? Infinity);
		return deadline ?? beganAt + maxWaitMs;
	}

	/**
	 * Whether it may still be held back. Once its write may take effect, only further attempts show how that
	 * ended.
	 */
	get mayBeHeldBack(): boolean {
		return !this.write?.mayTakeEffect;
	}

	/** Why its first attempt must not be made; undefined if it may, or was made. */
	reasonNotToStart(): Error | undefined {
		// An attempt of another request of the same write may have been carried out: then only a repeat shows how
		// that ended.
		const isFirst = this.firstSentAt === undefined && this.mayBeHeldBack;
		return isFirst ? this.options.reasonNotToSend?.(this.dependencies.clock.now()) : undefined;
	}

	/** @throws what `reasonNotToStart` returns */
	assertMayStart(): void {
		const reason = this.reasonNotToStart();
		if (reason) throw reason;
	}

	/**
	 * Waits until the rate limiter admits the request. Before the first attempt only a deadline or
	 * `firstAttemptBy` ends the wait behind other requests, since `maxWaitMs` counts from that attempt. The
	 * request gives up at once if a refusal closes a limit for longer than its time lasts.
	 * @param preSendRequests how many other requests the turn must have room for
	 * @param firstAttemptBy when to give up if it has made no attempt, besides its own deadline
	 * @throws RequestFailed if it gave up, or Cancelled
	 */
	async waitForTurn(preSendRequests: number, firstAttemptBy = Infinity): Promise<TurnSlots> {
		const { timeEndsAt } = this;
		const { clock, outage, rateLimiter } = this.dependencies;
		// A service that accepts requests without answering may carry all of them out later, so no more are sent.
		if (outage.hasTimedOut && timeEndsAt < clock.elapsed()) {
			throw this.failure({ isOutage: true });
		}
		const giveUpAt =
			this.firstSentAt === undefined
				? Math.min(this.options.deadline ?? Infinity, firstAttemptBy)
				: timeEndsAt;
		const openBy = Math.min(giveUpAt, timeEndsAt);
		const admission = await rateLimiter.waitForTurn(this.place, {
			preSendRequests,
			giveUpAt,
			longestClosedMs: Math.max(0, openBy - clock.elapsed()),
		});
		if (admission instanceof TurnSlots) return admission;
		if (admission === 'aborted') throw new Cancelled();
		const { limit, ms } = admission;
		const reason = `rate_limited: ${LIMIT_LABELS[limit]}`;
		throw this.failure(ms === undefined ? {} : { waitTooLong: { ms, reason } });
	}

	/**
	 * Makes one attempt, and draws the conclusions from it.
	 * @param slot of the turn; it is released after the attempt
	 * @returns the answer, or what the next attempt waits for
	 * @throws RequestFailed if no further attempt may follow, the failure that has closed its key, FieldError
	 *   for an unusable credential, or an error of n8n
	 */
	async attempt(slot: Slot): Promise<{ answer: Answer } | Retry> {
		const { clock } = this.dependencies;
		this.assertOpen(slot);
		const sentAt = clock.elapsed();
		this.firstSentAt ??= sentAt;
		const remainingMs = this.timeEndsAt - sentAt;
		const timeoutMs = Math.min(
			ANSWER_TIMEOUT_MS.most,
			Math.max(ANSWER_TIMEOUT_MS.least, remainingMs),
		);
		const isRepeat = this.attempts > 0 && this.write?.mayHaveRun === true;
		this.write?.recordStart(this.wire.body, sentAt);
		const result = await this.exchange(timeoutMs).catch((error: unknown) => {
			// With an unusable credential it was not sent; otherwise it may have been.
			const isUnsent = error instanceof FieldError;
			this.write?.recordFailure({ write: isUnsent ? 'attempt not done' : 'unknown' });
			slot.release(isUnsent ? 'unsent' : { result: undefined, sentAt });
			throw error;
		});
		const isSuccess = result.kind === 'success';
		// A replay took no slot of the channel, unless it answers an attempt of this request.
		slot.release({
			result,
			sentAt,
			countsAsSend: isSuccess && (isRepeat || !result.answer.replayed),
		});
		if (isSuccess) {
			this.handleSuccess(result.answer);
			return { answer: result.answer };
		}
		const timedOut = remainingMs < 0 && clock.elapsed() - sentAt >= timeoutMs;
		return { failed: result, when: this.handleFailure(result, { sentAt, timedOut }) };
	}

	/** Another request with the key may have closed it while this one waited. @throws the failure that did */
	private assertOpen(slot: Slot): void {
		let isOpen = false;
		try {
			this.write?.assertOpen();
			isOpen = true;
		} finally {
			if (!isOpen) slot.release('unsent');
		}
	}

	private async exchange(timeoutMs: number): Promise<AttemptResult> {
		const { dependencies, request, wire } = this;
		const raw = await dependencies.exchange(wire, timeoutMs);
		if ('code' in raw) return { kind: 'broken', ...raw };
		return readAnswer(raw, dependencies.clock, request);
	}

	private handleSuccess(answer: Answer): void {
		const { dependencies, request } = this;
		this.write?.recordSuccess(answer, this.ageMs(answer));
		dependencies.outage.endFor(request);
		dependencies.rateLimiter.recordChannels(request.channelsIn?.(answer.body) ?? []);
		dependencies.links.record(request.linksIn?.(answer.body) ?? []);
	}

	/** The age of the result in ms when the answer arrived, by the service's clock if the answer shows it. */
	private ageMs({ body, servedAt }: Answer): number | undefined {
		const doneAt = this.request.doneAtIn?.(body);
		return doneAt === undefined ? undefined : (servedAt ?? this.dependencies.clock.now()) - doneAt;
	}

	/**
	 * Draws the conclusions from a failed attempt. Synchronous, so that no other request with the key is sent
	 * before the key is closed.
	 * @param timedOut whether it was sent after the request's time was over, and was not answered in time
	 * @throws RequestFailed if no further attempt may follow
	 */
	private handleFailure(
		failed: FailedAttempt,
		{ sentAt, timedOut }: { sentAt: MonotonicMs; timedOut: boolean },
	): Retry['when'] {
		const { dependencies, request, write } = this;
		const decision = decideOnFailedAttempt(failed, request, write?.keyStandsFor);
		write?.recordFailure(decision);
		this.attempts += 1;
		this.lastAttempt = failed;
		if (decision.isOutage) dependencies.outage.record(request, { sentAt, timedOut });
		else if (failed.kind === 'refusal') dependencies.outage.endFor(request);
		const isNotDone = decision.write === 'attempt not done' || decision.write === 'not done';
		const mayRetry = isNotDone || !this.options.retriesOnlyIfNotDone;
		if (decision.retry !== 'never' && mayRetry) return decision.retry;
		const failure = this.failure();
		write?.keepFailure(failure, decision.key);
		throw failure;
	}

	/**
	 * Waits until the request may be queued again.
	 * @throws RequestFailed if the wait would be too long or the request was attempted often enough
	 */
	async waitToRetry({ failed, when }: Retry): Promise<void> {
		// The rate limiter keeps the wait that a refusal by a limit asks for.
		if (when === 'when admitted') return;
		const { clock, random, signal } = this.dependencies;
		const reason = retryReason(failed);
		const count = (this.failuresByBackoff.get(when) ?? 0) + 1;
		this.failuresByBackoff.set(when, count);
		const ms = retryDelayMs(when, failed, { count, random: random() });
		if (ms === undefined) throw this.failure();
		Cancelled.throwIfAborted(signal);
		const endsAt = clock.elapsed() + ms;
		if (endsAt > this.timeEndsAt) throw this.failure({ waitTooLong: { ms, reason } });
		this.options.onWaiting?.(`the service (${reason})`, endsAt);
		await clock.wait(ms, signal);
		Cancelled.throwIfAborted(signal);
	}

	/** The failure after which it is not sent again. @param why that is so, if its last attempt does not tell */
	private failure(why: Pick<Circumstances, 'waitTooLong' | 'isOutage'> = {}): RequestFailed {
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
