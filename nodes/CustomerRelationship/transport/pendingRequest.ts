import { FieldError } from '../fieldError';
import { readAnswer, type Answer, type AttemptResult, type FailedAttempt } from './answer';
import { Cancelled } from './cancelled';
import type { ClientDependencies, WireRequest } from './clientDependencies';
import type { FinishedAttempt, QueuePlace } from './rateLimiter';
import { urlOf, type ApiRequest } from './request';
import { RequestFailed, type Circumstances } from './requestFailed';
import type { RequestOptions } from './requestOptions';
import { decideOnFailedAttempt, retryDelayMs, retryReason, type Backoff } from './retryPolicy';
import type { ElapsedMs } from './time';
import type { Write } from './write';

/** Shortest and longest wait for an answer, in ms. A slower answer counts as a broken connection. */
const ANSWER_TIMEOUT_MS = { least: 10_000, most: 60_000 };

/** A failed attempt after which another one follows. */
interface Retry {
	failed: FailedAttempt;
	/** What the next attempt waits for. */
	when: Backoff | 'when admitted';
}

/** A request from when it is queued to its last attempt, with what its attempts share. */
export class PendingRequest {
	readonly place: QueuePlace;
	/** What is sent: every attempt with one key sends the same bytes. */
	private wire: WireRequest;
	/** What the execution knows of the write; undefined for a read, and as long as the key is not known. */
	private write: Write | undefined;
	private attempts = 0;
	private lastAttempt: FailedAttempt | undefined;
	private firstSentAt: ElapsedMs | undefined;
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
	}

	/** Sends the request as this write from now on. @throws RequestFailed, the failure after which it must not be sent */
	sendAs(write: Write): void {
		write.assertOpen();
		this.write = write;
		this.wire = toWire(this.request, this.dependencies.baseUrl, write.key);
	}

	/** After this no further attempt is made. During an outage the request's time counts from the outage's start. */
	get giveUpAt(): ElapsedMs {
		const { clock, outage } = this.dependencies;
		const { giveUpAt, maxWaitMs = 0 } = this.options;
		const beganAt = Math.min(this.firstSentAt ?? clock.elapsed(), outage.since ?? Infinity);
		return giveUpAt ?? beganAt + maxWaitMs;
	}

	/** Whether this request has made no attempt. Another request of the same write may have. */
	get isBeforeFirstAttempt(): boolean {
		return this.firstSentAt === undefined;
	}

	/** Whether it may still be held back. Once its write may take effect, only further attempts show how that ended. */
	get mayBeHeldBack(): boolean {
		return !this.write?.mayTakeEffect;
	}

	/** Why its first attempt must not be made; undefined if it may, or was made. */
	reasonNotToStart(): Error | undefined {
		const isUnsent = this.isBeforeFirstAttempt && this.write?.isUnsent !== false;
		return isUnsent ? this.options.reasonNotToSend?.(this.dependencies.clock.now()) : undefined;
	}

	/** @throws what `reasonNotToStart` returns */
	assertMayStart(): void {
		const reason = this.reasonNotToStart();
		if (reason) throw reason;
	}

	/** @throws Cancelled once the run has ended */
	assertRunning(): void {
		if (this.dependencies.signal.aborted) throw new Cancelled();
	}

	/**
	 * Makes one attempt in its turn, and draws the conclusions from it.
	 * @returns the answer, or what the next attempt waits for
	 * @throws RequestFailed if no further attempt may follow
	 */
	async attempt(): Promise<{ answer: Answer } | Retry> {
		const { clock } = this.dependencies;
		const sentAt = clock.elapsed();
		this.firstSentAt ??= sentAt;
		const remainingMs = this.giveUpAt - sentAt;
		const timeoutMs = Math.min(
			ANSWER_TIMEOUT_MS.most,
			Math.max(ANSWER_TIMEOUT_MS.least, remainingMs),
		);
		const isRepeat = this.attempts > 0 && this.write?.mayHaveRun === true;
		this.write?.recordStart(this.wire.body, sentAt);
		const result = await this.exchange(timeoutMs).catch((error: unknown) => {
			this.handleError(error, sentAt);
			throw error;
		});
		if (result.kind === 'success') {
			this.handleSuccess(result, { sentAt, isRepeat });
			return { answer: result.answer };
		}
		const timedOut = remainingMs < 0 && clock.elapsed() - sentAt >= timeoutMs;
		return { failed: result, when: this.handleFailure(result, { sentAt, timedOut }) };
	}

	private async exchange(timeoutMs: number): Promise<AttemptResult> {
		const { dependencies, request, wire } = this;
		const raw = await dependencies.exchange(wire, timeoutMs);
		if ('code' in raw) return { kind: 'broken', ...raw };
		return readAnswer(raw, dependencies.clock, request);
	}

	/** Records an attempt that threw. With an unusable credential it was not sent; otherwise it may have been. */
	private handleError(error: unknown, sentAt: ElapsedMs): void {
		const isUnsent = error instanceof FieldError;
		this.write?.recordFailure({ write: isUnsent ? 'attempt not done' : 'unknown' });
		this.release(isUnsent ? 'unsent' : { result: undefined, sentAt });
	}

	/** @param isRepeat whether an earlier attempt may have been carried out */
	private handleSuccess(
		result: Extract<AttemptResult, { kind: 'success' }>,
		{ sentAt, isRepeat }: { sentAt: ElapsedMs; isRepeat: boolean },
	): void {
		const { dependencies, request } = this;
		const { answer } = result;
		this.write?.recordSuccess(answer, this.ageMs(answer));
		// A replay took no slot of the channel, unless it answers an attempt of this request.
		this.release({ result, sentAt, countsAsSend: isRepeat || !answer.replayed });
		dependencies.outage.endFor(request);
		dependencies.rateLimiter.recordChannels(request.channelsIn?.(answer.body) ?? []);
		dependencies.links.record(request.linksIn?.(answer.body) ?? []);
	}

	/** How many ms before its answer the service did what the answer tells of. By the service's clock, if the answer shows it. */
	private ageMs({ body, servedAt }: Answer): number | undefined {
		const doneAt = this.request.doneAtIn?.(body);
		return doneAt === undefined ? undefined : (servedAt ?? this.dependencies.clock.now()) - doneAt;
	}

	/**
	 * Draws the conclusions from a failed attempt. Synchronous, so that no other request with the key is sent before the
	 * key is closed.
	 * @param timedOut whether it was sent after the request's time was over, and was not answered in time
	 * @throws RequestFailed if no further attempt may follow
	 */
	private handleFailure(
		failed: FailedAttempt,
		{ sentAt, timedOut }: { sentAt: ElapsedMs; timedOut: boolean },
	): Retry['when'] {
		const { dependencies, request, write } = this;
		const decision = decideOnFailedAttempt(failed, request, write?.keyStandsFor);
		write?.recordFailure(decision);
		this.release({ result: failed, sentAt });
		this.attempts += 1;
		this.lastAttempt = failed;
		if (decision.isOutage) dependencies.outage.record(request, { sentAt, timedOut });
		else dependencies.outage.endFor(request);
		if (decision.retry !== 'never') return decision.retry;
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
		const count = (this.failuresByReason.get(reason) ?? 0) + 1;
		this.failuresByReason.set(reason, count);
		const ms = retryDelayMs(when, failed, { count, random: random() });
		if (ms === undefined) throw this.failure();
		this.assertRunning();
		const endsAt = clock.elapsed() + ms;
		if (endsAt > this.giveUpAt) throw this.failure({ waitTooLong: { ms, reason } });
		this.options.onWaiting?.(`the service (${reason})`, endsAt);
		await clock.wait(ms, signal);
		this.assertRunning();
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
