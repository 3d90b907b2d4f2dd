/** n8n's webhook side: real HTTP in, the trigger's `webhook()`, the workflow, n8n's answer. */
import '../instance';
import express from 'express';
import type { Request, Response } from 'express';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
	IDataObject,
	INode,
	IWebhookData,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { additionalDataOf } from '../additionalData';
import type { Environment } from '../additionalData';
import type { WorkflowRun } from '../execution';
import { inInstance } from '../instance';
import type { LogEntry } from '../instance';
import { storedWorkflow } from '../workflow';
import type { WorkflowJson } from '../workflow';
import { ResponseError, sendAnswer, sendError } from './answer';
import { answerCall } from './call';
import { WorkflowDatabase } from './database';
import { deregister, register, webhooksOf } from './registration';
import { rawBodyReader } from './request';
import type { WebhookRequest } from './request';

/**
 * Moments at which n8n can be killed: `webhook()` is through but no execution stored; the execution is
 * stored but static data not saved; static data is saved but the caller has no answer.
 */
export type Moment = 'beforeExecution' | 'beforeStaticData' | 'beforeAnswer';

/** n8n was killed: nothing else happens for this call. */
class Killed extends Error {}

export interface WebhookServerOptions extends Environment {
	/** The trigger's name; otherwise the first node that has webhooks. */
	trigger?: string;
	/** What the database holds as static data, e.g. an earlier server's `staticData`. */
	staticData?: IDataObject;
}

/** One n8n with one workflow. Close it at the end of the test. */
export class WebhookServer {
	/** What n8n and the nodes logged. */
	readonly logs: LogEntry[] = [];
	private readonly database: WorkflowDatabase;
	private readonly trigger: string;
	private readonly app = express();
	private readonly http = createServer(this.app);
	private production: IWebhookData | undefined;
	private test: IWebhookData | undefined;
	private dieAt: Moment | undefined;

	constructor(
		json: WorkflowJson,
		private readonly options: WebhookServerOptions,
	) {
		const stored = storedWorkflow(json, options);
		const staticData = options.staticData ?? stored.staticData ?? null;
		this.database = new WorkflowDatabase(stored, options, staticData);
		this.trigger = this.findTrigger().name;
		this.app.disable('x-powered-by');
		this.app.set('query parser', 'extended');
		this.app.use(rawBodyReader);
		this.app.all('/webhook/*path', (request, response) => this.handle(request, response, false));
		this.app.all('/webhook-test/*path', (request, response) =>
			this.handle(request, response, true),
		);
	}

	/** Starts listening on a free loopback port. */
	async open(): Promise<this> {
		await new Promise<void>((resolve) => this.http.listen(0, '127.0.0.1', resolve));
		return this;
	}

	/** Stops running executions and drops every connection. */
	async close(): Promise<void> {
		this.database.stopAll();
		const closed = new Promise((resolve) => this.http.close(resolve));
		this.http.closeAllConnections();
		await closed;
		await this.database.executions().catch(() => []);
	}

	/** The production URL; it answers 404 unless the workflow is active. */
	get url(): string {
		return `${this.base}webhook/${this.webhookOf(this.database.load()).path}`;
	}

	/** The test URL; it answers 404 unless `listen()` was called. */
	get testUrl(): string {
		return `${this.base}webhook-test/${this.webhookOf(this.database.load()).path}`;
	}

	/** The workflow's static data as the database holds it: all that survives a restart. */
	get staticData(): IDataObject {
		return this.database.staticData;
	}

	/**
	 * Activates the workflow: `checkExists`, then `create`. Rejects with what `create` threw, and then the
	 * workflow is not active. `activation` is `init` when n8n activates it while starting up.
	 */
	async activate(activation: WorkflowActivateMode = 'activate'): Promise<void> {
		await this.inThisInstance(async () => {
			const workflow = this.database.load();
			const webhook = this.webhookOf(workflow);
			try {
				await register(workflow, webhook, 'trigger', activation);
			} catch (error) {
				await this.unregister();
				throw error;
			}
			this.production = webhook;
			this.database.saveStaticData(workflow);
		});
	}

	/** Deactivates the workflow: `delete`. */
	async deactivate(): Promise<void> {
		await this.inThisInstance(async () => await this.unregister());
	}

	/**
	 * "Listen for test event": registers the test URL. The first call that starts an execution is the last,
	 * and static data is not kept, as in n8n.
	 */
	async listen(): Promise<void> {
		await this.inThisInstance(async () => {
			const workflow = this.database.load({});
			const webhook = { ...this.webhookOf(workflow), isTest: true };
			this.test = webhook;
			try {
				await register(workflow, webhook, 'manual', 'manual');
				webhook.staticData = workflow.staticData;
			} catch (error) {
				await this.stopListening();
				throw error;
			}
		});
	}

	/** Ends listening without an event: `delete`. */
	async stopListening(): Promise<void> {
		await this.inThisInstance(async () => {
			if (this.test === undefined) return;
			const workflow = this.database.load({});
			if (this.test.staticData !== undefined) workflow.staticData = this.test.staticData;
			await deregister(workflow, this.test);
			this.test = undefined;
		});
	}

	/** Kills n8n at this moment of the next production call: connection gone, executions stopped. */
	killAt(moment: Moment): void {
		this.dieAt = moment;
	}

	/** Every execution so far, in the order of their start, each run to its end. */
	async executions(): Promise<WorkflowRun[]> {
		return await this.database.executions();
	}

	private get base(): string {
		const { port } = this.http.address() as AddressInfo;
		return `http://127.0.0.1:${port}/`;
	}

	private inThisInstance<T>(work: () => T): T {
		return inInstance({ id: this.options.instanceId, logs: this.logs }, work);
	}

	private findTrigger(): INode {
		const workflow = this.database.load();
		const { trigger } = this.options;
		const node = trigger
			? workflow.getNode(trigger)
			: Object.values(workflow.nodes).find(
					({ type, typeVersion }) =>
						workflow.nodeTypes.getByNameAndVersion(type, typeVersion).webhook !== undefined,
				);
		if (!node) throw new Error(`The workflow has no ${trigger ?? 'node with a webhook'}`);
		return node;
	}

	private webhookOf(workflow: Workflow): IWebhookData {
		const node = workflow.getNode(this.trigger)!;
		const webhook = webhooksOf(workflow, node, additionalDataOf(this.options, this.base)).find(
			({ webhookDescription }) => webhookDescription.name === 'default',
		);
		if (webhook === undefined) throw new Error(`${node.name} has no webhook named "default"`);
		return webhook;
	}

	private async unregister(): Promise<void> {
		const workflow = this.database.load();
		await deregister(workflow, this.webhookOf(workflow));
		this.production = undefined;
		this.database.saveStaticData(workflow);
	}

	private handle(request: Request, response: Response, isTest: boolean): void {
		void this.inThisInstance(async () => {
			try {
				await this.call(request as WebhookRequest, response, isTest);
			} catch (error) {
				if (error instanceof Killed) response.destroy();
				else if (!response.headersSent) sendError(response, error as Error);
			}
		});
	}

	/** The webhook registered for a request. Throws n8n's 404 when there is none. */
	private find(request: WebhookRequest, isTest: boolean): IWebhookData {
		const webhook = isTest ? this.test : this.production;
		const { method, params } = request;
		const path = [params.path].flat().join('/').replace(/\/$/, '');
		if (webhook === undefined || webhook.path !== path) {
			throw new ResponseError(`The requested webhook "${method} ${path}" is not registered.`, 404);
		}
		if (method === webhook.httpMethod) return webhook;
		const asked = `This webhook is not registered for ${method} requests.`;
		throw new ResponseError(`${asked} Did you mean to make a ${webhook.httpMethod} request?`, 404);
	}

	private async call(request: WebhookRequest, response: Response, isTest: boolean): Promise<void> {
		const webhook = this.find(request, isTest);
		request.params = {};
		const staticData = isTest ? null : this.database.storedStaticData();
		const workflow = this.database.load(staticData);
		if (isTest && webhook.staticData) workflow.setTestStaticData(webhook.staticData);
		const mode = isTest ? 'manual' : 'webhook';
		const dieAt = isTest ? undefined : this.dieAt;
		if (!isTest) this.dieAt = undefined;
		const dieIf = (moment: Moment) => {
			if (dieAt !== moment) return;
			this.database.stopAll();
			throw new Killed();
		};
		const { count } = this.database;
		const n8nUrl = this.base;

		const answer = await answerCall({
			workflow,
			webhook,
			mode,
			additionalData: additionalDataOf(this.options, n8nUrl),
			request,
			response,
			beforeExecution: async () => {
				// n8n 2.41 (`establishContextForPersistence`): a second workflow over the same object resets the mark of a change.
				this.database.load(staticData);
				await this.database.query();
				dieIf('beforeExecution');
			},
			start: (items, resultData) => {
				const { logs, trigger: startNode } = this;
				return this.database.start({ mode, startNode, items, resultData, n8nUrl, logs });
			},
		});
		dieIf('beforeStaticData');
		if (!isTest) this.database.saveStaticData(workflow);
		dieIf('beforeAnswer');
		sendAnswer(response, answer);
		if (isTest && this.database.count > count) await this.stopListening();
	}
}

/** Serves a workflow's webhooks on a free loopback port; nothing is registered yet. */
export async function webhookServer(
	json: WorkflowJson,
	options: WebhookServerOptions = {},
): Promise<WebhookServer> {
	return await new WebhookServer(json, options).open();
}
