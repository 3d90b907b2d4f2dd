import {
	ExpressionError,
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
} from 'n8n-workflow';
import { FieldError } from '../fieldError';
import { getOrCreate } from '../maps';
import { sha256 } from '../sha256';
import type { HttpAnswer } from './answer';
import type { ClientDependencies, WireRequest } from './clientDependencies';
import { systemClock } from './clock';
import { parseBaseUrl, setExpectedToken, parseAccessToken } from './credential';
import { LearnedLinks } from './links';
import { LruMap } from './lruMap';
import { networkFailureOf, type NetworkFailure } from './networkErrors';
import { onAbort } from './onAbort';
import { Outages } from './outage';
import { RateLimiter } from './rateLimiter';
import type { KnownLinks } from './request';
import { TimeoutScheduler } from './timeoutScheduler';

const CREDENTIAL_TYPE = 'customerRelationshipApi';

/**
 * What all executions in this process share, by token. What one of them learns of the limits keeps the service from
 * refusing the others; what it learns of links saves them requests.
 */
const sharedByToken = new LruMap<string, Pick<ClientDependencies, 'rateLimiter' | 'links'>>(200);

type NodeContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

/** What connections with one lifetime share: those of a run, of its `askAfterwards`, or of a dropdown or poll. */
export class RunSharedState {
	readonly outages = new Outages();
	readonly timeouts = new TimeoutScheduler();
	private readonly linkSnapshots = new Map<LearnedLinks, KnownLinks>();
	private readonly tokenIds = new Map<string, string>();

	constructor(readonly signal: AbortSignal) {}

	/** A hash that tells one token at one address from every other. Most runs have one, so it is computed once. */
	tokenId(baseUrl: string, token: string): string {
		const key = JSON.stringify([baseUrl, token]);
		return getOrCreate(this.tokenIds, key, () => sha256(key));
	}

	/** The links of a token as they were known when the run first used it. */
	linksBefore(links: LearnedLinks): KnownLinks {
		return getOrCreate(this.linkSnapshots, links, () => links.asOfNow());
	}
}

/**
 * Connects the client to n8n with the credential of an item.
 * @throws FieldError for a credential that can't be used
 */
export async function clientDependencies(
	context: IExecuteFunctions,
	shared: RunSharedState,
	item: number,
): Promise<ClientDependencies> {
	return dependencies(context, shared, await context.getCredentials(CREDENTIAL_TYPE, item));
}

/**
 * Connects the client to n8n for a dropdown or a poll, which have no items.
 * @throws FieldError for a credential that can't be used
 */
export async function clientDependenciesWithoutItems(
	context: ILoadOptionsFunctions | IPollFunctions,
): Promise<ClientDependencies> {
	const shared = new RunSharedState(new AbortController().signal);
	const credential = await context.getCredentials(CREDENTIAL_TYPE).catch((error: unknown) => {
		if (!needsItem(error)) throw error;
		throw new FieldError(
			'Credential',
			'holds an expression that has no value without an item',
			'Choose a credential with fixed values.',
		);
	});
	return dependencies(context, shared, credential);
}

/** Whether an expression failed because there is no item. Other errors have a better text of their own. */
const needsItem = (error: unknown): boolean =>
	error instanceof ExpressionError &&
	['no_execution_data', 'no_node_execution_data', 'no_input_connection'].includes(
		String(error.context.type),
	);

function dependencies(
	context: NodeContext,
	shared: RunSharedState,
	credential: ICredentialDataDecryptedObject,
): ClientDependencies {
	const { outages, timeouts, signal } = shared;
	const baseUrl = parseBaseUrl(credential.baseUrl);
	const tokenId = shared.tokenId(baseUrl, parseAccessToken(credential.accessToken));
	const { rateLimiter, links } = sharedByToken.getOrCreate(tokenId, () => ({
		rateLimiter: new RateLimiter(systemClock),
		links: new LearnedLinks(),
	}));
	return {
		baseUrl,
		tokenId,
		rateLimiter,
		links,
		linksBefore: shared.linksBefore(links),
		outage: outages.at(baseUrl),
		exchange: (request, timeoutMs) => exchange(context, credential, timeouts, request, timeoutMs),
		clock: systemClock,
		random: Math.random,
		signal,
	};
}

async function exchange(
	context: NodeContext,
	credential: ICredentialDataDecryptedObject,
	timeouts: TimeoutScheduler,
	{ method, url, headers, body }: WireRequest,
	timeoutMs: number,
): Promise<HttpAnswer | NetworkFailure> {
	const controller = new AbortController();
	const options: IHttpRequestOptions = {
		method,
		url,
		headers,
		// As text: n8n's helper drops an empty object, and the bytes must not change.
		...(body !== undefined && { body }),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		// A redirected POST would arrive as a GET, and the token at another address.
		disableFollowRedirect: true,
	};
	setExpectedToken(options, parseAccessToken(credential.accessToken));
	// The timeout or the user's stop ends the exchange. The end of the run does not, so that the outcome of a
	// write is known. n8n's helper replaces a signal in the options by that of its context, so the helper gets
	// a context with ours.
	const caller = Object.create(context, {
		getExecutionCancelSignal: { value: () => controller.signal },
	}) as NodeContext;
	const { httpRequestWithAuthentication } = context.helpers;
	const answer = httpRequestWithAuthentication
		.call(caller, CREDENTIAL_TYPE, options, {
			// By default n8n takes the credential of the first item.
			credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data: credential },
		})
		.then(rawAnswer, networkFailureOf);
	let abort = () => {};
	const interruption = new Promise<NetworkFailure>((resolve) => {
		abort = () => {
			resolve(INTERRUPTED);
			controller.abort();
		};
	});
	const cancelSignal = 'getExecutionCancelSignal' in context && context.getExecutionCancelSignal();
	const stopListening = cancelSignal ? onAbort(cancelSignal, abort) : () => {};
	// The timeout of n8n's helper would start again with each byte that arrives.
	const cancelTimeout = timeouts.start(timeoutMs, abort);
	try {
		return await Promise.race([answer, interruption]);
	} finally {
		stopListening();
		cancelTimeout();
	}
}

const INTERRUPTED: NetworkFailure = { reached: 'maybe', code: 'ETIMEDOUT' };

const rawAnswer = (answer: { statusCode: number; headers: IDataObject; body: unknown }) => ({
	statusCode: answer.statusCode,
	headers: answer.headers,
	body: answer.body,
});
