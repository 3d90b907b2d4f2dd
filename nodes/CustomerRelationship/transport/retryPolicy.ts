import type { Outcome, Refusal } from './answer';
import { isWrite, type ApiRequest } from './request';

/** An attempt that did not succeed. */
export type Setback = Exclude<Outcome, { kind: 'success' }>;

/** What to do after a setback. Whatever is repeated is repeated with the same key and bytes. */
export type Decision =
	/** Try again after `ms`; the wait is for `reason`, an API code or `connection`. */
	| { action: 'retry'; ms: number; reason: string }
	/** Give up. `outcomeUnknown`: the service may have done the work all the same. */
	| { action: 'fail'; outcomeUnknown: boolean };

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

type Verdict = Rule | 'never';
type Condition = (request: ApiRequest) => Verdict;

/** First: by error code (specification: Errors, Guidance). */
const BY_CODE: Record<string, Verdict | Condition> = {
	rate_limited: OVERLOAD,
	idempotency_key_in_progress: IN_PROGRESS,
	api_tokens_disabled: OVERLOAD,
	template_check_unavailable: OVERLOAD,
	idempotency_unavailable: OVERLOAD,
	// On a conversation's start each attempt may leave a failed message behind.
	queue_unavailable: (request) => (request.send?.opensConversation ? 'never' : OVERLOAD),
};

/** Then, for codes that are not known yet, by type (specification: Versioning 5). */
const BY_TYPE: Record<string, Verdict | Condition> = {
	rate_limit_error: OVERLOAD,
	invalid_request_error: 'never',
	authentication_error: 'never',
	permission_error: 'never',
	not_found_error: 'never',
	conflict_error: 'never',
};

/** Then by status. A 5xx is not stored, so a repeated write might run twice. */
function byStatus(statusCode: number, request: ApiRequest): Verdict {
	if (statusCode === 429 || statusCode === 503) return OVERLOAD;
	return statusCode >= 500 && !isWrite(request) ? FAULTY_READ : 'never';
}

/** Last: no answer of the service. A key makes it safe to send a write again. */
function byConnection(setback: Exclude<Setback, { kind: 'refusal' }>): Verdict {
	if (setback.kind === 'broken') return LASTING.includes(setback.code) ? 'never' : BROKEN;
	const { statusCode } = setback;
	return statusCode >= 300 && statusCode < 500 && statusCode !== 429 ? WRONG_PLACE : BROKEN;
}

/** Faults of the address or the certificate, which no waiting mends. */
const LASTING = [
	'ENOTFOUND',
	'ERR_INVALID_URL',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'CERT_HAS_EXPIRED',
	'ERR_TLS_CERT_ALTNAME_INVALID',
];

function verdictOn(setback: Setback, request: ApiRequest): Verdict {
	if (setback.kind !== 'refusal') return byConnection(setback);
	const { code, type, statusCode } = setback.refusal;
	const entry = own(BY_CODE, code) ?? own(BY_TYPE, type) ?? byStatus(statusCode, request);
	return typeof entry === 'function' ? entry(request) : entry;
}

/** Codes come from outside: one named like a property of every object must not find it. */
const own = <T>(table: Record<string, T>, key: string): T | undefined =>
	Object.hasOwn(table, key) ? table[key] : undefined;

/**
 * @param attempts how many attempts have been made, this one included
 * @param random a number from 0 to 1, for the jitter
 */
export function decide(
	setback: Setback,
	request: ApiRequest,
	attempts: number,
	random: number,
): Decision {
	const rule = verdictOn(setback, request);
	if (rule === 'never' || (rule.attempts !== undefined && attempts >= rule.attempts)) {
		return { action: 'fail', outcomeUnknown: mayHaveRun(setback, request) };
	}
	const backOff = Math.min(rule.longestMs, rule.firstMs * 2 ** (attempts - 1));
	const asked = setback.kind === 'refusal' ? setback.headers.retryAfterMs : undefined;
	// Never earlier than asked for; the jitter keeps many callers from returning at once.
	const ms = asked === undefined ? backOff * (0.5 + random / 2) : asked + random * 250;
	return { action: 'retry', ms: Math.ceil(ms), reason: reasonOf(setback) };
}

/** What a wait is for, as an API code where there is one. */
export const reasonOf = (setback: Setback): string =>
	setback.kind === 'refusal' ? setback.refusal.code : 'connection';

/** Whether the service may have carried out a write that did not succeed. */
export function mayHaveRun(setback: Setback, request: ApiRequest): boolean {
	if (!isWrite(request)) return false;
	if (setback.kind === 'broken') return setback.reached === 'maybe';
	if (setback.kind === 'foreign') return true;
	return isUnknownFailure(setback.refusal);
}

/** Codes of the 5xx that say of themselves that nothing was done. */
const NOTHING_DONE = ['api_tokens_disabled', 'template_check_unavailable', 'idempotency_unavailable'];

const isUnknownFailure = ({ statusCode, code }: Refusal) =>
	statusCode >= 500 && !NOTHING_DONE.includes(code) && code !== 'queue_unavailable';
