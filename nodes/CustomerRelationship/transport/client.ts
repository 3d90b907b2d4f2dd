import { FieldError } from '../fieldError';
import { readAnswer, type Answer, type Ending, type RawAnswer } from './answer';
import { LIMITS } from './slidingWindow';
import type { Line, Waiting } from './rateLimiter';
import type { NoAnswer } from './networkErrors';
import type { Outage } from './outage';
import { urlOf, type ApiRequest } from './request';
import { RequestFailed } from './requestFailed';
import { decide, isStored, reasonOf, waitMs, wouldDouble, type Setback } from './retryPolicy';
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
export interface Surroundings {
	baseUrl: string;
	/** Tells one token at one address from every other; not to be turned back. */
	tokenId: string;
	/** One HTTP exchange. @param timeoutMs longest wait for the whole of the answer */
	exchange(request: WireRequest, timeoutMs: number): Promise<RawAnswer | NoAnswer>;
	/** Who waits for the limits of the token. */
	line: Line;
	outage: Outage;
	clock: Clock;
	/** A number from 0 to 1. */
	random(): number;
	signal: AbortSignal;
}

/** How one request is to be sent. An answer on its way is awaited for 10 s in any case. */
export interface Sending extends Waiting {
	/** What the execution knows of the write, where it is one. */
	write?: Write;
	/** Most ms that it takes from when it is let through for the first time: waiting in line does not count. By default it is tried once. */
	maxWaitMs?: number;
	/** When it must be over, in ms since the epoch, instead: waiting in line counts. */
	until?: number;
	/** Why it must not leave at a time, in ms since the epoch; undefined where it may. It is asked for the first try alone. */
	refusedAt?(now: number): Error | undefined;
}

/** Shortest and longest wait for an answer, in ms; a slower one counts as a broken connection. */
const ANSWER_WITHIN_MS = { least: 10_000, most: 60_000 };
/** How a try ends that was not made: the service leaves others without an answer, or this one can't or must not leave. */
const NOT_SENT: Setback = { kind: 'broken', reached: 'no', code: 'ETIMEDOUT' };

/**
 * Brings a request to the service and its answer back: waits in line for room under the limits,
 * sends, and sends again, with the same key and bytes, what may be repeated until its time is over.
 * @throws RequestFailed, or Cancelled when `signal` was aborted
 */
export async function send(
	request: ApiRequest,
	surroundings: Surroundings,
	sending: Sending,
): Promise<Answer> {
	const { line, outage, clock, signal } = surroundings;
	const { write, maxWaitMs = 0, until: fixedEnd } = sending;
	write?.requireOpen();
	const early = sending.refusedAt?.(clock.now());
	if (early) throw early;

	const wire = toWire(request, surroundings.baseUrl, write?.key);
	const ticket = line.join(request.send, signal, sending);
	let firstLetThrough: number | undefined;
	const until = () =>
		fixedEnd ?? Math.min(firstLetThrough ?? clock.now(), outage.since ?? Infinity) + maxWaitMs;
	let attempts = 0;
	let setback: Setback | undefined;
	/** How often each kind of setback was met. */
	const met = new Map<string, number>();
	const failed = (waitTooLong?: { ms: number; reason: string }) =>
		new RequestFailed(request, setback, {
			attempts,
			tookMs: clock.now() - (firstLetThrough ?? clock.now()),
			waitTooLong,
		});

	while (true) {
		// Nothing more for a service that takes requests in and leaves them without an answer.
		if (outage.hasHung && until() < clock.now()) {
			setback ??= NOT_SENT;
			throw failed();
		}

		// Through the gate.
		const inLineUntil = firstLetThrough === undefined ? (fixedEnd ?? Infinity) : until();
		const admission = await line.enter(ticket, inLineUntil, Math.max(0, until() - clock.now()));
		if (admission === 'stopped') throw new Cancelled();
		if (admission !== 'through') {
			const { limit, ms } = admission;
			throw failed(ms === undefined ? undefined : { ms, reason: `rate_limited: ${LIMITS[limit]}` });
		}

		// Out.
		const sentAt = clock.now();
		const late = firstLetThrough === undefined ? sending.refusedAt?.(sentAt) : undefined;
		if (late) {
			line.ended(ticket, { ending: NOT_SENT, countsAsSend: false, sentAt });
			throw late;
		}
		firstLetThrough ??= sentAt;
		const isPastItsEnd = until() < sentAt;
		const { least, most } = ANSWER_WITHIN_MS;
		const timeoutMs = Math.min(most, Math.max(least, until() - sentAt));
		const isRepeated = attempts > 0 && write?.mayHaveRun === true;
		write?.sent();
		let ending: Ending | undefined;
		let countsAsSend = false;
		try {
			const answer = await surroundings.exchange(wire, timeoutMs).catch((error: unknown) => {
				if (error instanceof FieldError) ending = NOT_SENT;
				throw error;
			});
			if ('code' in answer) ending = { kind: 'broken', ...answer };
			else ending = readAnswer(answer, clock.now(), request);
			countsAsSend = ending.kind === 'success' && (isRepeated || !ending.answer.replayed);
		} finally {
			write?.ended(ending, request);
			line.ended(ticket, { ending, countsAsSend, sentAt });
		}

		// The answer.
		if (ending.kind === 'success') {
			outage.endFor(request);
			line.learn(request.sendersIn?.(ending.answer.body) ?? []);
			return ending.answer;
		}
		attempts += 1;
		setback = ending;

		// Again, or not.
		const decision = decide(setback, request);
		const hung = isPastItsEnd && clock.now() - sentAt >= timeoutMs;
		if (decision.isOutage) outage.met(request, sentAt, hung);
		else outage.endFor(request);
		const { again } = decision;
		if (again === 'through the gate') continue;
		const reason = reasonOf(setback);
		const times = (met.get(reason) ?? 0) + 1;
		met.set(reason, times);
		const ms = again === 'never' ? undefined : waitMs(again, setback, times, surroundings.random());
		if (ms === undefined) {
			const failure = failed();
			if (wouldDouble(decision)) write?.close(failure);
			else if (isStored(setback, request)) write?.refuse(failure);
			throw failure;
		}
		if (signal.aborted) throw new Cancelled();
		if (clock.now() + ms > until()) throw failed({ ms, reason });
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
