import {
	sleep,
	type IDataObject,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { explainRefusal } from './diagnosis';
import { markOf, marksIn, textOf } from './duplicates';
import { envelopeIn, eventIdOf } from './envelope';
import { Outcomes, type Claim } from './outcomes';
import { isSelected, selectedKinds } from './selection';
import { sharedCredential } from './sharedCredential';
import { judge, type SignedDelivery } from './signature';
import { signingSecretsOf } from './signingSecrets';

/** What n8n adds to a request. */
interface RawRequest {
	/** The bytes as received, decompressed; absent until they were read. */
	rawBody?: Buffer;
	/** Reads them, where n8n has not done so because of their content type. */
	readRawBody?: () => Promise<void>;
}

interface TriggerOptions {
	answer?: 'atOnce' | 'whenFinished';
	includeHeaders?: boolean;
	skipDuplicates?: boolean;
	toleranceSeconds?: number;
}

/** Headers by which a proxy in front of n8n may let callers in. */
const LOGIN_HEADERS = ['authorization', 'proxy-authorization', 'cookie'];

const outcomes = new Outcomes();

/**
 * Takes one delivery: signature, then selection, then duplicates (specification: Events,
 * Signature 3 and 4). Answers a refused one itself, since an error thrown here would be
 * recorded as a failed execution.
 */
export async function receive(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const options = context.getNodeParameter('options', {}) as TriggerOptions;
	const delivery = await signedDelivery(context, options);
	const verdict = judge(delivery);
	if (!verdict.believed) {
		context.getResponseObject().status(401).json({ message: 'Signature not accepted' });
		warn(context, explainRefusal(verdict, delivery));
		return { noWebhookResponse: true };
	}

	const envelope = envelopeIn(delivery.body as Buffer);
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
	switch (await takeOn(context, options, envelope)) {
		case 'accepted':
			return { webhookResponse: { message: 'Accepted before: nothing started' } };
		case 'running':
			// Neither 200, since that run may fail, nor a second run beside it: the service asks again.
			context
				.getResponseObject()
				.status(503)
				.json({ message: 'Still running: send it again later' });
			return { noWebhookResponse: true };
		case 'claimed':
			return { workflowData: [[{ json: itemFor(context, options, envelope) }]] };
	}
}

/** The delivery and what it is judged by. Whatever can't be had is left out, so that it is refused. */
async function signedDelivery(
	context: IWebhookFunctions,
	{ toleranceSeconds = 300 }: TriggerOptions,
): Promise<SignedDelivery> {
	return {
		body: await bodyOf(context.getRequestObject() as RawRequest),
		header: context.getHeaderData()['svc-signature'],
		secrets: await signingSecrets(context),
		nowSeconds: Math.floor(Date.now() / 1000),
		toleranceSeconds: Number(toleranceSeconds),
	};
}

async function bodyOf(request: RawRequest): Promise<Buffer | undefined> {
	// It fails where the body is consumed already, as a multipart one is, or was cut off.
	if (!request.rawBody) await request.readRawBody?.().catch(() => {});
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

async function signingSecrets(context: IWebhookFunctions): Promise<string[]> {
	try {
		return signingSecretsOf(await sharedCredential(context));
	} catch {
		warn(context, 'The credential could not be read.');
		return [];
	}
}

/**
 * Whether this delivery is to start a run. On the test URL each one is. The id goes into the
 * static data only where n8n answers at once: otherwise n8n saves them when the run is over,
 * failed or not, and over whatever the run's own nodes have stored meanwhile. There the
 * answers given are remembered instead.
 */
async function takeOn(
	context: IWebhookFunctions,
	{ answer, skipDuplicates = true }: TriggerOptions,
	envelope: IDataObject,
): Promise<Claim> {
	const eventId = eventIdOf(envelope);
	if (!skipDuplicates || eventId === undefined || context.getMode() === 'manual') return 'claimed';

	const mark = markOf(eventId);
	const kept = context.getWorkflowStaticData('node');
	const marks = marksIn(kept.seen);
	if (marks.has(mark)) return 'accepted';

	const node = `${context.getWorkflow().id}/${context.getNode().id}`;
	const claim = await outcomes.claim(node, mark, context.getResponseObject());
	if (claim === 'claimed' && answer !== 'whenFinished') {
		// With the ids that another delivery's or a run's saving at the same time has wiped out.
		for (const accepted of outcomes.acceptedBy(node)) marks.add(accepted);
		const seen = textOf(marks.add(mark));
		kept.seen = seen;
		void writeOnceMore(kept, seen);
	}
	return claim;
}

/**
 * n8n 2.41, when it sets out to run the workflow, takes the changed static data for unchanged
 * and would not save them. It does so right after `webhook()`, and saves them some queries to
 * its database later: a write in between counts. Where n8n does neither, this changes nothing.
 */
async function writeOnceMore(kept: IDataObject, seen: string): Promise<void> {
	await sleep(0);
	kept.seen = seen;
}

/** The envelope as received, with the headers on request. */
function itemFor(
	context: IWebhookFunctions,
	{ includeHeaders = false }: TriggerOptions,
	envelope: IDataObject,
): IDataObject {
	if (!includeHeaders) return envelope;
	const headers = Object.entries(context.getHeaderData()).filter(
		([name]) => !LOGIN_HEADERS.includes(name),
	);
	return { ...envelope, headers: Object.fromEntries(headers) as IDataObject };
}

/** n8n's text log shows the message alone, so it says itself which node is meant. */
function warn(context: IWebhookFunctions, message: string): void {
	const { id, name } = context.getWorkflow();
	context.logger.warn(`${context.getNode().name}, workflow “${name ?? id}”: ${message}`);
}
