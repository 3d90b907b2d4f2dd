import { FieldError } from '../fieldError';
import { readAnswer, type Answer, type AttemptResult, type RawAnswer } from './answer';
import { LIMIT_LABELS } from './slidingWindow';
import type { RateLimiter, QueueOptions } from './rateLimiter';
import type { NetworkFailure } from './networkErrors';
import type { Outage } from './outage';
import { urlOf, type ApiRequest } from './request';
import { RequestFailed } from './requestFailed';
import {
	decide,
	isStored,
	retryReason,
	waitMs,
	retryWouldRepeat,
	type FailedAttempt,
} from './retryPolicy';
import { Cancelled, type Clock } from './clock';
import type { Write } from './write';

/** A request as it travels: every try sends these very bytes. */
export interface WireRequest {
	method: ApiRequest['method'];
	url: string;
	headers: Record<string, string>;
	/** Serialised once: "the same request" is judged byte for byte (Idempotency 2). */
	body: string | undefined;
}

/** What the client needs of the world; unit tests bring their own. */
export interface ClientDependencies {
	baseUrl: string;
	/** Tells one token at one address from every other; not to be turned back. */
	tokenId: string;
	/** One HTTP exchange. @param timeoutMs longest wait for the whole of the answer */
	exchange(request: WireRequest, timeoutMs: number): Promise<RawAnswer | NetworkFailure>;
	/** Who waits for the limits of the token. */
	rateLimiter: RateLimiter;
	outage: Outage;
	clock: Clock;
	/** A number from 0 to 1. */
	random(): number;
	signal: AbortSignal;
}

/** How one request is to be sent. An answer on its way is awaited for 10 s in any case. */
export interface SendOptions extends QueueOptions {
	/** What the execution knows of the write, where it is one. */
	write?: Write;
	/** Most ms that it takes from when it is let through for the first time: waiting in line does not count. By default it is tried once. */
	maxWaitMs?: number;
	/** When it must be over, in ms since the epoch, instead: waiting in line counts. */
	giveUpAt?: number;
	/** Why it must not leave at a time, in ms since the epoch; undefined where it may. It is asked for the first try alone. */
	reasonNotToSend?(now: number): Error | undefined;
}

/** Shortest and longest wait for an answer, in ms; a slower one counts as a broken connection. */
const ANSWER_WITHIN_MS = { least: 10_000, most: 60_000 };
/** How a try ends that was not made: the service leaves others without an answer, or this one can't or must not leave. */
const NOT_SENT: FailedAttempt = { kind: 'broken', reached: 'no', code: 'ETIMEDOUT' };

/**
 * Brings a request to the service and its answer back: waits in line for room under the limits,
 * sends, and sends again, with the same key and bytes, what may be repeated until its time is over.
 * @throws RequestFailed, or Cancelled when `signal` was aborted
 */
export async function send(
	request: ApiRequest,
	dependencies: ClientDependencies,
	sending: SendOptions,
): Promise<Answer> {
	const { rateLimiter: line, outage, clock, signal } = dependencies;
	const { write, maxWaitMs = 0, giveUpAt: fixedEnd } = sending;
	write?.requireOpen();
	const early = sending.reasonNotToSend?.(clock.now());
	if (early) throw early;

	const wire = toWire(request, dependencies.baseUrl, write?.key);
	const queued = line.enqueue(request.send, signal, sending);
	let firstLetThrough: number | undefined;
	const until = () =>
		fixedEnd ?? Math.min(firstLetThrough ?? clock.now(), outage.since ?? Infinity) + maxWaitMs;
	let attempts = 0;
	let lastAttempt: FailedAttempt | undefined;
	/** How often each kind of setback was met. */
	const met = new Map<string, number>();
	const requestFailed = (waitTooLong?: { ms: number; reason: string }) =>
		new RequestFailed(request, lastAttempt, {
			attempts,
			tookMs: clock.now() - (firstLetThrough ?? clock.now()),
			waitTooLong,
			keyStandsFor: write?.keyStandsFor,
		});

	while (true) {
		// Nothing more for a service that takes requests in and leaves them without an answer.
		if (outage.hasTimedOut && until() < clock.now()) {
			lastAttempt ??= NOT_SENT;
			throw requestFailed();
		}

		// Through the gate.
		const inLineUntil = firstLetThrough === undefined ? (fixedEnd ?? Infinity) : until();
		const admission = await line.waitForTurn(
			queued,
			inLineUntil,
			Math.max(0, until() - clock.now()),
		);
		if (admission === 'stopped') throw new Cancelled();
		if (admission !== 'through') {
			const { limit, ms } = admission;
			throw requestFailed(
				ms === undefined ? undefined : { ms, reason: `rate_limited: ${LIMIT_LABELS[limit]}` },
			);
		}

		// Out.
		const sentAt = clock.now();
		const late = firstLetThrough === undefined ? sending.reasonNotToSend?.(sentAt) : undefined;
		if (late) {
			line.release(queued, { result: NOT_SENT, countsAsSend: false, sentAt });
			throw late;
		}
		firstLetThrough ??= sentAt;
		const isPastItsEnd = until() < sentAt;
		const { least, most } = ANSWER_WITHIN_MS;
		const timeoutMs = Math.min(most, Math.max(least, until() - sentAt));
		const isRepeated = attempts > 0 && write?.mayHaveRun === true;
		write?.attemptStarted();
		let result: AttemptResult | undefined;
		let countsAsSend = false;
		try {
			const answer = await dependencies.exchange(wire, timeoutMs).catch((error: unknown) => {
				if (error instanceof FieldError) result = NOT_SENT;
				throw error;
			});
			if ('code' in answer) result = { kind: 'broken', ...answer };
			else result = readAnswer(answer, clock.now(), request);
			countsAsSend = result.kind === 'success' && (isRepeated || !result.answer.replayed);
		} finally {
			write?.attemptEnded(result, request);
			line.release(queued, { result, countsAsSend, sentAt });
		}

		// The answer.
		if (result.kind === 'success') {
			outage.endFor(request);
			line.recordChannels(request.sendersIn?.(result.answer.body) ?? []);
			return result.answer;
		}
		attempts += 1;
		lastAttempt = result;

		// Again, or not.
		const decision = decide(lastAttempt, request);
		const timedOut = isPastItsEnd && clock.now() - sentAt >= timeoutMs;
		if (decision.isOutage) outage.record(request, sentAt, timedOut);
		else outage.endFor(request);
		const { again } = decision;
		if (again === 'through the gate') continue;
		const reason = retryReason(lastAttempt);
		const times = (met.get(reason) ?? 0) + 1;
		met.set(reason, times);
		const ms =
			again === 'never' ? undefined : waitMs(again, lastAttempt, times, dependencies.random());
		if (ms === undefined) {
			const failure = requestFailed();
			if (retryWouldRepeat(decision)) write?.close(failure);
			else if (isStored(lastAttempt, request)) write?.refuse(failure);
			throw failure;
		}
		if (signal.aborted) throw new Cancelled();
		if (clock.now() + ms > until()) throw requestFailed({ ms, reason });
		sending.onWaiting?.(`the service (${reason})`, clock.now() + ms);
		await clock.wait(ms, signal);
		if (signal.aborted) throw new Cancelled();
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
