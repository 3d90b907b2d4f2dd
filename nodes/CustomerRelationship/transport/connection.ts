import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IDataObject,
} from 'n8n-workflow';
import type { RawAnswer } from './answer';
import { normalBaseUrl } from './baseUrl';
import type { NoAnswer, Surroundings, WireRequest } from './client';
import { digest } from './idempotency';
import { RateLimiter } from './rateLimit';
import { Recent } from './recent';
import { systemClock } from './wait';

export const CREDENTIAL_TYPE = 'customerRelationshipApi';

/** Longest wait for an answer, in ms; a slower one counts as a broken connection. */
const ANSWER_TIMEOUT_MS = 60_000;

/**
 * One limiter for each token, shared by all executions in this process: what one of them learns
 * of the limits keeps the others from running into them.
 */
const limiters = new Recent<string, RateLimiter>(200);

/** n8n's contexts in which a request can be made. */
export type N8nContext = IExecuteFunctions | ILoadOptionsFunctions;

/** The way to the service with the node's credential. */
export async function connect(context: N8nContext): Promise<Surroundings> {
	const { baseUrl, accessToken } = await context.getCredentials(CREDENTIAL_TYPE);
	const address = normalBaseUrl(baseUrl);
	const account = digest(JSON.stringify([address, String(accessToken).trim()]));
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return {
		baseUrl: address,
		exchange: (request) => exchange(context, request),
		limiter: limiters.get(account, () => new RateLimiter(systemClock)),
		clock: systemClock,
		random: Math.random,
		signal: signal ?? new AbortController().signal,
	};
}

async function exchange(
	context: N8nContext,
	request: WireRequest,
): Promise<RawAnswer | NoAnswer> {
	const { method, url, headers, body } = request;
	const options: IHttpRequestOptions = {
		method,
		url,
		headers,
		// As text: n8n's helper drops an empty object, and the bytes must not change.
		...(body !== undefined && { body }),
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirected POST would arrive as a GET, and the token elsewhere.
		disableFollowRedirect: true,
		timeout: ANSWER_TIMEOUT_MS,
	};
	const { httpRequestWithAuthentication } = context.helpers;
	return await httpRequestWithAuthentication
		.call(context, CREDENTIAL_TYPE, options)
		.then(rawAnswer, noAnswer);
}

const rawAnswer = (answer: { statusCode: number; headers: IDataObject; body: unknown }) => ({
	statusCode: answer.statusCode,
	headers: answer.headers,
	text: textOf(answer.body),
});

/** @throws the error itself when it is none of the network's, such as a missing credential */
function noAnswer(error: unknown): NoAnswer {
	const code = systemCode(error);
	if (code === undefined) throw error;
	return { reached: NEVER_LEFT.has(code) ? 'no' : 'maybe', code };
}

const textOf = (body: unknown): string =>
	typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);

/** Codes of failures before a byte of the request was sent. */
const NEVER_LEFT = new Set([
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'EAI_AGAIN',
	'ECONNREFUSED',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ENOTFOUND',
	'ERR_INVALID_URL',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** The code of the network error inside what n8n throws; nothing else of it is kept. */
function systemCode(error: unknown): string | undefined {
	for (
		let level = error, depth = 0;
		typeof level === 'object' && level !== null && depth < 5;
		level = (level as { cause?: unknown }).cause, depth += 1
	) {
		const { code } = level as { code?: unknown };
		if (typeof code === 'string' && /^[A-Z][A-Z_]+$/.test(code)) return code;
	}
	return undefined;
}
