import type { IDataObject } from 'n8n-workflow';
import { isWrite, type ApiRequest } from './request';
import { isObject } from '../typeGuards';

/** An HTTP answer as n8n hands it on. */
export interface RawAnswer {
	statusCode: number;
	headers: Record<string, unknown>;
	/** Parsed where it is JSON, otherwise text. */
	body: unknown;
}

/** A success of the service. */
export interface Answer {
	statusCode: number;
	body: IDataObject;
	requestId: string | undefined;
	/** The stored answer of an earlier request with the same key (specification: Idempotency 2). */
	replayed: boolean;
	/** When it came, in ms since the epoch. */
	at: number;
	/** What the service's clock said, in ms since the epoch, where its `Date` tells. */
	servedAt?: number;
}

/** How one attempt ended. */
export type AttemptResult =
	| { kind: 'success'; answer: Answer; headers: RateLimitHeaders }
	| { kind: 'refusal'; refusal: Refusal; headers: RateLimitHeaders }
	/** An answer came, but not from the service: a proxy's page, another program. */
	| { kind: 'foreign'; statusCode: number; location?: string; retryAfterMs?: number }
	| { kind: 'broken'; reached: 'no' | 'maybe'; code: string };

/** Whether a foreign answer sends the request on to another address. */
export const isRedirect = ({ statusCode, location }: ForeignAnswer): boolean =>
	location !== undefined && [301, 302, 303, 307, 308].includes(statusCode);

export type ForeignAnswer = Extract<AttemptResult, { kind: 'foreign' }>;

/** An error in the service's own envelope (specification: Error envelope). */
export interface Refusal {
	statusCode: number;
	type: string;
	code: string;
	message: string;
	param: string | undefined;
	requestId: string | undefined;
	replayed: boolean;
}

/** The headers that the transport reads, as numbers of ms and requests. */
export interface RateLimitHeaders {
	limit: number | undefined;
	remaining: number | undefined;
	resetMs: number | undefined;
	retryAfterMs: number | undefined;
}

/** Gateway statuses: the answer of something in front of the service, whatever its body says. */
const GATEWAY_STATUSES = [502, 504];

/**
 * Reads an answer; anything that is not the service's own counts as foreign.
 * @param now in ms since the epoch
 * @param request what it answers. A write's success counts only with the service's `Request-Id` or a
 * record, a read's only where it is what was asked for
 */
export function readAnswer(raw: RawAnswer, now: number, request?: ApiRequest): AttemptResult {
	const { statusCode } = raw;
	const successful = statusCode >= 200 && statusCode < 300;
	const requestId = text(raw.headers['request-id']);
	const empty = request?.mayBeEmpty && isBlank(raw.body) && successful && requestId !== undefined;
	const body = empty ? {} : object(raw.body);
	const headers = readHeaders(raw.headers, now);
	const { retryAfterMs } = headers;
	const location = text(raw.headers.location);
	const foreign = { kind: 'foreign', statusCode, location, retryAfterMs } as const;
	if (!body || GATEWAY_STATUSES.includes(statusCode)) return foreign;

	const replayed = text(raw.headers['idempotent-replayed'])?.toLowerCase() === 'true';
	if (successful) {
		const counts =
			request && isWrite(request)
				? requestId !== undefined || holdsRecord(body)
				: (request?.isAnswer?.(body) ?? true);
		if (!counts) return foreign;
		const servedAt = date(text(raw.headers.date));
		const answer = { statusCode, body, requestId, replayed, at: now, servedAt };
		return { kind: 'success', answer, headers };
	}
	const error = object(body.error);
	if (statusCode < 400 || typeof error?.code !== 'string') return foreign;
	return {
		kind: 'refusal',
		headers,
		refusal: {
			statusCode,
			type: text(error.type) ?? '',
			code: error.code,
			message: text(error.message) ?? '',
			param: text(error.param),
			requestId: text(error.requestId) ?? requestId,
			replayed,
		},
	};
}

function readHeaders(headers: RawAnswer['headers'], now: number): RateLimitHeaders {
	const either = (name: string) => number(headers[name]) ?? number(headers[`x-${name}`]);
	return {
		limit: either('ratelimit-limit'),
		remaining: either('ratelimit-remaining'),
		resetMs: milliseconds(either('ratelimit-reset')),
		retryAfterMs: retryAfter(text(headers['retry-after']), now),
	};
}

/** `Retry-After` in ms: the service counts seconds, a proxy may send an HTTP date. */
function retryAfter(value: string | undefined, now: number): number | undefined {
	if (value === undefined) return undefined;
	const seconds = number(value);
	if (seconds !== undefined) return milliseconds(seconds);
	const at = date(value);
	return at === undefined ? undefined : Math.max(0, at - now);
}

function date(value: string | undefined): number | undefined {
	const ms = Date.parse(value ?? '');
	return Number.isNaN(ms) ? undefined : ms;
}

const milliseconds = (seconds: number | undefined) =>
	seconds === undefined ? undefined : seconds * 1000;

function number(value: unknown): number | undefined {
	const parsed = Number(text(value) ?? NaN);
	return Number.isFinite(parsed) && parsed >= 0 ? parsed : undefined;
}

/** A header or property as text; an empty one is absent. */
function text(value: unknown): string | undefined {
	const single: unknown = Array.isArray(value) ? value[0] : value;
	if (typeof single !== 'string' && typeof single !== 'number') return undefined;
	return String(single).trim() || undefined;
}

const holdsRecord = ({ id, conversationId }: IDataObject) =>
	text(id) !== undefined || text(conversationId) !== undefined;

const isBlank = (body: unknown) =>
	body === undefined || (typeof body === 'string' && body.trim() === '');

const object = (value: unknown): IDataObject | undefined => (isObject(value) ? value : undefined);
