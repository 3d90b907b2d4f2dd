/** A workflow of the trigger and one step, and deliveries to it as the service would sign them. */
import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IExecuteFunctions, INodeType } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { line, triggerNode, webhookServer } from './harness';
import type { WebhookServer, WebhookServerOptions, WorkflowJson } from './harness';

/** In the credential of every server here: those of the test and the production URL. */
export const SECRET = 'production-secret-for-tests-only';
export const TEST_SECRET = 'test-url-secret-for-tests-only';

export const trigger = 'customerRelationshipTrigger';
export const event = {
	event: 'contact.created',
	id: 'evt_1',
	data: { contactId: 'cnt_1', name: 'Olá 🙂' },
};

export type Step = (context: IExecuteFunctions) => Promise<void> | void;

/** Does what the test says and passes nothing on. */
const stepNode = (step: Step): INodeType => ({
	description: {
		displayName: 'Step',
		name: 'step',
		group: ['transform'],
		version: 1,
		description: 'Does what the test says',
		defaults: { name: 'Step' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	async execute(this: IExecuteFunctions) {
		await step(this);
		return [[]];
	},
});

const workflowWith = (parameters: object): WorkflowJson =>
	line([
		{ type: triggerNode, parameters: { ...parameters } },
		{ type: 'test.step', name: 'Step' },
	]);

export interface Start {
	parameters?: object;
	step?: Step;
	signingSecret?: string;
	/** Takes the place of the credential's data; what is changed in it later counts. */
	credential?: ICredentialDataDecryptedObject;
	staticData?: WebhookServerOptions['staticData'];
}

const open: WebhookServer[] = [];

/** For `afterEach`. */
export async function closeServers(): Promise<void> {
	await Promise.all(open.splice(0).map((server) => server.close()));
}

/** An n8n with the workflow, not active yet. A second one with the same static data is a restart. */
export async function started(start: Start = {}): Promise<WebhookServer> {
	const { parameters = { events: ['contact.created'] }, step = () => {}, staticData } = start;
	const { signingSecret = `${TEST_SECRET} , ${SECRET}` } = start;
	const baseUrl = 'http://127.0.0.1:9/api/v1';
	const { credential = { baseUrl, accessToken: '', signingSecret } } = start;
	const server = await webhookServer(workflowWith(parameters), {
		credentials: { customerRelationshipApi: credential },
		nodes: { 'test.step': stepNode(step) },
		...(staticData ? { staticData } : {}),
	});
	open.push(server);
	return server;
}

export async function activated(start?: Start): Promise<WebhookServer> {
	const server = await started(start);
	await server.activate();
	return server;
}

export function signature(bytes: Buffer, secret = SECRET, ageSeconds = 0): string {
	const t = Math.floor(Date.now() / 1000) - ageSeconds;
	return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.`).update(bytes).digest('hex')}`;
}

export interface Delivery {
	/** Bytes and texts go out as they are, the rest as JSON; the event by default. */
	body?: unknown;
	secret?: string;
	ageSeconds?: number;
	headers?: Record<string, string>;
	signal?: AbortSignal;
}

function bytesOf(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** Delivers to a URL and gives the answer. */
export async function deliver(url: string, delivery: Delivery = {}) {
	const { body = event, secret, ageSeconds, headers = {}, signal = null } = delivery;
	const bytes = bytesOf(body);
	const answer = await fetch(url, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			'svc-signature': signature(bytes, secret, ageSeconds),
			...headers,
		},
		body: new Uint8Array(bytes),
		signal,
	});
	return { status: answer.status, text: await answer.text() };
}

export async function statusOf(url: string, delivery?: Delivery): Promise<number> {
	return (await deliver(url, delivery)).status;
}

export async function runsOf(server: WebhookServer): Promise<number> {
	return (await server.executions()).length;
}

export function warnings(server: WebhookServer): string[] {
	return server.logs.filter(({ level }) => level === 'warn').map(({ message }) => message);
}
