import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { whyNotBelieved, type RefusedDelivery } from './diagnosis';
import { envelopeIn, eventIdOf } from './envelope';
import { harmlessHeaders } from './headers';
import { identityOf } from './identity';
import { Memory, type Claim } from './memory';
import { isSelected, selectedKinds } from './selection';
import { sharedCredential } from './sharedCredential';
import { judge, refusalOf, type Refused } from './signature';
import { otherField, signingSecretsOf } from './signingSecrets';
import { warn } from './warnings';

/** What n8n adds to a request. */
interface RawRequest {
	/** The bytes as received, decompressed; absent until they were read. */
	rawBody?: Buffer;
	/** Reads them, where n8n has not done so because of their content type. */
	readRawBody?: () => Promise<void>;
	/** The caller has hung up. */
	destroyed?: boolean;
	/** All of it has arrived. */
	complete?: boolean;
	once?(event: 'close', listener: () => void): unknown;
}

interface TriggerOptions {
	includeHeaders?: boolean;
	skipDuplicates?: boolean;
	toleranceSeconds?: unknown;
}

const DEFAULT_TOLERANCE_SECONDS = 300;

/** What each trigger remembers. */
const memories = new Map<string, Memory>();

/**
 * Takes one delivery: signature, then selection, then duplicates (specification: Events,
 * Signature 3 and 4). Answers a refused one itself, since an error thrown here would be
 * recorded as a failed execution.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	let options: TriggerOptions;
	try {
		options = context.getNodeParameter('options', {}) as TriggerOptions;
	} catch {
		return notNow(context, 'an expression in Options fails. Correct it and publish the workflow.');
	}
	const field = isTest(context) ? 'testSigningSecret' : 'signingSecret';
	const delivery: RefusedDelivery = {
		header: context.getHeaderData()['svc-signature'],
		nowSeconds: Math.floor(Date.now() / 1000),
		toleranceSeconds: toleranceOf(options),
		...{ body: undefined, field, secrets: [], otherSecrets: [] },
	};
	// Whom the header gives away is not worth reading the body and the credential for.
	const refused = refusalOf(delivery);
	if (refused) return refuse(context, refused, delivery);

	delivery.body = await bodyOf(context.getRequestObject() as RawRequest);
	// Reading may have taken its time.
	delivery.nowSeconds = Math.floor(Date.now() / 1000);
	try {
		const credential = await sharedCredential(context);
		delivery.secrets = signingSecretsOf(credential, field);
		delivery.otherSecrets = signingSecretsOf(credential, otherField(field));
	} catch {
		return notNow(
			context,
			'the credential can’t be read. If this goes on, choose one in the node that exists, and publish the workflow.',
		);
	}
	const verdict = judge(delivery);
	if (!verdict.believed) return refuse(context, verdict, delivery);
	return accept(context, options, delivery.body as Buffer);
}

/** What becomes of a delivery that is believed. */
function accept(
	context: IWebhookFunctions,
	{ includeHeaders = false, skipDuplicates = true }: TriggerOptions,
	body: Buffer,
): IWebhookResponseData {
	const envelope = envelopeIn(body);
	if (envelope === undefined) {
		// An error would only make the service send the same bytes again.
		warn(context, 'Delivery ignored: it is signed correctly, but its body is not a JSON object.');
		return { webhookResponse: { message: 'Ignored: the body is not a JSON object' } };
	}
	const kinds = selectedKinds(
		context.getNodeParameter('events', []),
		context.getNodeParameter('otherEvents', ''),
	);
	if (!isSelected(kinds, envelope.event)) {
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
	const trigger = identityOf(context);
	const memory = memories.get(trigger) ?? new Memory();
	memories.set(trigger, memory);
	return memory.claim(eventId, context.getResponseObject());
}

const isTest = (context: IWebhookFunctions) => context.getMode() === 'manual';

function toleranceOf({ toleranceSeconds }: TriggerOptions): number {
	const isEmpty = String(toleranceSeconds ?? '').trim() === '';
	return isEmpty ? DEFAULT_TOLERANCE_SECONDS : Number(toleranceSeconds);
}

async function bodyOf(request: RawRequest): Promise<Buffer | undefined> {
	// It fails where the body is consumed already, as a multipart one is, or was cut off.
	if (!request.rawBody && request.readRawBody) {
		// A compressed one that is cut off never ends by itself.
		const cutOff = new Promise<void>((resolve) => {
			if (request.destroyed) resolve();
			request.once?.('close', () => {
				if (!request.complete) resolve();
			});
		});
		await Promise.race([request.readRawBody().catch(() => {}), cutOff]);
	}
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

/** The answer comes first: explaining takes time, which would tell the caller something. */
function refuse(
	context: IWebhookFunctions,
	refused: Refused,
	delivery: RefusedDelivery,
): IWebhookResponseData {
	const answered = answer(context, 401, 'Signature not accepted');
	warn(context, refused.reason, () => whyNotBelieved(refused, delivery));
	return answered;
}

/** The service is to come back. */
function notNow(context: IWebhookFunctions, why: string): IWebhookResponseData {
	const answered = answer(context, 503, 'Not possible at the moment: send it again later');
	warn(context, `Delivery answered 503: ${why}`);
	return answered;
}

function answer(context: IWebhookFunctions, status: number, message: string): IWebhookResponseData {
	context.getResponseObject().status(status).json({ message });
	return { noWebhookResponse: true };
}
