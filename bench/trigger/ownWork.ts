/**
 * What our own code takes of a delivery, in a process of its own on n8n's Node. Prints OwnWork as JSON,
 * a line for each body size (in bytes) among its arguments.
 *
 * n8n's part is stubbed, so that nothing of it is counted: reading the credential, n8n's own reading of
 * the body, the database, the answer.
 */
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { receive } from '../../nodes/CustomerRelationship/events/delivery';
import { judge } from '../../nodes/CustomerRelationship/events/signature';
import { signingSecretsOf } from '../../nodes/CustomerRelationship/events/signingSecrets';
import { signatureHeader } from '../../sandbox/webhooks/signature';
import { anEvent } from './events';

export interface OwnWork {
	bodyBytes: number;
	/** CPU time of believing a delivery, in µs: secrets taken apart, header read, signature verified. */
	verifyMicros: number;
	/** CPU time of all that our node does, in µs: also the event parsed and chosen, its id looked up and noted. */
	allMicros: number;
}

const WARM_UP = 3_000;
const TIMES = 10_000;
const ROUNDS = 5;
/** As the documentation advises: one secret of the production URL, one of the test URL. */
const secrets = ['1', '2'].map((digit) => digit.repeat(64));
const [signingSecret, testSigningSecret] = secrets;
const toleranceSeconds = 300;

const node = { id: 'bench', name: 'Trigger', type: 'bench', typeVersion: 1, parameters: {} };
const parameters: Record<string, unknown> = { events: ['*'], options: {}, otherEvents: '' };

class Answer extends EventEmitter {
	statusCode = 200;
	writableEnded = false;

	end(): void {
		this.writableEnded = true;
		this.emit('close');
	}
}

interface Delivery {
	rawBody: Buffer;
	header: string;
	answer: Answer;
}

function signed(bodyBytes: number): Delivery {
	const body = anEvent(bodyBytes);
	const header = signatureHeader(body, secrets.slice(0, 1), Math.floor(Date.now() / 1000));
	return { rawBody: Buffer.from(body), header, answer: new Answer() };
}

function believe({ rawBody, header }: Delivery): void {
	const nowSeconds = Math.floor(Date.now() / 1000);
	const delivery = {
		body: rawBody,
		header,
		secrets: signingSecretsOf({ signingSecret, testSigningSecret }),
	};
	if (!judge({ ...delivery, nowSeconds, toleranceSeconds }).believed)
		throw new Error('Not believed');
}

/** @param kept the node's static data */
async function take({ rawBody, header, answer }: Delivery, kept: IDataObject): Promise<void> {
	const result = await receive({
		getNodeParameter: (name: string) => parameters[name],
		getRequestObject: () => ({ rawBody }),
		getResponseObject: () => answer,
		getHeaderData: () => ({ 'svc-signature': header }),
		getCredentials: async () => ({ signingSecret, testSigningSecret }),
		getMode: () => 'webhook',
		getNode: () => node,
		getWorkflow: () => ({ id: 'bench', name: 'Bench' }),
		getWorkflowStaticData: () => kept,
	} as unknown as IWebhookFunctions);
	if (result.workflowData === undefined) throw new Error('An event was not taken');
}

/** The node's static data as n8n's database keeps them, read anew for each delivery. */
let stored = '{}';

/** CPU time of `work`, in µs. */
async function cpuMicros(work: () => Promise<void> | void): Promise<number> {
	const before = process.cpuUsage();
	await work();
	const { user, system } = process.cpuUsage(before);
	return user + system;
}

/** Handles the deliveries one after the other, as n8n does: static data read before, answered and stored after. */
async function each(deliveries: Delivery[], handle: typeof take): Promise<void> {
	for (const [index, delivery] of deliveries.entries()) {
		const kept = JSON.parse(stored) as IDataObject;
		await handle(delivery, kept);
		delivery.answer.end();
		stored = JSON.stringify(kept);
		if (index % 100 === 99) await pause(2); // what was put off for a moment is done as well
	}
}

async function measured(bodyBytes: number, count: number): Promise<OwnWork> {
	const fresh = () => Array.from({ length: count }, () => signed(bodyBytes));
	const [verified, taken, ignored] = [fresh(), fresh(), fresh()];
	const verify = await cpuMicros(() => verified.forEach(believe));
	const all = await cpuMicros(async () => await each(taken, take));
	const around = await cpuMicros(async () => await each(ignored, async () => {}));
	return { bodyBytes, verifyMicros: verify / count, allMicros: (all - around) / count };
}

async function main(): Promise<void> {
	const sizes = process.argv.slice(2).map(Number);
	await measured(sizes[0]!, WARM_UP);
	for (let round = 0; round < ROUNDS; round++) {
		for (const size of sizes) console.log(JSON.stringify(await measured(size, TIMES / ROUNDS)));
	}
}

void main();
