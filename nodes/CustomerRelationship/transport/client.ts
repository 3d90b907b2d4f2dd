import { FieldError } from '../fieldError';
import { getOrCreate } from '../maps';
import { readAnswer, type Answer, type AttemptResult, type FailedAttempt } from './answer';
import { Cancelled } from './cancelled';
import type { ClientDependencies } from './clientDependencies';
import type { Clock } from './clock';
import {
	PendingRequest,
	type PreSendAsk,
	type PreSendHooks,
	type RequestOptions,
} from './pendingRequest';
import { urlOf, type ApiRequest } from './request';
import { decideOnFailedAttempt, retryReason, retryDelayMs, type Backoff } from './retryPolicy';
import { LIMIT_LABELS } from './slidingWindow';

/** Shortest and longest wait for an answer, in ms. A slower answer counts as a broken connection. */
const ANSWER_TIMEOUT_MS = { least: 10_000, most: 60_000 };
/** For how long a write may leave after its turn permitted it, in ms. After that, the next turn asks again. */
const MAX_PERMISSION_AGE_MS = 1_500;

/**
 * Sends a request and resolves with its answer. Waits for room under the limits. Repeats what may be repeated, with
 * the same key and bytes, until the request's time is over.
 * @throws RequestFailed, Cancelled if `signal` was aborted, or the reason not to send it
 */
export async function send(
	request: ApiRequest,
	dependencies: ClientDependencies,
	options: RequestOptions,
): Promise<Answer> {
	options.write?.assertOpen();
	const pending = new PendingRequest(request, dependencies, options);
	const reason = reasonNotToSend(pending);
	if (reason) throw reason;
	while (true) {
		await takeTurn(pending);
		const attempt = await makeAttempt(pending);
		const { result } = attempt;
		if (result.kind === 'success') return handleSuccess(pending, attempt, result.answer);
		const retry = handleFailure(pending, attempt, result);
		// The rate limiter keeps the wait that a refusal by a limit asks for.
		if (retry !== 'when admitted') await waitToRetry(pending, result, retry);
	}
}

/** An attempt that was made. */
interface Attempt {
	result: AttemptResult;
	/** In ms of the clock's `elapsed`. */
	sentAt: number;
	/** Whether an earlier attempt may have been carried out. */
	isRepeat: boolean;
	/** Whether it was sent after the request's time was over, and was not answered in time. */
	timedOut: boolean;
}

/** Makes one attempt in its turn: sends the request and reads its answer. */
async function makeAttempt(pending: PendingRequest): Promise<Attempt> {
	const { dependencies } = pending;
	const sentAt = dependencies.clock.elapsed();
	pending.firstSentAt ??= sentAt;
	const remainingMs = pending.giveUpAt - sentAt;
	const timeoutMs = Math.min(
		ANSWER_TIMEOUT_MS.most,
		Math.max(ANSWER_TIMEOUT_MS.least, remainingMs),
	);
	const isRepeat = pending.attempts > 0 && pending.write?.mayHaveRun === true;
	pending.write?.recordStart(pending.wire.body, sentAt);
	const result = await exchange(pending, timeoutMs).catch((error: unknown) => {
		handleError(pending, sentAt, error);
		throw error;
	});
	const timedOut = remainingMs < 0 && dependencies.clock.elapsed() - sentAt >= timeoutMs;
	return { result, sentAt, isRepeat, timedOut };
}

async function exchange(
	{ dependencies, request, wire }: PendingRequest,
	timeoutMs: number,
): Promise<AttemptResult> {
	const raw = await dependencies.exchange(wire, timeoutMs);
	if ('code' in raw) return { kind: 'broken', ...raw };
	return readAnswer(raw, dependencies.clock, request);
}

async function waitForTurn(pending: PendingRequest): Promise<void> {
	const { dependencies, options, place } = pending;
	const { clock, outage, rateLimiter } = dependencies;
	// A service that accepts requests without answering may carry all of them out later, so no more are sent.
	if (outage.hasTimedOut && pending.giveUpAt < clock.elapsed()) {
		throw pending.failure({ isOutage: true });
	}
	const isFirst = pending.firstSentAt === undefined;
	const preSendRequests =
		options.preSend && pending.mayStillBeStopped ? pending.preSendRequests : 0;
	const giveUpAt = isFirst
		? Math.min(options.giveUpAt ?? Infinity, pending.turnsGiveUpAt)
		: pending.giveUpAt;
	const longestClosedMs = Math.max(0, Math.min(giveUpAt, pending.giveUpAt) - clock.elapsed());
	const admission = await rateLimiter.waitForTurn(place, {
		giveUpAt,
		longestClosedMs,
		preSendRequests,
	});
	if (admission === 'admitted') {
		pending.requestsLeft = preSendRequests;
		return;
	}
	if (admission === 'aborted') throw new Cancelled();
	const { limit, ms } = admission;
	const reason = `rate_limited: ${LIMIT_LABELS[limit]}`;
	throw pending.failure(ms === undefined ? {} : { waitTooLong: { ms, reason } });
}

/**
 * Waits for a turn in which the request may leave.
 * @throws the reason not to send it, or an error of what is asked in its turn
 */
async function takeTurn(pending: PendingRequest): Promise<void> {
	await waitForTurn(pending);
	const { preSend } = pending.options;
	if (!preSend) return assertMaySend(pending);
	while (pending.mayStillBeStopped) {
		const turnEnd = await prepareToLeave(pending, preSend);
		if (!turnEnd) return;
		await turnEnd.wait();
		await waitForTurn(pending);
	}
	releaseRequestsLeft(pending);
}

/** @throws what `reasonNotToSend` returns, which is nothing after the first attempt */
function assertMaySend(pending: PendingRequest): void {
	const reason = reasonNotToSend(pending);
	if (!reason) return;
	pending.release('unsent');
	throw reason;
}

const reasonNotToSend = ({ isUnsent, dependencies, options }: PendingRequest) =>
	isUnsent ? options.reasonNotToSend?.(dependencies.clock.now()) : undefined;

/**
 * Asks in its turn whether the request may leave, and does what must be done before. If it may not, its reservation is
 * released.
 * @returns the `TurnEnded` if the turn ended before there was an answer; undefined if the request may leave
 * @throws as `takeTurn`
 */
async function prepareToLeave(
	pending: PendingRequest,
	preSend: PreSendHooks,
): Promise<TurnEnded | undefined> {
	const { clock, signal } = pending.dependencies;
	const ask: PreSendAsk = (request) => askBeforeSend(request, pending);
	// A request in flight gets its answer even if the run ends meanwhile, so check for that end afterwards.
	const assertRunning = () => {
		if (signal.aborted) throw new Cancelled();
	};
	let mayLeave = false;
	try {
		const reason = reasonNotToSend(pending) ?? (await preSend.check(ask, clock.now()));
		assertRunning();
		const error = reason ?? reasonNotToSend(pending);
		const permittedAt = clock.elapsed();
		// Another attempt of the write may have left meanwhile.
		if (pending.mayStillBeStopped) {
			if (error) throw error;
			const write = await preSend.prepare?.(ask, clock.now());
			assertRunning();
			if (clock.elapsed() - permittedAt > MAX_PERMISSION_AGE_MS) throw new TurnEnded();
			if (write) pending.sendAs(write);
		}
		mayLeave = true;
	} catch (error) {
		return TurnEnded.orThrow(error);
	} finally {
		releaseRequestsLeft(pending);
		if (!mayLeave) pending.release('unsent');
	}
	return undefined;
}

/**
 * Makes a request in a turn, without a wait.
 * @throws TurnEnded if the turn has no room for it, or if it must be tried again
 */
async function askBeforeSend(request: ApiRequest, turn: PendingRequest): Promise<Answer> {
	const { dependencies, options } = turn;
	if (dependencies.signal.aborted) throw new Cancelled();
	if (turn.requestsLeft === 0) {
		turn.preSendRequests += 1;
		throw new TurnEnded();
	}
	turn.requestsLeft -= 1;
	const name = `${request.method} ${urlOf(dependencies.baseUrl, request)}`;
	const sendOptions: RequestOptions = {
		maxWaitMs: options.maxWaitMs,
		onWaiting: options.onWaiting,
		...(turn.turnsGiveUpAt < Infinity && { giveUpAt: turn.turnsGiveUpAt }),
	};
	const pending = getOrCreate(
		turn.failedPreSends,
		name,
		() => new PendingRequest(request, dependencies, sendOptions),
	);
	const attempt = await makeAttempt(pending);
	const { result } = attempt;
	if (result.kind === 'success') {
		turn.failedPreSends.delete(name);
		return handleSuccess(pending, attempt, result.answer);
	}
	const retry = handleFailure(pending, attempt, result);
	turn.turnsGiveUpAt = Math.min(turn.turnsGiveUpAt, pending.giveUpAt);
	throw new TurnEnded(async () => {
		if (retry !== 'when admitted') await waitToRetry(pending, result, retry);
	});
}

/** Ends a turn in which a request would have to wait: what was read in it would be too old when the write leaves. */
class TurnEnded extends Error {
	/** @param wait resolves when the request may be tried again */
	constructor(readonly wait: () => Promise<void> = () => Promise.resolve()) {
		super('The turn has ended');
	}

	/** @returns the error if it ended the turn. @throws the error otherwise */
	static orThrow(error: unknown): TurnEnded {
		if (error instanceof TurnEnded) return error;
		throw error;
	}
}

/** Releases the reservations of requests that were not made in the turn. */
function releaseRequestsLeft(pending: PendingRequest): void {
	const place = { ...pending.place, channelWindow: undefined };
	for (; pending.requestsLeft > 0; pending.requestsLeft -= 1) {
		pending.dependencies.rateLimiter.release(place, 'unsent');
	}
}

/** Records an attempt that threw. With an unusable credential it was not sent; otherwise it may have been. */
function handleError(pending: PendingRequest, sentAt: number, error: unknown): void {
	const isUnsent = error instanceof FieldError;
	pending.write?.recordFailure({ write: isUnsent ? 'attempt not done' : 'unknown' });
	pending.release(isUnsent ? 'unsent' : { result: undefined, sentAt });
}

function handleSuccess(
	pending: PendingRequest,
	{ result, sentAt, isRepeat }: Attempt,
	answer: Answer,
): Answer {
	const { dependencies, request } = pending;
	pending.write?.recordSuccess(answer, ageMs(request, answer, dependencies.clock));
	// A replay took no slot of the channel, unless it answers an attempt of this request.
	pending.release({ result, sentAt, countsAsSend: isRepeat || !answer.replayed });
	dependencies.outage.endFor(request);
	dependencies.rateLimiter.recordChannels(request.channelsIn?.(answer.body) ?? []);
	dependencies.links.record(request.linksIn?.(answer.body) ?? []);
	return answer;
}

/** How many ms before its answer the service did what the answer tells of. By the service's clock, if the answer shows it. */
function ageMs(request: ApiRequest, { body, servedAt }: Answer, clock: Clock): number | undefined {
	const doneAt = request.doneAtIn?.(body);
	return doneAt === undefined ? undefined : (servedAt ?? clock.now()) - doneAt;
}

/**
 * Draws the conclusions from a failed attempt. Synchronous, so that no other request with the key is sent before the
 * key is closed.
 * @returns when to try again
 * @throws RequestFailed if no further attempt may follow
 */
function handleFailure(
	pending: PendingRequest,
	{ sentAt, timedOut }: Attempt,
	failed: FailedAttempt,
): Backoff | 'when admitted' {
	const { dependencies, request, write } = pending;
	const decision = decideOnFailedAttempt(failed, request, write?.keyStandsFor);
	write?.recordFailure(decision);
	pending.release({ result: failed, sentAt });
	pending.attempts += 1;
	pending.lastAttempt = failed;
	if (decision.isOutage) dependencies.outage.record(request, { sentAt, timedOut });
	else dependencies.outage.endFor(request);
	if (decision.retry !== 'never') return decision.retry;
	const failure = pending.failure();
	write?.keepFailure(failure, decision.key);
	throw failure;
}

/** @throws RequestFailed if the wait would be too long or the request was attempted often enough */
async function waitToRetry(
	pending: PendingRequest,
	failed: FailedAttempt,
	backoff: Backoff,
): Promise<void> {
	const { clock, random, signal } = pending.dependencies;
	const reason = retryReason(failed);
	const count = pending.countFailure(reason);
	const ms = retryDelayMs(backoff, failed, { count, random: random() });
	if (ms === undefined) throw pending.failure();
	if (signal.aborted) throw new Cancelled();
	const endsAt = clock.elapsed() + ms;
	if (endsAt > pending.giveUpAt) throw pending.failure({ waitTooLong: { ms, reason } });
	pending.options.onWaiting?.(`the service (${reason})`, endsAt);
	await clock.wait(ms, signal);
	if (signal.aborted) throw new Cancelled();
}
