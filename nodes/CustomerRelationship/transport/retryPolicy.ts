import type { AttemptResult } from './answer';
import { isPermanentNetworkError } from './networkErrors';
import { isWrite, type ApiRequest } from './request';

/** A try that did not succeed. */
export type FailedAttempt = Exclude<AttemptResult, { kind: 'success' }>;

/** What follows from a setback. */
interface Decision {
	/** The request is sent again, with the same key and bytes: after a wait, or once its gate lets it through. */
	again: Backoff | 'through the gate' | 'never';
	/** What is known of a write. */
	write: WriteEnd;
	/** The service, or the way to it, is down: everybody waits for the same. */
	isOutage?: true;
}

/**
 * What a try came to, of a write:
 * - `not done`;
 * - `never done`: its key was looked up, so no earlier try with that key was carried out either;
 * - `unknown`: it may have been carried out, or still be; a later answer to its key tells;
 * - `failed inside`: it may have been carried out, and no later answer tells;
 * - `would repeat`: it was not done, but each try leaves something behind.
 */
export type WriteEnd = 'not done' | 'never done' | 'unknown' | 'failed inside' | 'would repeat';

/** How often, and how patiently, a request is sent again. */
interface Backoff {
	/** Doubles from here, in ms, up to `longestMs`. */
	firstMs: number;
	longestMs: number;
	/** Tries in all; without it only the time ends them. */
	tries?: number;
}

const OVERLOAD: Backoff = { firstMs: 1_000, longestMs: 30_000 };
/** The first try is still running; its answer is what we want, so ask soon and often. */
const IN_PROGRESS: Backoff = { firstMs: 500, longestMs: 5_000 };
const BROKEN: Backoff = { firstMs: 500, longestMs: 30_000 };
const FAULTY_READ: Backoff = { firstMs: 500, longestMs: 8_000, tries: 5 };
/** A page with a 2xx, 3xx or 4xx is most often a wrong address; a deployment is over in seconds, too. */
const WRONG_PLACE: Backoff = { firstMs: 500, longestMs: 8_000, tries: 4 };

/** Jitter on top of a wait that the service asks for, in ms: keeps many callers from returning at once. */
const JITTER_MS = 250;

/** Whether a request is sent again after a setback, and what is known of it. */
export function decide(failed: FailedAttempt, request: ApiRequest): Decision {
	// No answer. "Same key and same request: the operation does not run again; the stored response is
	// returned" (Idempotency 2): so it is safe to repeat what may have arrived.
	if (failed.kind === 'broken') {
		if (isPermanentNetworkError(failed.code)) return { again: 'never', write: 'not done' };
		const write = failed.reached === 'no' ? 'not done' : 'unknown';
		return { again: BROKEN, write, isOutage: true };
	}
	if (failed.kind === 'foreign') return ofSomethingInFront(failed.statusCode, request);

	const { code, type, statusCode } = failed.refusal;
	// "429 and 503 […] may be retried with the same idempotency key" (Errors, Guidance).
	if (isRateLimited(failed)) return { again: 'through the gate', write: 'not done' };
	// "Same key while the first request is running" (Idempotency 4).
	if (code === 'idempotency_key_in_progress') return { again: IN_PROGRESS, write: 'unknown' };
	// "… except `queue_unavailable` on conversation start, since each attempt may leave a failed message."
	if (code === 'queue_unavailable' && request.send?.opensConversation) {
		return { again: 'never', write: 'would repeat' };
	}
	// "Nothing sent", "nothing executed" (Errors).
	if (NOTHING_DONE.includes(code)) return { again: OVERLOAD, write: 'not done', isOutage: true };
	// "400, 404, 409 and 422 need a correction, not a retry" (Errors, Guidance).
	if (statusCode < 500) {
		// A token that is refused is refused before its key is looked up.
		const isOfKey = [400, 404, 409, 422].includes(statusCode);
		return { again: 'never', write: isOfKey ? 'never done' : 'not done' };
	}
	// "5xx are not stored (a repeat executes again)" (Idempotency 5): no later answer tells how this one ended.
	const write = 'failed inside';
	// "Handle unknown `code` values by `type` and status" (Versioning 5).
	if (REFUSING_TYPES.includes(type)) return { again: 'never', write };
	if (statusCode === 503) return { again: OVERLOAD, write, isOutage: true };
	return isWrite(request)
		? { again: 'never', write }
		: { again: FAULTY_READ, write, isOutage: true };
}

/** After the answer of something else than the service: a proxy, a gateway, a web site. */
function ofSomethingInFront(statusCode: number, request: ApiRequest): Decision {
	// The same would be too large again.
	if (statusCode === 413) return { again: 'never', write: 'not done' };
	// It may be the service's own in another dress, and is not stored (Idempotency 5).
	if (statusCode === 500 && isWrite(request)) return { again: 'never', write: 'failed inside' };
	if (statusCode === 500) return { again: FAULTY_READ, write: 'not done', isOutage: true };
	// A page with a success may stand for the service's answer.
	if (statusCode < 300) return { again: WRONG_PLACE, write: 'unknown' };
	// It turned the request away; 408 and 429 are about time.
	const isOfTime = statusCode === 408 || statusCode === 429;
	if (statusCode < 500 && !isOfTime) return { again: WRONG_PLACE, write: 'not done' };
	// It may have passed the request on before it gave up: like a connection that broke.
	return { again: BROKEN, write: 'unknown', ...(statusCode !== 429 && { isOutage: true }) };
}

/** Codes of the 503 that say of themselves that nothing was done. */
const NOTHING_DONE = [
	'api_tokens_disabled',
	'idempotency_unavailable',
	'queue_unavailable',
	'template_check_unavailable',
];

/** Types of errors that a correction mends, not a retry (Errors). */
const REFUSING_TYPES = [
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
	return statusCode === 429 && !REFUSING_TYPES.includes(type);
}

/**
 * Ms to wait before a request is sent again; undefined when it was often enough.
 * @param met how often the request has met this kind of setback, this time included
 * @param random a number from 0 to 1, for the jitter
 */
export function waitMs(
	{ firstMs, longestMs, tries = Infinity }: Backoff,
	failed: FailedAttempt,
	met: number,
	random: number,
): number | undefined {
	if (met >= tries) return undefined;
	const backoffMs = Math.min(longestMs, firstMs * 2 ** (met - 1)) * (0.5 + random / 2);
	return Math.ceil(Math.max(backoffMs, retryAfterMsOf(failed) + random * JITTER_MS));
}

/** `Retry-After` in ms. */
function retryAfterMsOf(failed: FailedAttempt): number {
	if (failed.kind === 'refusal') return failed.headers.retryAfterMs ?? 0;
	return (failed.kind === 'foreign' && failed.retryAfterMs) || 0;
}

/** Whether one more try of a write could do something twice, even with the same key: so none may follow, n8n's included. */
export const retryWouldRepeat = ({ again, write }: Decision): boolean =>
	again === 'never' && (write === 'failed inside' || write === 'would repeat');

/**
 * Whether the service keeps the refusal for the write's key: "other 4xx are stored", but for those of
 * `POST /conversations` (Idempotency 5). A token is refused before its key is looked up, a reused key
 * keeps what it stood for.
 */
export function isStored(failed: FailedAttempt, request: ApiRequest): boolean {
	if (failed.kind !== 'refusal' || request.send?.opensConversation) return false;
	const { statusCode, code } = failed.refusal;
	return statusCode < 500 && statusCode !== 401 && code !== 'idempotency_key_reused';
}

/** What a wait is for: an API code, or `connection`. */
export const retryReason = (failed: FailedAttempt): string =>
	failed.kind === 'refusal' ? failed.refusal.code : 'connection';
