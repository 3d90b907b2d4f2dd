/** A trigger that deliveries arrive at, and what it answers. */
import { createHmac } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';
import { receive } from '../../../nodes/CustomerRelationship/webhook/delivery';

export const SECRET = 'p'.repeat(64);
export const TEST_SECRET = 't'.repeat(64);
export const event = { event: 'contact.created', id: 'evt_1', data: { contactId: 'cnt_1' } };

class Answer extends EventEmitter {
	statusCode = 200;
	writableEnded = false;
	body: unknown;

	status(statusCode: number): this {
		this.statusCode = statusCode;
		return this;
	}

	json(body: unknown): void {
		this.body = body;
		this.writableEnded = true;
		this.emit('close');
	}
}

export interface Sent {
	body?: unknown;
	secret?: string;
	ageSeconds?: number;
	headers?: Record<string, string>;
	request?: object;
	isTest?: boolean;
}

/** A node of its own: nothing that another test's has accepted is remembered. */
export class Node {
	private static count = 0;
	readonly id: string = `node ${Node.count++}`;
	webhookId: string | undefined = this.id;
	name = 'Trigger';
	readonly lines: string[] = [];
	readonly read: string[] = [];
	credential: IDataObject | undefined = { signingSecret: SECRET, testSigningSecret: TEST_SECRET };
	workflow: { id: string; name?: string } = { id: `workflow of ${this.id}`, name: 'Welcome' };

	constructor(private readonly parameters: Record<string, unknown> = { events: ['*'] }) {}

	/** One delivery; `started` is the item that it gives out. */
	async receive({
		body = event,
		secret = SECRET,
		ageSeconds = 0,
		headers = {},
		request,
		isTest = false,
	}: Sent = {}) {
		const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
		const t = Math.floor(Date.now() / 1000) - ageSeconds;
		const v1 = createHmac('sha256', secret).update(`${t}.`).update(rawBody).digest('hex');
		const answer = new Answer();
		const result = await receive({
			getNodeParameter: (name: string, fallback: unknown) =>
				name in this.parameters ? this.parameters[name] : fallback,
			getRequestObject: () => request ?? { rawBody },
			getResponseObject: () => answer,
			getHeaderData: () => ({ 'svc-signature': `t=${t},v1=${v1}`, ...headers }),
			getCredentials: async (type: string) => {
				expect(type).toBe('customerRelationshipApi');
				this.read.push('credential');
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
					expect(answer.writableEnded || line.includes('ignored')).toBe(true);
					this.lines.push(line);
				},
			},
		} as unknown as IWebhookFunctions);
		const { workflowData, webhookResponse, noWebhookResponse } = result;
		// As n8n does: it answers unless it is told that it was done.
		if (!noWebhookResponse) answer.json(webhookResponse);
		expect(answer.writableEnded).toBe(true);
		const started = workflowData?.[0]?.[0]?.json;
		return { status: answer.statusCode, message: messageOf(answer.body), started };
	}
}

const messageOf = (body: unknown) => (body as { message?: string } | undefined)?.message;
export const refusal = { status: 401, message: 'Signature not accepted', started: undefined };
export const nodeWith = (options: object) => new Node({ events: ['*'], options });
