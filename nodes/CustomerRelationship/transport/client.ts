import { readAnswer, type Answer, type Outcome, type RawAnswer } from './answer';
import {
	LimitReached,
	LIMITS,
	NothingHeard,
	type Ending,
	type LimitName,
	type Patience,
	type RateLimiter,
} from './rateLimit';
import type { Recent } from './recent';
import { isWrite, urlOf, type ApiRequest } from './request';
import { RequestFailed } from './requestFailed';
import { endsForGood, mayHaveRun, reasonOf, retryIn, settles, type Setback } from './retryPolicy';
import { Cancelled, type Clock } from './wait';

/** A request as it travels: every attempt sends these very bytes. */
export interface WireRequest {
	method: ApiRequest['method'];
	url: string;
	headers: Record<string, string>;
	/** Serialised once: "the same request" is judged byte for byte (Idempotency 2). */
	body: string | undefined;
}

/** What the client needs of the world; unit tests bring their own. */
export interface Surroundings {
	baseUrl: string;
	/** One HTTP exchange. */
	exchange(request: WireRequest): Promise<RawAnswer | NoAnswer>;
	limiter: RateLimiter;
	/** Failures that a further try could double, by their automatic key. */
	failedForGood: Recent<string, RequestFailed>;
	clock: Clock;
	/** A number from 0 to 1. */
	random(): number;
	signal: AbortSignal;
}

/** How one request is to be sent. */
export interface Sending extends Pick<Patience, 'onWaited'> {
	/** `Idempotency-Key` of a write. */
	key?: string;
	/** Most ms that all waits of the request may take together, those for lost answers included. */
	maxWaitMs: number;
	/** The key is of this execution alone: once a try that may have run has failed, n8n's Retry On Fail gets that failure. */
	neverAgain?: boolean;
}

/** The connection broke before an answer came. */
export interface NoAnswer {
	/** Whether the service may have seen the request. */
	reached: 'no' | 'maybe';
	/** The system's error code. */
	code: string;
}

/** A request under way. */
interface Journey {
	request: ApiRequest;
	wire: WireRequest;
	budget: Patience['budget'];
	attempts: number;
	/** How the last attempt ended. */
	setback: Setback | undefined;
	/** One attempt that may have run is enough, whatever the later ones answer. */
	outcomeUnknown: boolean;
	/** The limit that refused the last attempt. */
	refusedBy: LimitName | undefined;
}

/**
 * Brings a request to the service and its answer back: waits for room under the limits, sends,
 * and repeats with the same key and bytes what the retry policy lets repeat.
 * @throws RequestFailed, or Cancelled when the execution was cancelled
 */
export async function send(
	request: ApiRequest,
	surroundings: Surroundings,
	sending: Sending,
): Promise<Answer> {
	const { clock, signal, failedForGood } = surroundings;
	const onceOnly = sending.neverAgain === true ? sending.key : undefined;
	const before = onceOnly === undefined ? undefined : failedForGood.find(onceOnly);
	if (before) throw before;
	const journey: Journey = {
		request,
		wire: toWire(request, surroundings.baseUrl, sending.key),
		budget: { leftMs: sending.maxWaitMs },
		attempts: 0,
		setback: undefined,
		outcomeUnknown: false,
		refusedBy: undefined,
	};
	const { budget } = journey;
	const failed = (refusedWait?: { ms: number; reason: string }) => {
		const { setback, attempts, outcomeUnknown } = journey;
		const waitedMs = sending.maxWaitMs - budget.leftMs;
		return new RequestFailed(request, setback, { attempts, waitedMs, refusedWait, outcomeUnknown });
	};
	const met = new Map<string, number>();

	while (true) {
		const outcome = await attempt(journey, surroundings, sending).catch((error: unknown) => {
			if (error instanceof LimitReached) {
				throw failed({ ms: error.waitMs, reason: `rate_limited: ${LIMITS[error.limit]}` });
			}
			if (error instanceof NothingHeard) {
				journey.setback ??= { kind: 'broken', reached: 'no', code: 'ETIMEDOUT' };
				throw failed();
			}
			throw error;
		});
		if (outcome.kind === 'success') return outcome.answer;
		journey.attempts += 1;
		journey.setback = outcome;
		journey.outcomeUnknown ||= mayHaveRun(outcome, request);

		const reason = reasonOf(outcome);
		const times = (met.get(reason) ?? 0) + 1;
		met.set(reason, times);
		const ms = retryIn(outcome, request, times, surroundings.random());
		if (ms === undefined) {
			if (settles(outcome)) journey.outcomeUnknown = false;
			const failure = failed();
			if (onceOnly !== undefined && endsForGood(outcome, request))
				failedForGood.set(onceOnly, failure);
			throw failure;
		}
		if (ms > budget.leftMs) throw failed({ ms, reason });
		budget.leftMs -= ms;
		const from = clock.now();
		await clock.wait(ms, signal);
		if (journey.refusedBy) sending.onWaited?.(journey.refusedBy, from, clock.now());
		if (signal.aborted) throw new Cancelled();
	}
}

async function attempt(
	journey: Journey,
	{ exchange, limiter, clock, signal }: Surroundings,
	{ onWaited }: Sending,
): Promise<Outcome> {
	const { request, wire, budget, outcomeUnknown } = journey;
	const done = await limiter.admit(request.send, { budget, signal, onWaited });
	const leftAt = clock.now();
	let outcome: Outcome | undefined;
	try {
		const answer = await exchange(wire);
		outcome = 'code' in answer ? { kind: 'broken', ...answer } : readAnswer(answer, clock.now());
	} finally {
		journey.refusedBy = done(endingOf(outcome, outcomeUnknown));
	}
	// Waiting for an answer that never came was waiting, too.
	if (outcome.kind === 'broken') budget.leftMs -= clock.now() - leftAt;
	if (signal.aborted && outcome.kind !== 'success') throw new Cancelled();
	return outcome;
}

/** @param repeated an earlier attempt may have run, so that a replay is of our own send */
function endingOf(outcome: Outcome | undefined, repeated: boolean): Ending {
	return {
		reached: outcome?.kind !== 'broken' || outcome.reached === 'maybe',
		headers: outcome && 'headers' in outcome ? outcome.headers : undefined,
		sent: outcome?.kind === 'success' && (repeated || !outcome.answer.replayed),
		rateLimited: outcome?.kind === 'refusal' && outcome.refusal.statusCode === 429,
	};
}

function toWire(request: ApiRequest, baseUrl: string, key: string | undefined): WireRequest {
	const body = request.body && JSON.stringify(request.body);
	return {
		method: request.method,
		url: urlOf(baseUrl, request),
		headers: {
			Accept: 'application/json',
			...(body !== undefined && { 'Content-Type': 'application/json' }),
			...(isWrite(request) && key !== undefined && { 'Idempotency-Key': key }),
		},
		body,
	};
}
