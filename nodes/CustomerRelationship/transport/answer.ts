import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../typeGuards';
import type { Clock } from './clock';
import { isWrite, type ApiRequest } from './request';
import type { MonotonicMs, EpochMs } from './time';

/** An HTTP answer as n8n passes it on. */
export interface HttpAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	/** Parsed if it is JSON, otherwise text. */
	body: unknown;
}

/** A successful answer of the service. */
export interface Answer {
	statusCode: number;
	body: IDataObject;
	requestId: string | undefined;
	/** The stored answer of an earlier request with the same key (specification: Idempotency 2). */
	replayed: boolean;
	receivedAt: MonotonicMs;
	/** The service's time, by the `Date` header. */
	servedAt?: EpochMs;
}

/** The result of one attempt. */
export type AttemptResult =
	| { kind: 'success'; answer: Answer; headers: RateLimitHeaders }
	| { kind: 'refusal'; refusal: Refusal; headers: RateLimitHeaders }
	/** An answer that is not the service's: a proxy's page, another program's. */
	| { kind: 'foreign'; statusCode: number; location?: string; retryAfterMs?: number }
	| { kind: 'broken'; reached: 'no' | 'maybe'; code: string };

/** An attempt that did not succeed. */
export type FailedAttempt = Exclude<AttemptResult, { kind: 'success' }>;

/** An answer of something else than the service, such as a proxy. */
export type ForeignAnswer = Extract<AttemptResult, { kind: 'foreign' }>;

/** Whether a foreign answer redirects to another address. */
export const isRedirect = ({ statusCode, location }: ForeignAnswer): boolean =>
	location !== undefined && [301, 302, 303, 307, 308].includes(statusCode);

/** An error that the service answered, in its envelope (specification: Error envelope). */
export interface Refusal {
	statusCode: number;
	type: string;
	code: string;
	message: string;
	param: string | undefined;
	requestId: string | undefined;
	replayed: boolean;
}

/** The headers about limits, in requests and ms. */
export interface RateLimitHeaders {
	limit: number | undefined;
	remaining: number | undefined;
	resetMs: number | undefined;
	retryAfterMs: number | undefined;
}

/** Statuses of gateways in front of the service, whatever the body says. */
const GATEWAY_STATUSES = [502, 504];

/**
 * Reads an answer. It is foreign if it is not the service's own.
 * @param request what it answers. A write's success must have a `Request-Id` or hold a record. A read's must
 *   pass the request's `isAnswer`, if it has one
 */
export function readAnswer(
	raw: HttpAnswer,
	clock: Pick<Clock, 'now' | 'elapsed'>,
	request?: ApiRequest,
): AttemptResult {
	const { statusCode } = raw;
	const isSuccess = statusCode >= 200 && statusCode < 300;
	const requestId = asText(raw.headers['request-id']);
	const isEmpty = request?.mayBeEmpty && isBlank(raw.body) && isSuccess;
	const body = isEmpty ? {} : asObject(raw.body);
	const headers = readHeaders(raw.headers, clock.now());
	const { retryAfterMs } = headers;
	const location = asText(raw.headers.location);
	const foreign = { kind: 'foreign', statusCode, location, retryAfterMs } as const;
	if (!body || GATEWAY_STATUSES.includes(statusCode)) return foreign;

	const replayed = asText(raw.headers['idempotent-replayed'])?.toLowerCase() === 'true';
	if (isSuccess) {
		const isOwn =
			request && isWrite(request)
				? requestId !== undefined || holdsRecord(body)
				: (request?.isAnswer?.(body) ?? true);
		if (!isOwn) return foreign;
		const servedAt = asDate(asText(raw.headers.date));
		const answer = { statusCode, body, requestId, replayed, receivedAt: clock.elapsed(), servedAt };
		return { kind: 'success', answer, headers };
	}
	const error = asObject(body.error);
	const type = asText(error?.type);
	// An error without a `type` is not the service's, even if it has a `code`.
	if (statusCode < 400 || typeof error?.code !== 'string' || type === undefined) return foreign;
	return {
		kind: 'refusal',
		headers,
		refusal: {
			statusCode,
			type,
			code: error.code,
			message: asText(error.message) ?? '',
			param: asText(error.param),
			requestId: asText(error.requestId) ?? requestId,
			replayed,
		},
	};
}

function readHeaders(headers: HttpAnswer['headers'], now: number): RateLimitHeaders {
	const limitHeader = (name: string) => asNumber(headers[name]) ?? asNumber(headers[`x-${name}`]);
	return {
		limit: limitHeader('ratelimit-limit'),
		remaining: limitHeader('ratelimit-remaining'),
		resetMs: asMilliseconds(limitHeader('ratelimit-reset')),
		retryAfterMs: retryAfter(asText(headers['retry-after']), now),
	};
}

/** `Retry-After` in ms. The service sends seconds; a proxy may send an HTTP date. */
function retryAfter(value: string | undefined, now: number): number | undefined {
	if (value === undefined) return undefined;
	const seconds = asNumber(value);
	if (seconds !== undefined) return asMilliseconds(seconds);
	const at = asDate(value);
	return at === undefined ? undefined : Math.max(0, at - now);
}

function asDate(value: string | undefined): number | undefined {
	const ms = Date.parse(value ?? '');
	return Number.isNaN(ms) ? undefined : ms;
}

const asMilliseconds = (seconds: number | undefined) =>
	seconds === undefined ? undefined : seconds * 1000;

function asNumber(value: unknown): number | undefined {
	const parsed = Number(asText(value) ?? NaN);
	return Number.isFinite(parsed) && parsed >= 0 ? parsed : undefined;
}

/** A header or property as text; undefined if it is empty. */
function asText(value: unknown): string | undefined {
	const single: unknown = Array.isArray(value) ? value[0] : value;
	if (typeof single !== 'string' && typeof single !== 'number') return undefined;
	return String(single).trim() || undefined;
}

const holdsRecord = ({ id, conversationId }: IDataObject) =>
	asText(id) !== undefined || asText(conversationId) !== undefined;

const isBlank = (body: unknown) =>
	body === undefined || (typeof body === 'string' && body.trim() === '');

const asObject = (value: unknown): IDataObject | undefined => (isObject(value) ? value : undefined);
