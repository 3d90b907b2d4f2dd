import { readAnswer, type Answer, type Headers, type Outcome, type RawAnswer } from './answer';
import { LimitReached, type Budget, type LimitName, type RateLimiter } from './rateLimit';
import { isWrite, urlOf, type ApiRequest } from './request';
import { decide, mayHaveRun, reasonOf, type Setback } from './retryPolicy';
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
	clock: Clock;
	/** A number from 0 to 1. */
	random(): number;
	signal: AbortSignal;
}

/** How one request is to be sent. */
export interface Sending {
	/** `Idempotency-Key` of a write. */
	key?: string;
	/** Most ms that all waits of the request may take together. */
	maxWaitMs: number;
	/** Told of every wait for the limits when it is over, in ms. */
	onWaited?(limit: LimitName, ms: number): void;
}

/** The connection broke before an answer came. */
export interface NoAnswer {
	/** Whether the service may have seen the request. */
	reached: 'no' | 'maybe';
	/** The system's error code. */
	code: string;
}

/** A request that ended without success, with all that its error text tells. */
export class RequestFailed extends Error {
	constructor(
		readonly request: ApiRequest,
		/** The last attempt's; undefined when none was made because the limits left no room. */
		readonly setback: Setback | undefined,
		readonly circumstances: {
			attempts: number;
			/** All waits together, in ms. */
			waitedMs: number;
			/** The wait that the time budget no longer allowed: its length in ms and what for. */
			refusedWait?: { ms: number; reason: string };
			/** The service may have done the work all the same. */
			outcomeUnknown: boolean;
		},
	) {
		super('The request failed');
	}
}

const NO_HEADERS: Headers = {
	limit: undefined,
	remaining: undefined,
	resetMs: undefined,
	retryAfterMs: undefined,
};

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
	const { clock, signal } = surroundings;
	const wire = toWire(request, surroundings.baseUrl, sending.key);
	const budget: Budget = { leftMs: sending.maxWaitMs };
	let attempts = 0;
	let setback: Setback | undefined;
	let outcomeUnknown = false;
	const failed = (refusedWait?: { ms: number; reason: string }) =>
		new RequestFailed(request, setback, {
			attempts,
			waitedMs: sending.maxWaitMs - budget.leftMs,
			refusedWait,
			outcomeUnknown,
		});

	while (true) {
		const outcome = await attempt(request, wire, surroundings, budget, sending).catch(
			(error: unknown) => {
				if (error instanceof LimitReached) {
					throw failed({ ms: error.waitMs, reason: 'rate_limited' });
				}
				throw error;
			},
		);
		if (outcome.kind === 'success') return outcome.answer;
		attempts += 1;
		setback = outcome;
		// One attempt that may have run is enough, whatever the later ones answer.
		outcomeUnknown ||= mayHaveRun(setback, request);

		const decision = decide(setback, request, attempts, surroundings.random());
		if (decision.action === 'fail') {
			if (settles(setback)) outcomeUnknown = false;
			throw failed();
		}
		if (decision.ms > budget.leftMs) throw failed({ ms: decision.ms, reason: reasonOf(setback) });
		budget.leftMs -= decision.ms;
		await clock.wait(decision.ms, signal);
		if (signal.aborted) throw new Cancelled();
	}
}

/**
 * Whether the answer to a repeated key also tells how an earlier, broken attempt ended: had it
 * run, its stored answer would have come. A refused token is refused before the key is looked at.
 */
const settles = (setback: Setback) =>
	setback.kind === 'refusal' && [400, 404, 409, 422].includes(setback.refusal.statusCode);

async function attempt(
	request: ApiRequest,
	wire: WireRequest,
	{ exchange, limiter, clock, signal }: Surroundings,
	budget: Budget,
	{ onWaited }: Sending,
): Promise<Outcome> {
	const admission = await limiter.admit(request.send, budget, signal);
	for (const limit of ['request', 'send'] as const) {
		if (admission.waited[limit] > 0) onWaited?.(limit, admission.waited[limit]);
	}
	let outcome: Outcome | undefined;
	try {
		const answer = await exchange(wire);
		outcome =
			'code' in answer ? { kind: 'broken', ...answer } : readAnswer(answer, clock.now());
	} finally {
		const headers = outcome && 'headers' in outcome ? outcome.headers : NO_HEADERS;
		admission.done(
			outcome && {
				headers,
				accepted: outcome.kind === 'success',
				rateLimited: outcome.kind === 'refusal' && outcome.refusal.statusCode === 429,
			},
		);
	}
	if (signal.aborted && outcome.kind !== 'success') throw new Cancelled();
	return outcome;
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
