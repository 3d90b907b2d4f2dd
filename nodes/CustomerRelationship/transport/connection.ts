import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IDataObject,
} from 'n8n-workflow';
import type { RawAnswer } from './answer';
import { baseUrlOf, tokenOf } from './account';
import type { NoAnswer, Surroundings, WireRequest } from './client';
import { digest } from './idempotency';
import { RateLimiter } from './rateLimit';
import { Recent } from './recent';
import type { RequestFailed } from './requestFailed';
import { LASTING_FAULTS } from './retryPolicy';
import { systemClock } from './wait';

const CREDENTIAL_TYPE = 'customerRelationshipApi';

/** Longest wait for an answer, in ms; a slower one counts as a broken connection. */
const ANSWER_TIMEOUT_MS = 60_000;

/**
 * One limiter for each token, shared by all executions in this process: what one of them learns
 * of the limits keeps the others from running into them.
 */
const limiters = new Recent<string, RateLimiter>(200);

/** Keys are of one execution each, so one list serves all. */
const failedForGood = new Recent<string, RequestFailed>(1_000);

/** n8n's contexts in which a request can be made. */
export type N8nContext = IExecuteFunctions | ILoadOptionsFunctions;

/** The way to the service with the node's credential. */
export async function connect(context: N8nContext): Promise<Surroundings> {
	const { baseUrl, accessToken } = await context.getCredentials(CREDENTIAL_TYPE);
	const address = baseUrlOf(baseUrl);
	const account = digest(JSON.stringify([address, tokenOf(accessToken)]));
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return {
		baseUrl: address,
		exchange: (request) => exchange(context, request),
		limiter: limiters.get(account, () => new RateLimiter(systemClock)),
		failedForGood,
		clock: systemClock,
		random: Math.random,
		signal: signal ?? new AbortController().signal,
	};
}

async function exchange(context: N8nContext, request: WireRequest): Promise<RawAnswer | NoAnswer> {
	const { method, url, headers, body } = request;
	const options: IHttpRequestOptions = {
		method,
		url,
		headers,
		// As text: n8n's helper drops an empty object, and the bytes must not change.
		...(body !== undefined && { body }),
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
	body: answer.body,
});

/**
 * Keeps the code alone: what n8n throws holds the whole request, the access token included.
 * @throws the error itself when it is none of the network's, such as a missing credential
 */
function noAnswer(error: unknown): NoAnswer {
	const code = networkCode(error);
	if (code === undefined) throw error;
	return { reached: NEVER_LEFT.has(code) ? 'no' : 'maybe', code };
}

/** Codes of failures before a byte of the request was sent. */
const NEVER_LEFT = new Set([
	...LASTING_FAULTS,
	'EAI_AGAIN',
	'ECONNREFUSED',
	'EHOSTUNREACH',
	'ENETUNREACH',
]);

/** The code of the network error inside what n8n throws; not all of them have one. */
function networkCode(error: unknown): string | undefined {
	let ofRequest = false;
	for (
		let level = error, depth = 0;
		typeof level === 'object' && level !== null && depth < 5;
		level = (level as { cause?: unknown }).cause, depth += 1
	) {
		const { code, isAxiosError } = level as { code?: unknown; isAxiosError?: unknown };
		if (typeof code === 'string' && /^[A-Z][A-Z0-9_]+$/.test(code)) return code;
		ofRequest ||= isAxiosError === true;
	}
	return ofRequest ? 'ERR_NETWORK' : undefined;
}
