import type { Outcome, Refusal } from './answer';
import { isWrite, type ApiRequest } from './request';

/** An attempt that did not succeed. */
export type Setback = Exclude<Outcome, { kind: 'success' }>;

/** How often, and how patiently, a kind of setback is met. */
interface Rule {
	/** Waits double from here, in ms, up to `longestMs`. */
	firstMs: number;
	longestMs: number;
	/** Attempts in all; without it only the time budget ends the trying. */
	attempts?: number;
}

const OVERLOAD: Rule = { firstMs: 1_000, longestMs: 30_000 };
/** The first attempt is still running; its answer is what we want, so ask soon and often. */
const IN_PROGRESS: Rule = { firstMs: 500, longestMs: 5_000 };
const BROKEN: Rule = { firstMs: 500, longestMs: 30_000 };
const FAULTY_READ: Rule = { firstMs: 500, longestMs: 8_000, attempts: 5 };
/** A page with a 3xx or 4xx is most often a wrong address; a deployment is over in seconds, too. */
const WRONG_PLACE: Rule = { firstMs: 500, longestMs: 8_000, attempts: 4 };

/** Jitter on top of a wait that the service asks for, in ms: keeps many callers from returning at once. */
const JITTER_MS = 250;

type Handling = Rule | 'never';
type Condition = (request: ApiRequest) => Handling;

/** First: by error code (specification: Errors, Guidance). */
const BY_CODE = new Map<string, Handling | Condition>([
	['rate_limited', OVERLOAD],
	['idempotency_key_in_progress', IN_PROGRESS],
	['api_tokens_disabled', OVERLOAD],
	['template_check_unavailable', OVERLOAD],
	['idempotency_unavailable', OVERLOAD],
	// On a conversation's start each attempt may leave a failed message behind.
	['queue_unavailable', ({ send }) => (send?.opensConversation ? 'never' : OVERLOAD)],
]);

/** Then, for codes that are not known yet, by type (specification: Versioning 5). */
const BY_TYPE = new Map<string, Handling>([
	['rate_limit_error', OVERLOAD],
	['invalid_request_error', 'never'],
	['authentication_error', 'never'],
	['permission_error', 'never'],
	['not_found_error', 'never'],
	['conflict_error', 'never'],
]);

/** Then by status. A 5xx is not stored, so a repeated write might run twice. */
function byStatus(statusCode: number, request: ApiRequest): Handling {
	if (statusCode === 429 || statusCode === 503) return OVERLOAD;
	return statusCode >= 500 && !isWrite(request) ? FAULTY_READ : 'never';
}

/**
 * Last: no answer of the service. A key makes it safe to send a write again, but not one that may
 * have failed inside the service: no 5xx is stored (Idempotency 5).
 */
function byConnection(
	setback: Exclude<Setback, { kind: 'refusal' }>,
	request: ApiRequest,
): Handling {
	if (setback.kind === 'broken') return isLastingFault(setback.code) ? 'never' : BROKEN;
	const { statusCode } = setback;
	if (statusCode === 413) return 'never';
	if (statusCode === 500) return isWrite(request) ? 'never' : FAULTY_READ;
	return statusCode < 300 || isWrongPlace(statusCode) ? WRONG_PLACE : BROKEN;
}

/** Faults of the address or of the secure connection: nothing left n8n, and no waiting mends them. */
export const isLastingFault = (code: string): boolean =>
	['ENOTFOUND', 'ERR_INVALID_CHAR', 'ERR_INVALID_URL'].includes(code) || isTlsFault(code);

/**
 * Faults before a secure connection stands: TLS to a port that speaks something else, no protocol in
 * common (`EPROTO`), a service that wants a certificate of the caller (of OpenSSL's own codes that
 * one alone: the others may come once the request has left), and the certificates' as Node's
 * documentation of `tls` lists them (“X509 certificate error codes”).
 */
export const isTlsFault = (code: string): boolean =>
	TLS_FAULTS.includes(code) || /^(CERT_|CRL_|UNABLE_TO_(GET|VERIFY|DECRYPT)_)/.test(code);

const TLS_FAULTS = [
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'EPROTO',
	'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'HOSTNAME_MISMATCH',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'PATH_LENGTH_EXCEEDED',
	'SELF_SIGNED_CERT_IN_CHAIN',
];

/** Something in front of the service turned the request away; 408 and 429 are about time. */
const isWrongPlace = (statusCode: number) =>
	statusCode >= 300 && statusCode < 500 && statusCode !== 408 && statusCode !== 429;

/** Whether the service, or the way to it, is down: everybody waits for the same thing then. */
export function isOutage(setback: Setback, request: ApiRequest): boolean {
	if (handlingOf(setback, request) === 'never') return false;
	if (setback.kind === 'broken') return true;
	const { statusCode } = setback.kind === 'refusal' ? setback.refusal : setback;
	return statusCode >= 500 || statusCode === 408;
}

function handlingOf(setback: Setback, request: ApiRequest): Handling {
	if (setback.kind !== 'refusal') return byConnection(setback, request);
	const { code, type, statusCode } = setback.refusal;
	const entry = BY_CODE.get(code) ?? BY_TYPE.get(type) ?? byStatus(statusCode, request);
	return typeof entry === 'function' ? entry(request) : entry;
}

/**
 * Ms to wait before the request is sent again, with the same key and bytes; undefined to give up.
 * @param met how often the request has met this kind of setback, this time included
 * @param random a number from 0 to 1, for the jitter
 */
export function retryIn(
	setback: Setback,
	request: ApiRequest,
	met: number,
	random: number,
): number | undefined {
	const rule = handlingOf(setback, request);
	if (rule === 'never' || (rule.attempts !== undefined && met >= rule.attempts)) return undefined;
	const asked = askedToWait(setback);
	if (asked) return Math.ceil(asked + random * JITTER_MS);
	const backOff = Math.min(rule.longestMs, rule.firstMs * 2 ** (met - 1));
	return Math.ceil(backOff * (0.5 + random / 2));
}

/** `Retry-After` in ms. */
function askedToWait(setback: Setback): number | undefined {
	if (setback.kind === 'refusal') return setback.headers.retryAfterMs;
	return setback.kind === 'foreign' ? setback.retryAfterMs : undefined;
}

/**
 * Whether a write that is not tried again would run again all the same, its key notwithstanding: the
 * service keeps no 5xx but a start's 500 (Idempotency 5), and each start may leave a failed message.
 */
export function runsAgain(setback: Setback, request: ApiRequest): boolean {
	if (setback.kind === 'broken') return false;
	const { statusCode } = setback.kind === 'refusal' ? setback.refusal : setback;
	return statusCode >= 500 && handlingOf(setback, request) === 'never';
}

/** Whether a write failed in the service and may have run: no 5xx is stored, so no later answer is this one's. */
export const isFailureInside = (setback: Setback, request: ApiRequest): boolean =>
	setback.kind === 'refusal' && setback.refusal.statusCode >= 500 && mayHaveRun(setback, request);

/** What a wait is for: an API code, or `connection`. */
export const reasonOf = (setback: Setback): string =>
	setback.kind === 'refusal' ? setback.refusal.code : 'connection';

/** Whether a write that did not succeed may have been carried out, or still may be. */
export function mayHaveRun(setback: Setback, request: ApiRequest): boolean {
	if (!isWrite(request)) return false;
	if (setback.kind === 'broken') return setback.reached === 'maybe';
	if (setback.kind === 'foreign') return !isWrongPlace(setback.statusCode);
	return isUnknownEnd(setback.refusal);
}

/** Codes of the 5xx that say of themselves that nothing was done. */
const NOTHING_DONE = [
	'api_tokens_disabled',
	'idempotency_unavailable',
	'queue_unavailable',
	'template_check_unavailable',
];

const isUnknownEnd = ({ statusCode, code }: Refusal) =>
	code === 'idempotency_key_in_progress' || (statusCode >= 500 && !NOTHING_DONE.includes(code));

/**
 * Whether the answer to a repeated key also tells how an earlier, broken attempt ended: had it
 * succeeded, its stored answer would have come. A refused token is refused before the key is
 * looked at.
 */
export const settles = (setback: Setback): boolean =>
	setback.kind === 'refusal' && [400, 404, 409, 422].includes(setback.refusal.statusCode);
