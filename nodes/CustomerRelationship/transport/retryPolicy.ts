import type { AttemptResult, FailedAttempt } from './answer';
import { isPermanentNetworkError } from './networkErrors';
import { isWrite, type ApiRequest } from './request';
import type { SharedKeyKind, WriteFinding } from './write';

/** What follows from a failed attempt. */
export interface Decision extends WriteFinding {
	/**
	 * When the request is sent again: after a backoff, or once the rate limiter admits it. `when admitted` is
	 * right only if `isRateLimited` is true, since the rate limiter then closes the limit.
	 */
	retry: Backoff | 'when admitted' | 'never';
	/**
	 * Whether the service, or the network in between, is down. The run waits for it once, not once for each
	 * request.
	 */
	isOutage?: true;
	/**
	 * Why a read has no answer, if the service refuses it to every item that asks the same:
	 * - `not accepted`: the service does not take its parameters;
	 * - `not visible`: there is no such record, the token's user does not see it, or the token lacks a scope or
	 *   permission (403).
	 */
	unreadable?: 'not accepted' | 'not visible';
}

/** How often, and with which waits, a request is sent again. */
export interface Backoff {
	/**
	 * The longest first wait, in ms. Jitter takes off up to half of a wait; each is twice as long as the one
	 * before.
	 */
	firstMs: number;
	/** Where the waits stop growing, in ms. Only `Retry-After` makes one longer. */
	longestMs: number;
	/** The most attempts that may fail with this backoff. Without it, only the request's time ends them. */
	attempts?: number;
}

const OVERLOAD: Backoff = { firstMs: 1_000, longestMs: 30_000 };
/** A request with this key is still running. Its answer is wanted, so the next attempts follow soon. */
const IN_PROGRESS: Backoff = { firstMs: 500, longestMs: 5_000 };
const BROKEN: Backoff = { firstMs: 500, longestMs: 30_000 };
const FAULTY_READ: Backoff = { firstMs: 500, longestMs: 8_000, attempts: 5 };
/**
 * A page with a 2xx, 3xx or 4xx most often means a wrong address, and so does a host name that is not found.
 * It may also be a deployment, or a name server that is restarted, which takes seconds.
 */
const WRONG_ADDRESS: Backoff = { firstMs: 500, longestMs: 8_000, attempts: 4 };

/** Jitter on top of a wait that the service asks for, in ms. It keeps many callers from returning at once. */
const JITTER_MS = 250;

/**
 * Decides what follows from a failed attempt: whether and when the request is sent again, what is known of the
 * write, what becomes of its key, and whether a read is refused to every item. A failed request carries the decision;
 * no other place judges statuses for that.
 * @param keyStandsFor what the write's key stands for, if for more than this one request
 */
export function decideOnFailedAttempt(
	failed: FailedAttempt,
	request: ApiRequest,
	keyStandsFor?: SharedKeyKind,
): Decision {
	// No answer. "Same key and same request: the operation does not run again; the stored response is
	// returned" (Idempotency 2), so a request that may have arrived is safe to repeat. A rare case is
	// knowingly ignored: the lost answer was a 5xx, which is not stored, so the repeat executes again.
	if (failed.kind === 'broken') {
		if (isPermanentNetworkError(failed.code)) return { retry: 'never', write: 'attempt not done' };
		const write = failed.reached === 'no' ? 'attempt not done' : 'unknown';
		if (failed.code === 'ENOTFOUND') return { retry: WRONG_ADDRESS, write, isOutage: true };
		return { retry: BROKEN, write, isOutage: true };
	}
	if (failed.kind === 'foreign') return decideOnForeignAnswer(failed.statusCode, request);

	const { code, type, statusCode } = failed.refusal;
	// "429 and 503 […] may be retried with the same idempotency key" (Errors, Guidance).
	if (isRateLimited(failed)) return { retry: 'when admitted', write: 'attempt not done' };
	// "Same key while the first request is running" (Idempotency 4).
	if (code === 'idempotency_key_in_progress') {
		return { retry: IN_PROGRESS, write: 'unknown', key: 'in progress' };
	}
	// "Same key, different request" (Idempotency 3). An earlier attempt may be that request. If the key
	// stands for more than a request, it was another message.
	if (code === 'idempotency_key_reused') {
		const write = keyStandsFor === undefined ? 'unknown' : 'attempt not done';
		return { retry: 'never', write, key: 'taken' };
	}
	// "… except `queue_unavailable` on conversation start, since each attempt may leave a failed message."
	if (code === 'queue_unavailable' && request.messageSend?.opensConversation) {
		return { retry: 'never', write: 'attempt not done', key: 'closed' };
	}
	// "Nothing sent", "nothing executed" (Errors).
	if (NOTHING_DONE.includes(code)) {
		return { retry: OVERLOAD, write: 'attempt not done', isOutage: true };
	}
	// From here on, type and status decide. A type with its own rule gets its branch here. It has to say what
	// the functions below would: whether a read is `unreadable`, and whether the answer is stored with the key.
	// If it may come with a 429, also exclude it in `isRateLimited`.

	// "400, 404, 409 and 422 need a correction, not a retry" (Errors, Guidance).
	if (statusCode < 500) {
		return isWrite(request)
			? decideOnRefusedWrite(statusCode, request)
			: decideOnRefusedRead(statusCode);
	}
	// "5xx are not stored (a repeat executes again)" (Idempotency 5): no later answer tells how this one ended. Of
	// `POST /conversations` a 500 is stored, and a repeat would only give it again.
	const write = 'server error';
	// "Handle unknown `code` values by `type` and status" (Versioning 5).
	const needsCorrection = CLIENT_ERROR_TYPES.includes(type);
	// "429 and 503 […] may be retried with the same idempotency key" (Errors, Guidance). Whether an unknown
	// code means that nothing was done is open.
	if (statusCode === 503 && !needsCorrection) return { retry: OVERLOAD, write, isOutage: true };
	if (isWrite(request)) return { retry: 'never', write, key: 'closed' };
	return needsCorrection
		? { retry: 'never', write }
		: { retry: FAULTY_READ, write, isOutage: true };
}

/** After a refusal of a read that needs a correction. */
function decideOnRefusedRead(statusCode: number): Decision {
	const decision: Decision = { retry: 'never', write: 'attempt not done' };
	// "Parameter with invalid value", "not a contact the caller sees" (Errors).
	if (statusCode === 400) return { ...decision, unreadable: 'not accepted' };
	// "Token lacks the required scope", "record does not exist, is of another company or outside the role" (Errors).
	if (statusCode === 403 || statusCode === 404) return { ...decision, unreadable: 'not visible' };
	return decision;
}

/** After a refusal of a write that needs a correction. */
function decideOnRefusedWrite(statusCode: number, { messageSend }: ApiRequest): Decision {
	// 400, 404, 409 and 422 come after the key was looked up: had an earlier attempt been carried out, the
	// service would have repeated its answer. Others, such as 401, 402 and 403, may come before, so they tell
	// nothing of earlier attempts. Two rare cases are knowingly ignored: the answer to an earlier attempt was
	// a 5xx that got lost, which the service does not store and so can't repeat; or an earlier attempt
	// arrives only after this answer.
	const write = [400, 404, 409, 422].includes(statusCode) ? 'not done' : 'attempt not done';
	// A refused token is no answer of the operation. "429 and 5xx are not stored" (Idempotency 5).
	if (statusCode === 401 || statusCode === 429) return { retry: 'never', write };
	// "Other 4xx are stored", but "for `POST /conversations` […] 400, 404, 409, 422 are not" (Idempotency 5).
	// It does not say whether a permission error of `POST /conversations` is stored. After `answer stored`,
	// later tries of this execution fail with the refusal without asking again. That includes a 402 or 403
	// that the service may not have stored.
	if (!messageSend?.opensConversation) return { retry: 'never', write, key: 'answer stored' };
	if (statusCode !== 402 && statusCode !== 403) return { retry: 'never', write };
	return { retry: 'never', write, key: 'answer may be stored' };
}

/** After a foreign answer: a proxy's, a gateway's, a web site's. */
function decideOnForeignAnswer(statusCode: number, request: ApiRequest): Decision {
	// The same request would be too large again.
	if (statusCode === 413) return { retry: 'never', write: 'attempt not done' };
	// A proxy may have put its own page in place of the service's 500. A repeat would execute the write again
	// (Idempotency 5).
	if (statusCode === 500 && isWrite(request)) {
		return { retry: 'never', write: 'server error', key: 'closed' };
	}
	if (statusCode === 500) return { retry: FAULTY_READ, write: 'attempt not done', isOutage: true };
	// A page with a success may stand for the service's answer.
	if (statusCode < 300) return { retry: WRONG_ADDRESS, write: 'unknown' };
	// The request was turned away. That a proxy may put such a page in place of the service's answer is knowingly
	// ignored. 408 and 429 are about time instead.
	const isAboutTime = statusCode === 408 || statusCode === 429;
	if (statusCode < 500 && !isAboutTime) return { retry: WRONG_ADDRESS, write: 'attempt not done' };
	// The gateway may have passed the request on before it gave up or answered 429. So the outcome is as
	// unknown as after a broken connection.
	return { retry: BROKEN, write: 'unknown', ...(statusCode !== 429 && { isOutage: true }) };
}

/** Codes of 503 errors that say that nothing was done. */
const NOTHING_DONE = [
	'api_tokens_disabled',
	'idempotency_unavailable',
	'queue_unavailable',
	'template_check_unavailable',
];

/**
 * Types of errors that need a correction, whatever the status (Errors). With a 502 or 504 an answer is
 * foreign before its type is read.
 */
const CLIENT_ERROR_TYPES = [
	'invalid_request_error',
	'authentication_error',
	'permission_error',
	'not_found_error',
	'conflict_error',
];

/** Whether a limit of the service refused the request. */
export function isRateLimited(result: AttemptResult): boolean {
	if (result.kind !== 'refusal') return false;
	const { code, type, statusCode } = result.refusal;
	if (code === 'rate_limited' || type === 'rate_limit_error') return true;
	return statusCode === 429 && !CLIENT_ERROR_TYPES.includes(type);
}

/**
 * Ms to wait before a request is sent again; undefined if it was attempted often enough.
 * @param count how many attempts failed with this backoff, this one included
 * @param random a number from 0 to 1, for the jitter
 */
export function retryDelayMs(
	{ firstMs, longestMs, attempts = Infinity }: Backoff,
	failed: FailedAttempt,
	{ count, random }: { count: number; random: number },
): number | undefined {
	if (count >= attempts) return undefined;
	const backoffMs = Math.min(longestMs, firstMs * 2 ** (count - 1)) * (0.5 + random / 2);
	return Math.ceil(Math.max(backoffMs, retryAfterMsOf(failed) + random * JITTER_MS));
}

/** `Retry-After` in ms; 0 without one. */
function retryAfterMsOf(failed: FailedAttempt): number {
	if (failed.kind === 'refusal') return failed.headers.retryAfterMs ?? 0;
	return (failed.kind === 'foreign' && failed.retryAfterMs) || 0;
}

/** What a retry waits for, as the user reads it: the code of an API error, or `connection`. */
export const retryReason = (failed: FailedAttempt): string =>
	failed.kind === 'refusal' ? failed.refusal.code : 'connection';
