import { parse } from 'flatted';
import type { ExecutionStatus } from 'n8n-workflow';

import { waitUntil } from './waitUntil';

const STARTING_MS = 30_000;

/** The account that the playground makes; its n8n listens on loopback only. */
export const owner = {
	email: 'owner@example.com',
	firstName: 'Playground',
	lastName: 'Owner',
	password: 'Playground1',
};

/** What another process needs to go on with a session. */
export interface N8nSession {
	url: string;
	cookie: string;
	publishes: boolean;
}

export interface NodeTypeListing {
	name: string;
	displayName: string;
	version: number | number[];
}

/** A workflow in n8n's list, which leaves out its nodes. */
export interface WorkflowSummary {
	id: string;
	name: string;
	/** Whether it is published. */
	active: boolean;
	isArchived?: boolean;
	/** Another one after each change. */
	versionId: string;
	/** The version that is published. */
	activeVersionId?: string | null;
}

export interface Execution {
	id: string;
	status: string;
	mode: string;
}

interface Items {
	main: Array<Array<{
		json: unknown;
		binary?: Record<string, { id?: string; data: string }>;
	}> | null>;
}

/** The part of n8n's record of an execution that the playground and its tests read. */
export interface ExecutionRecord {
	resultData: {
		runData: Record<string, Array<{ data?: Items }>>;
		/** The error that ended the execution. */
		error?: { message: string; description: string };
	};
	/** What is still to run: at first the trigger, with its items. */
	executionData?: { nodeExecutionStack: Array<{ data: Items }> };
}

const EVERY_STATUS: ExecutionStatus[] = [
	...(['new', 'running', 'waiting', 'success'] as const),
	...(['error', 'crashed', 'canceled', 'unknown'] as const),
];

/** An answer of n8n's that says no. */
export class N8nRestError extends Error {
	constructor(
		message: string,
		readonly status: number,
	) {
		super(message);
		this.name = 'N8nRestError';
	}
}

/** The part of n8n's editor API that the playground and its tests need, with one signed-in session. */
export class N8nRest {
	private cookie = '';
	/** Whether this n8n publishes a version of a workflow, as since 2.0; before, a workflow had a switch. */
	publishes = true;

	constructor(readonly url: string) {}

	/** Goes on with a session that was signed in elsewhere: n8n lets nobody sign in often. */
	static resume({ url, cookie, publishes }: N8nSession): N8nRest {
		return Object.assign(new N8nRest(url), { cookie, publishes });
	}

	get session(): N8nSession {
		return { url: this.url, cookie: this.cookie, publishes: this.publishes };
	}

	/** Makes the owner account when this n8n has none yet, and signs in. */
	async signIn(): Promise<void> {
		// n8n 1 calls itself ready a moment before it serves these addresses.
		const settings = await waitUntil(
			`the editor's API at ${this.url}`,
			STARTING_MS,
			async () =>
				await this.get<{ userManagement: { showSetupOnFirstLoad: boolean } }>('/settings'),
		);
		if (settings.userManagement.showSetupOnFirstLoad)
			await this.send('POST', '/owner/setup', owner);
		await this.send('POST', '/login', {
			emailOrLdapLoginId: owner.email,
			password: owner.password,
		});
		const { versionCli } = await this.get<{ versionCli: string }>('/settings');
		this.publishes = Number.parseInt(versionCli, 10) >= 2;
	}

	async get<T>(path: string): Promise<T> {
		return await this.request<T>('GET', path);
	}

	/** Whether there is something at this path. */
	async has(path: string): Promise<boolean> {
		const { status } = await this.fetch('GET', `${this.url}/rest${path}`);
		if (status !== 200 && status !== 404) throw new Error(`n8n: GET ${path} answered ${status}`);
		return status === 200;
	}

	/** A file that an execution made, as text. */
	async file(id: string): Promise<string> {
		const path = `/rest/binary-data?action=view&id=${encodeURIComponent(id)}`;
		const response = await this.fetch('GET', this.url + path);
		if (!response.ok) throw new Error(`n8n: GET ${path} answered ${response.status}`);
		return await response.text();
	}

	async send<T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, body: unknown): Promise<T> {
		return await this.request<T>(method, path, body);
	}

	/** Every workflow that is not archived. */
	async workflows(): Promise<WorkflowSummary[]> {
		const all = await this.get<WorkflowSummary[]>('/workflows');
		return all.filter(({ isArchived = false }) => !isArchived);
	}

	/** Makes a workflow, switched off. @returns its id: its own if it has one, but in an older n8n 1 one of n8n's choice */
	async createWorkflow(workflow: object): Promise<{ id: string; isArchived?: boolean }> {
		return await this.send('POST', '/workflows', { active: false, ...workflow });
	}

	/**
	 * Switches a workflow on. n8n 2 opens its webhooks some time after the answer, n8n 1 before.
	 * @throws Error in n8n 1 with what n8n says when a trigger refuses
	 */
	async activate(workflowId: string): Promise<void> {
		const path = `/workflows/${workflowId}`;
		const { versionId } = await this.get<{ versionId: string }>(path);
		if (this.publishes) await this.send('POST', `${path}/activate`, { versionId });
		else await this.send('PATCH', path, { versionId, active: true });
	}

	/** Switches a workflow off. */
	async deactivate(workflowId: string): Promise<void> {
		const path = `/workflows/${workflowId}`;
		if (this.publishes) return void (await this.send('POST', `${path}/deactivate`, {}));
		const { versionId } = await this.get<{ versionId: string }>(path);
		await this.send('PATCH', path, { versionId, active: false });
	}

	/** Starts a workflow at one of its triggers, as the editor's button does. */
	async runByHand(workflowId: string, triggerName: string): Promise<void> {
		// n8n 1 runs what it is sent, n8n 2 what it has stored.
		const workflowData = this.publishes ? undefined : await this.get(`/workflows/${workflowId}`);
		await this.send('POST', `/workflows/${workflowId}/run`, {
			workflowData,
			triggerToStartFrom: { name: triggerName },
		});
	}

	/** All executions of a workflow that have one of the statuses, the newest first. */
	async executionsOf(workflowId: string, status = EVERY_STATUS): Promise<Execution[]> {
		// Without the statuses n8n reads running and finished executions in two queries: one that ends in between is in
		// neither answer, or in both.
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
		const executions: Execution[] = [];
		let cursor: string | null | undefined;
		do {
			const from = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
			// n8n 1 gives no cursor.
			const page: { results: Execution[]; nextCursor?: string | null } = await this.get(
				`/executions?limit=100&filter=${filter}${from}`,
			);
			executions.push(...page.results);
			cursor = page.nextCursor;
		} while (cursor);
		return executions;
	}

	/** An execution as n8n stored it. */
	async recordOf(executionId: string): Promise<ExecutionRecord> {
		const { data } = await this.get<{ data: string }>(`/executions/${executionId}`);
		return parse(data) as ExecutionRecord;
	}

	/** The JSON of a node's output items in an execution, over all its outputs; empty if it did not run. */
	async outputOf(executionId: string, nodeName: string): Promise<unknown[]> {
		const { runData } = (await this.recordOf(executionId)).resultData;
		const items = runData[nodeName]?.flatMap((run) => run.data?.main.flat() ?? []) ?? [];
		return items.flatMap((item) => item?.json ?? []);
	}

	/** The node types of one package, as n8n has loaded them. */
	async nodeTypesOf(packageName: string): Promise<NodeTypeListing[]> {
		const response = await this.fetch('GET', `${this.url}/types/nodes.json`);
		const all = (await response.json()) as NodeTypeListing[];
		return all.filter(({ name }) => name.startsWith(`${packageName}.`));
	}

	private async request<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.fetch(method, `${this.url}/rest${path}`, body);
		const text = await response.text();
		if (!response.ok)
			throw new N8nRestError(
				`n8n: ${method} ${path} answered ${response.status}: ${text}`,
				response.status,
			);
		return (JSON.parse(text) as { data: T }).data;
	}

	private async fetch(method: string, url: string, body?: unknown): Promise<Response> {
		const response = await fetch(url, {
			method,
			headers: { cookie: this.cookie, 'content-type': 'application/json' },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const [cookie] = response.headers.getSetCookie();
		if (cookie) this.cookie = cookie.split(';')[0] ?? '';
		return response;
	}
}
