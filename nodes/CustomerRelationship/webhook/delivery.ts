import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { InvalidInput } from '../invalidInput';
import { explainHeader, explainSignature, NO_BODY } from './rejectionReasons';
import { envelopeIn, eventIdOf, harmlessHeaders } from './envelope';
import { memoryOf, type Claim } from './deduplication';
import { ANY_EVENT, optionsOf, selectedKinds, type TriggerOptions } from './triggerParameters';
import { sharedCredential } from './credentialCache';
import { readHeader, signatureHolds } from './signature';
import { signingSecretsOf } from './signingSecrets';
import { warn } from './throttledLog';

/** What n8n adds to a request. */
interface RawRequest {
	/** The bytes as received, decompressed; absent until they were read. */
	rawBody?: Buffer;
	/** Reads them, where n8n has not done so because of their content type. */
	readRawBody?: () => Promise<void>;
}

/**
 * Takes one delivery: signature, then kind, then duplicates (specification: Events, Signature 3 and 4). Nothing is
 * thrown: n8n would record it as a failed execution.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const options = optionsOf(context);
	if (options instanceof InvalidInput) return notNow(context, options);
	const { toleranceSeconds } = options;
	const nowSeconds = Math.floor(Date.now() / 1000);

	// Whom the header gives away is not worth reading the body and the credential for.
	const value = context.getHeaderData()['svc-signature'];
	const header = readHeader(value, { nowSeconds, toleranceSeconds });
	if ('fault' in header) {
		return refuse(context, header.fault, () => explainHeader(header, toleranceSeconds));
	}
	const body = await bodyOf(context.getRequestObject() as RawRequest);
	if (!body) return refuse(context, 'noBody', () => NO_BODY);

	const credential = await sharedCredential(context).catch(() => undefined);
	if (!credential) return notNow(context, noCredential());
	const field = isTest(context) ? 'testSigningSecret' : 'signingSecret';
	if (!signatureHolds(header, signingSecretsOf(credential, field), body)) {
		const unbelieved = { header, body, credential, field } as const;
		return refuse(context, 'signature', () => explainSignature(unbelieved));
	}
	return accept(context, options, body);
}

/** What becomes of a delivery that is believed. */
function accept(
	context: IWebhookFunctions,
	{ includeHeaders, skipDuplicates }: TriggerOptions,
	body: Buffer,
): IWebhookResponseData {
	const envelope = envelopeIn(body);
	if (envelope === undefined) {
		// An error would only make the service send the same bytes again.
		warn(context, 'Delivery ignored: it is signed correctly, but its body is not a JSON object.');
		return { webhookResponse: { message: 'Ignored: the body is not a JSON object' } };
	}
	const kinds = selectedKinds(context);
	if (kinds instanceof InvalidInput) return notNow(context, kinds);
	if (!kinds.has(ANY_EVENT) && !kinds.has(envelope.event)) {
		return { webhookResponse: { message: 'Ignored: this kind of event is not selected' } };
	}
	switch (skipDuplicates ? claim(context, eventIdOf(envelope)) : 'claimed') {
		case 'accepted':
			return { webhookResponse: { message: 'Accepted before: nothing started' } };
		case 'underWay':
			// Neither 200, since that run may fail, nor a second run beside it: the service asks again.
			return answer(context, 503, 'Still running: send it again later');
		case 'claimed': {
			const headers = includeHeaders && { headers: harmlessHeaders(context.getHeaderData()) };
			// What was signed stays as it is, headers of the envelope's own included.
			return { workflowData: [[{ json: { ...envelope, ...headers, ...envelope } }]] };
		}
	}
}

/** Whether this delivery is to start a run. On the test URL each one is, as is each without an id. */
function claim(context: IWebhookFunctions, eventId: string | undefined): Claim {
	if (eventId === undefined || isTest(context)) return 'claimed';
	return memoryOf(context).claim(eventId, context.getResponseObject());
}

const isTest = (context: IWebhookFunctions) => context.getMode() === 'manual';

const noCredential = () =>
	new InvalidInput(
		'Credential',
		'can’t be read',
		'If this goes on, choose one in the node that exists.',
	);

async function bodyOf(request: RawRequest): Promise<Buffer | undefined> {
	// It fails where the body is consumed already, as a multipart one is, or was cut off.
	if (!request.rawBody) await request.readRawBody?.().catch(() => {});
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

/** The answer comes first: explaining takes time, which would tell the caller something. */
function refuse(
	context: IWebhookFunctions,
	reason: string,
	explain: () => string,
): IWebhookResponseData {
	const answered = answer(context, 401, 'Signature not accepted');
	warn(context, reason, () => `Delivery refused with 401: ${explain()}`);
	return answered;
}

/** What the delivery is judged by can't be read: the service is to send it again. */
function notNow(context: IWebhookFunctions, fault: InvalidInput): IWebhookResponseData {
	const answered = answer(context, 503, 'Not possible at the moment: send it again later');
	const { message, remedy } = fault;
	warn(context, `Delivery answered 503: ${message}. ${remedy} Then publish the workflow.`);
	return answered;
}

function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
