import { readAnswer, type Answer, type Outcome, type RawAnswer } from './answer';
import type { Outage } from './outage';
import {
	LimitReached,
	LIMITS,
	NothingHeard,
	type Ending,
	type LimitName,
	type Patience,
	type RateLimiter,
} from './rateLimit';
import { isWrite, urlOf, type ApiRequest } from './request';
import { RequestFailed } from './requestFailed';
import { isOutage, reasonOf, retryIn, runsAgain, type Setback } from './retryPolicy';
import { Cancelled, type Clock } from './wait';
import type { Write } from './write';

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
	/** Tells one token at one address from every other; not to be turned back. */
	account: string;
	/** One HTTP exchange. @param timeoutMs longest wait for the whole of the answer */
	exchange(request: WireRequest, timeoutMs: number): Promise<RawAnswer | NoAnswer>;
	limiter: RateLimiter;
	outage: Outage;
	clock: Clock;
	/** A number from 0 to 1. */
	random(): number;
	signal: AbortSignal;
}

/** How one request is to be sent. */
export interface Sending extends Pick<Patience, 'spares' | 'onWaiting' | 'onWaited'> {
	/** What the execution knows of the write, where it is one. */
	write?: Write;
	/** Most ms that all waits of the request may take together, those for lost answers included. */
	maxWaitMs: number;
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
	write: Write | undefined;
	budget: Patience['budget'];
	attempts: number;
	/** How the last attempt ended. */
	setback: Setback | undefined;
	/** The limit that refused the last attempt. */
	refusedBy: LimitName | undefined;
}

/** Shortest and longest wait for an answer, in ms; a slower one counts as a broken connection. */
const ANSWER_WITHIN_MS = { least: 10_000, most: 60_000 };

/**
 * Brings a request to the service and its answer back: waits for room under the limits, sends,
 * and repeats with the same key and bytes what the retry policy lets repeat.
 * @throws RequestFailed, or Cancelled when `signal` was aborted
 */
export async function send(
	request: ApiRequest,
	surroundings: Surroundings,
	sending: Sending,
): Promise<Answer> {
	const { outage } = surroundings;
	const { write } = sending;
	if (write?.end) throw write.end;
	const journey: Journey = {
		request,
		wire: toWire(request, surroundings.baseUrl, write?.key),
		write,
		budget: { leftMs: sending.maxWaitMs },
		attempts: 0,
		setback: undefined,
		refusedBy: undefined,
	};
	const { budget } = journey;
	const failed = (refusedWait?: { ms: number; reason: string }) =>
		new RequestFailed(request, journey.setback, {
			attempts: journey.attempts,
			waitedMs: sending.maxWaitMs - budget.leftMs,
			refusedWait,
			outcomeUnknown: write?.mayHaveRun ?? false,
			hasOwnKey: write?.isOwn,
		});
	const met = new Map<string, number>();

	try {
		while (true) {
			const outcome = await attempt(journey, surroundings, sending);
			if (outcome.kind === 'success') {
				const { answer } = outcome;
				surroundings.limiter.learn(request.sendersIn?.(answer.body) ?? []);
				return answer;
			}
			journey.attempts += 1;
			journey.setback = outcome;

			const reason = reasonOf(outcome);
			const times = (met.get(reason) ?? 0) + 1;
			met.set(reason, times);
			const ms = retryIn(outcome, request, times, surroundings.random());
			if (ms === undefined) {
				const failure = failed();
				if (write && runsAgain(outcome, request)) write.end = failure;
				throw failure;
			}
			if (surroundings.signal.aborted) throw new Cancelled();
			const isOut = isOutage(outcome, request);
			if (ms > budget.leftMs || (isOut && outage.isWaitedOut(sending.maxWaitMs))) {
				if (isOut) outage.useUp(sending.maxWaitMs);
				throw failed({ ms, reason });
			}
			await pause(ms, journey, surroundings, reason, sending);
		}
	} catch (error) {
		throw reported(error, journey, failed);
	}
}

/** Waits before the next try. */
async function pause(
	ms: number,
	{ budget, refusedBy }: Journey,
	{ clock, signal }: Surroundings,
	reason: string,
	{ onWaiting, onWaited }: Sending,
): Promise<void> {
	const from = clock.now();
	onWaiting?.(refusedBy ? LIMITS[refusedBy] : `the service (${reason})`, from + ms);
	await clock.wait(ms, signal);
	const to = clock.now();
	budget.leftMs -= to - from;
	if (refusedBy) onWaited?.(refusedBy, from, to);
	if (signal.aborted) throw new Cancelled();
}

/** What ended the journey, with what is known of its outcome. */
function reported(
	error: unknown,
	journey: Journey,
	failed: (refusedWait?: { ms: number; reason: string }) => RequestFailed,
): unknown {
	if (error instanceof LimitReached) {
		return failed({ ms: error.waitMs, reason: `rate_limited: ${LIMITS[error.limit]}` });
	}
	if (error instanceof NothingHeard) {
		journey.setback ??= { kind: 'broken', reached: 'no', code: 'ETIMEDOUT' };
		return failed();
	}
	return error;
}

async function attempt(
	journey: Journey,
	{ exchange, limiter, outage, clock, signal }: Surroundings,
	{ maxWaitMs, spares, onWaiting, onWaited }: Sending,
): Promise<Outcome> {
	const { request, wire, write, budget, attempts } = journey;
	if (outage.isGivenUp(maxWaitMs)) throw new NothingHeard();
	const done = await limiter.admit(request.send, { budget, signal, spares, onWaiting, onWaited });
	const leftAt = clock.now();
	const isRepeated = attempts > 0 && write?.mayHaveRun === true;
	write?.leave();
	const { least, most } = ANSWER_WITHIN_MS;
	const leftMs = outage.isWaitedOut(maxWaitMs) ? 0 : budget.leftMs;
	const timeoutMs = Math.min(most, Math.max(least, leftMs));
	let outcome: Outcome | undefined;
	try {
		const answer = await exchange(wire, timeoutMs);
		outcome =
			'code' in answer ? { kind: 'broken', ...answer } : readAnswer(answer, clock.now(), request);
	} finally {
		write?.settle(outcome, request);
		journey.refusedBy = done(endingOf(outcome, isRepeated));
	}
	const tookMs = clock.now() - leftAt;
	outage.met(outcome.kind !== 'success' && isOutage(outcome, request), tookMs, maxWaitMs);
	// Waiting for an answer that never came, or that says to come again, was waiting, too; after a success nothing is left to pay.
	budget.leftMs -= tookMs;
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
