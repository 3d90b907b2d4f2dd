import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { FieldError } from '../fieldError';
import { InvalidInput } from '../invalidInput';
import { collect } from './collectDelivery';
import { mergeIntoItem } from './collection';
import { getCachedCredential } from './credentialCache';
import { deduplicatorOf, type ClaimResult } from './deduplication';
import { conversationIdOf, eventIdOf, parseEnvelope } from './envelope';
import { explainHeaderFault, explainSignatureMismatch, MISSING_BODY } from './rejectionReasons';
import { omitSensitiveHeaders } from './sensitiveHeaders';
import { checkSignatureHeader, verifySignature } from './signature';
import { signingSecretsOf } from './signingSecrets';
import { warnThrottled } from './throttledLog';
import {
	ANY_EVENT,
	readEventTypesOrError,
	readOptionsOrError,
	type TriggerOptions,
} from './parameters';

/** What n8n adds to the request object. */
interface RawBodyRequest {
	/** The bytes as received, decompressed; absent until they are read. */
	rawBody?: Buffer;
	/** Reads them. For some content types n8n leaves that to the node. */
	readRawBody?: () => Promise<void>;
}

/**
 * Handles one delivery: verifies its signature, then checks its event type, then looks for a duplicate
 * (specification: Events, Signature 3 and 4). It never throws, because n8n would record a failed execution.
 */
export async function receiveDelivery(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const options = readOptionsOrError(context);
	if (options instanceof InvalidInput) return respondUnavailable(context, options);
	const { toleranceSeconds } = options;
	const nowSeconds = Math.floor(Date.now() / 1000);

	// Reject on the header alone: a bad timestamp or format costs no body read and no credential lookup.
	const value = context.getHeaderData()['svc-signature'];
	const header = checkSignatureHeader(value, { nowSeconds, toleranceSeconds });
	if ('fault' in header) {
		return reject(context, header.fault, () => explainHeaderFault(header, toleranceSeconds));
	}
	const body = await readBody(context.getRequestObject() as RawBodyRequest);
	if (!body) return reject(context, 'missingBody', () => MISSING_BODY);

	const credential = await getCachedCredential(context).catch(() => undefined);
	if (!credential) return respondUnavailable(context, unreadableCredential());
	const url = isTestUrl(context) ? 'test' : 'production';
	if (!verifySignature(header, signingSecretsOf(credential, url), body)) {
		const delivery = { header, body, credential, url } as const;
		return reject(context, 'signature', () => explainSignatureMismatch(delivery));
	}
	return handleVerified(context, options, body);
}

/** Starts the workflow, unless the event type is not selected or the event is a duplicate. */
async function handleVerified(
	context: IWebhookFunctions,
	options: TriggerOptions,
	body: Buffer,
): Promise<IWebhookResponseData> {
	const envelope = parseEnvelope(body);
	if (envelope === undefined) {
		// Not an error status: the service would only send the same bytes again.
		const line = 'Delivery ignored: it is signed correctly, but its body is not a JSON object.';
		warnThrottled(context, line);
		return { webhookResponse: { message: 'Ignored: the body is not a JSON object' } };
	}
	const eventTypes = readEventTypesOrError(context);
	if (eventTypes instanceof InvalidInput) return respondUnavailable(context, eventTypes);
	if (!eventTypes.has(ANY_EVENT) && !eventTypes.has(envelope.event)) {
		return { webhookResponse: { message: 'Ignored: this kind of event is not selected' } };
	}
	const { includeHeaders, skipDuplicates, collectSeconds } = options;
	const headers = includeHeaders
		? { headers: omitSensitiveHeaders(context.getHeaderData()) }
		: undefined;
	const eventId = eventIdOf(envelope);
	const isCollected = collectSeconds > 0 && envelope.event === 'message.received';
	const conversationId = conversationIdOf(envelope);
	// A collection needs each event once, so this is without regard to Skip Duplicates.
	if (isCollected && eventId !== undefined && conversationId !== undefined && !isTestUrl(context)) {
		const message = { eventId, envelope, headers };
		const collected = await collect(context, message, { conversationId, collectSeconds });
		switch (collected.kind) {
			case 'start':
				return start(collected.json);
			case 'held':
				return { noWebhookResponse: true };
			case 'duplicate':
				return respondToDuplicate(context, collected.claim);
		}
	}
	const claim = skipDuplicates ? claimEvent(context, eventId) : 'claimed';
	if (claim !== 'claimed') return respondToDuplicate(context, claim);
	// Signed data win: an envelope that has `headers` keeps its own.
	return start(
		isCollected ? mergeIntoItem([{ envelope, headers }]) : { ...envelope, ...headers, ...envelope },
	);
}

const start = (json: IDataObject): IWebhookResponseData => ({ workflowData: [[{ json }]] });

function respondToDuplicate(
	context: IWebhookFunctions,
	claim: Exclude<ClaimResult, 'claimed'>,
): IWebhookResponseData {
	if (claim === 'alreadyAccepted') {
		return { webhookResponse: { message: 'Accepted before: nothing started' } };
	}
	// Not 200, since the run that the earlier delivery started may fail: the service resends.
	return respond(context, 503, 'Still running: send it again later');
}

/** Whether this delivery starts a run. Every delivery to the test URL does, and every event without an ID. */
function claimEvent(context: IWebhookFunctions, eventId: string | undefined): ClaimResult {
	if (eventId === undefined || isTestUrl(context)) return 'claimed';
	return deduplicatorOf(context).claim(eventId, context.getResponseObject());
}

const isTestUrl = (context: IWebhookFunctions) => context.getMode() === 'manual';

const unreadableCredential = () =>
	new FieldError(
		'Credential',
		'can’t be read',
		'If this goes on, choose a credential that exists in the node.',
	);

async function readBody(request: RawBodyRequest): Promise<Buffer | undefined> {
	// Reading fails if the body was cut off or is already consumed, as a multipart body is.
	if (!request.rawBody) await request.readRawBody?.().catch(() => {});
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

/** Responds 401 first and explains in the log afterwards, so that response times reveal nothing to the caller. */
function reject(
	context: IWebhookFunctions,
	reason: string,
	explain: () => string,
): IWebhookResponseData {
	const response = respond(context, 401, 'Signature not accepted');
	warnThrottled(context, reason, () => `Delivery rejected with 401: ${explain()}`);
	return response;
}

/** Responds 503 while options, event types or credential can't be read, so that the service resends. */
function respondUnavailable(context: IWebhookFunctions, fault: FieldError): IWebhookResponseData {
	const response = respond(context, 503, 'Not possible at the moment: send it again later');
	const { message, remedy } = fault;
	const line = `Delivery answered 503: ${message}. ${remedy} Then publish the workflow.`;
	warnThrottled(context, 'unavailable', () => line);
	return response;
}

function respond(context: IWebhookFunctions, status: number, text: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message: text });
	return { noWebhookResponse: true };
}
