/** A trigger with n8n's context faked: sends it signed deliveries and records what it responds, starts and logs. */
import { createHmac } from 'node:crypto';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { receiveDelivery } from '../../../nodes/CustomerRelationship/webhook/delivery';
import { FakeResponse } from './fakeResponse';

export const SECRET = 'p'.repeat(64);
export const TEST_SECRET = 't'.repeat(64);
export const event = { event: 'contact.created', id: 'evt_1', data: { contactId: 'cnt_1' } };

/** n8n's response object. */
class Response extends FakeResponse {
	body: unknown;

	status(statusCode: number): this {
		this.statusCode = statusCode;
		return this;
	}

	json(body: unknown): void {
		this.body = body;
		this.send(this.statusCode);
	}
}

export interface Delivery {
	body?: unknown;
	secret?: string;
	ageSeconds?: number;
	headers?: Record<string, string>;
	request?: object;
	isTest?: boolean;
}

/** A trigger with an identity of its own, so that tests share no cache and no deduplicator. */
export class TriggerNode {
	private static count = 0;
	readonly id: string = `node ${TriggerNode.count++}`;
	webhookId: string | undefined = this.id;
	name = 'Trigger';
	readonly lines: string[] = [];
	credentialReads = 0;
	credential: IDataObject | undefined = { signingSecret: SECRET, testSigningSecret: TEST_SECRET };
	workflow: { id: string; name?: string } = { id: `workflow of ${this.id}`, name: 'Welcome' };

	constructor(private readonly parameters: Record<string, unknown> = { events: ['*'] }) {}

	/** Delivers an event; `started` is the item that starts the workflow, if any. */
	async receive(delivery: Delivery = {}) {
		const { response, result } = this.call(delivery);
		const { workflowData, webhookResponse, noWebhookResponse } = await result;
		// Like n8n: responds unless the node says that it has responded.
		if (!noWebhookResponse) response.json(webhookResponse);
		expect(response.writableEnded).toBe(true);
		const started = workflowData?.[0]?.[0]?.json;
		return { status: response.statusCode, message: messageOf(response.body), started };
	}

	/** Calls the node, and leaves the response to the test. */
	call({
		body = event,
		secret = SECRET,
		ageSeconds = 0,
		headers = {},
		request,
		isTest = false,
	}: Delivery = {}) {
		const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
		const t = Math.floor(Date.now() / 1000) - ageSeconds;
		const v1 = createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest('hex');
		const response = new Response();
		const result = receiveDelivery({
			getNodeParameter: (name: string, fallback: unknown) =>
				name in this.parameters ? this.parameters[name] : fallback,
			getRequestObject: () => request ?? { rawBody },
			getResponseObject: () => response,
			getHeaderData: () => ({ 'svc-signature': `t=${t},v1=${v1}`, ...headers }),
			getCredentials: async (type: string) => {
				expect(type).toBe('customerRelationshipApi');
				this.credentialReads += 1;
				if (!this.credential) throw new Error('no such credential');
				return this.credential;
			},
			getMode: () => (isTest ? 'manual' : 'webhook'),
			getNode: () => ({
				...{ id: this.id, name: this.name, webhookId: this.webhookId },
				credentials: {},
			}),
			getWorkflow: () => this.workflow,
			getWorkflowStaticData: () => {
				throw new Error('Static data are the author’s');
			},
			logger: {
				warn: (line: string) => {
					expect(response.writableEnded || line.includes('ignored')).toBe(true);
					this.lines.push(line);
				},
			},
		} as unknown as IWebhookFunctions);
		return { response, result };
	}
}

export const messageOf = (body: unknown) => (body as { message?: string } | undefined)?.message;
export const rejection = { status: 401, message: 'Signature not accepted', started: undefined };
export const triggerWith = (options: object) => new TriggerNode({ events: ['*'], options });
