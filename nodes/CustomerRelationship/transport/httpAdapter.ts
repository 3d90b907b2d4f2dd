import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IDataObject,
} from 'n8n-workflow';
import { sha256 } from '../sha256';
import type { RawAnswer } from './answer';
import { baseUrlOf, expectToken, tokenOf } from './credential';
import type { ClientDependencies, WireRequest } from './client';
import { networkFailureOf, type NetworkFailure } from './networkErrors';
import { Outages } from './outage';
import { RateLimiter } from './rateLimiter';
import { LruMap } from './lruMap';
import { Timeouts, onAbort, systemClock } from './clock';

const CREDENTIAL_TYPE = 'customerRelationshipApi';

/**
 * One line for each token, shared by all executions in this process: what one of them learns of the
 * limits keeps the others from running into them.
 */
const rateLimiters = new LruMap<string, RateLimiter>(200);

type NodeContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** What the requests of one run of a node have in common. */
export interface RunContext extends Pick<ClientDependencies, 'signal'> {
	outages: Outages;
	timeouts: Timeouts;
}

/** The way to the service with the credential of an item. @throws FieldError for a credential that can't be used */
export async function clientDependencies(
	context: IExecuteFunctions,
	run: RunContext,
	item: number,
): Promise<ClientDependencies> {
	return dependencies(context, run, await context.getCredentials(CREDENTIAL_TYPE, item));
}

/** The way to the service where there are no items: in the editor, and for a poll. @throws FieldError likewise */
export async function clientDependenciesWithoutItems(
	context: ILoadOptionsFunctions | IPollFunctions,
): Promise<ClientDependencies> {
	const { signal } = new AbortController();
	const run = { outages: new Outages(), timeouts: new Timeouts(), signal };
	return dependencies(context, run, await context.getCredentials(CREDENTIAL_TYPE));
}

function dependencies(
	context: NodeContext,
	{ outages, timeouts, ...run }: RunContext,
	credential: ICredentialDataDecryptedObject,
): ClientDependencies {
	const baseUrl = baseUrlOf(credential.baseUrl);
	const tokenId = sha256(JSON.stringify([baseUrl, tokenOf(credential.accessToken)]));
	return {
		...run,
		baseUrl,
		tokenId,
		outage: outages.at(baseUrl),
		exchange: (request, timeoutMs) => exchange(context, credential, timeouts, request, timeoutMs),
		rateLimiter: rateLimiters.getOrCreate(tokenId, () => new RateLimiter(systemClock)),
		clock: systemClock,
		random: Math.random,
	};
}

async function exchange(
	context: NodeContext,
	data: ICredentialDataDecryptedObject,
	timeouts: Timeouts,
	{ method, url, headers, body }: WireRequest,
	timeoutMs: number,
): Promise<RawAnswer | NetworkFailure> {
	const over = new AbortController();
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
		abortSignal: over.signal,
	};
	expectToken(options, tokenOf(data.accessToken));
	// What is on its way is ended by n8n's stop or when its time is over, never by the run's own signal. n8n
	// takes the signal from the context, not from the options; so it gets a context that has ours.
	const caller = Object.create(context, {
		getExecutionCancelSignal: { value: () => over.signal },
	}) as NodeContext;
	const { httpRequestWithAuthentication } = context.helpers;
	const answer = httpRequestWithAuthentication
		.call(caller, CREDENTIAL_TYPE, options, {
			// Left to itself n8n takes the credential of the first item.
			credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data },
		})
		.then(rawAnswer, networkFailureOf);
	const late = new Promise<NetworkFailure>((resolve) => onAbort(over.signal, () => resolve(LATE)));
	const end = () => over.abort();
	const stop = 'getExecutionCancelSignal' in context && context.getExecutionCancelSignal();
	const forget = stop ? onAbort(stop, end) : () => {};
	// By the clock: the time that n8n's helper can be given begins anew with each byte.
	const callOff = timeouts.start(timeoutMs, end);
	try {
		return await Promise.race([answer, late]);
	} finally {
		forget();
		callOff();
	}
}

const LATE: NetworkFailure = { reached: 'maybe', code: 'ETIMEDOUT' };

const rawAnswer = (answer: { statusCode: number; headers: IDataObject; body: unknown }) => ({
	statusCode: answer.statusCode,
	headers: answer.headers,
	body: answer.body,
});
