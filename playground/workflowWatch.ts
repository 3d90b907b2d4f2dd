import { setTimeout as pause } from 'node:timers/promises';

import { triggerWebhooks, type ExampleWorkflow } from './exampleWorkflows';
import type { N8nRest, WorkflowSummary } from './n8nRest';
import type { ExampleWebhook } from './provisioning';
import type { ListedWorkflow, SandboxControl } from './sandboxControl';

const EVERY_MS = 2_000;

export interface WatchOptions {
	n8n: N8nRest;
	sandbox: SandboxControl;
	webhooks: ExampleWebhook[];
	/** The command that tries a workflow, by the workflow's id. */
	commands: ReadonlyMap<string, string>;
}

/**
 * Tells the sandbox what is in n8n: its page lists the workflows, and the webhook of an example is registered while a
 * workflow with its trigger is published, whoever published it. A webhook that its user has deleted stays deleted
 * until the workflow is published again.
 */
export class WorkflowWatch {
	/** By workflow and version: n8n's list leaves out the nodes. */
	private readonly read = new Map<string, string[]>();
	/** Ids of registrations, by URL. */
	private readonly registered = new Map<string, string>();
	private shown = '';

	constructor(private readonly options: WatchOptions) {}

	/** Looks every two seconds. @param signal ends it; what fails meanwhile is told once */
	async run(signal: AbortSignal): Promise<void> {
		let problem = '';
		while (!signal.aborted) {
			const found = await this.look().then(
				() => '',
				(error: unknown) => String(error),
			);
			if (found !== '' && found !== problem && !signal.aborted)
				console.log(`The sandbox cannot be told what is published in n8n: ${found}`);
			problem = found;
			await pause(EVERY_MS, undefined, { signal }).catch(() => {});
		}
	}

	/** Brings the sandbox up to date. */
	async look(): Promise<void> {
		const { n8n, sandbox, webhooks } = this.options;
		const workflows: ListedWorkflow[] = [];
		for (const one of await n8n.workflows()) workflows.push(await this.listed(one));
		workflows.sort((one, other) => one.name.localeCompare(other.name));
		// A reset has forgotten the registrations as well.
		if ((await sandbox.workflows()).length === 0) {
			this.shown = '';
			this.registered.clear();
		}
		const published = workflows.filter(({ isPublished }) => isPublished);
		const open = new Set(published.flatMap((one) => one.webhooks));
		for (const webhook of webhooks) {
			if (open.has(webhook.url)) await this.register(webhook);
			else await this.unregister(webhook);
		}
		const shown = JSON.stringify(workflows);
		if (shown === this.shown) return;
		// Last of all: a workflow that is shown as published hears of events.
		await sandbox.showWorkflows(workflows);
		this.shown = shown;
	}

	private async listed(summary: WorkflowSummary): Promise<ListedWorkflow> {
		const { id, name, active } = summary;
		const { n8n, commands } = this.options;
		const command = commands.get(id) ?? null;
		const url = `${n8n.url}/workflow/${id}`;
		return {
			id,
			name,
			url,
			isPublished: active,
			webhooks: await this.webhooksOf(summary),
			command,
		};
	}

	private async webhooksOf(summary: WorkflowSummary): Promise<string[]> {
		const { id, active, versionId, activeVersionId } = summary;
		const { n8n } = this.options;
		const key = `${id} ${versionId} ${activeVersionId} ${active}`;
		const known = this.read.get(key);
		if (known) return known;
		type Stored = ExampleWorkflow & { activeVersion?: Pick<ExampleWorkflow, 'nodes'> | null };
		const { activeVersion, ...workflow } = await n8n.get<Stored>(`/workflows/${id}`);
		// What is published may be older than what the editor shows.
		const nodes = (active && activeVersion?.nodes) || workflow.nodes;
		const found = triggerWebhooks({ ...workflow, nodes }).map(({ path }) => `${n8n.url}${path}`);
		this.read.set(key, found);
		return found;
	}

	private async register({ url, events, secret }: ExampleWebhook): Promise<void> {
		const { sandbox } = this.options;
		if (this.registered.has(url)) return;
		const existing = (await sandbox.webhooks()).find((one) => one.url === url);
		const { id } = existing ?? (await sandbox.registerWebhook(url, events, secret));
		this.registered.set(url, id);
	}

	private async unregister({ url }: ExampleWebhook): Promise<void> {
		const { sandbox } = this.options;
		const id = this.registered.get(url);
		if (id === undefined) return;
		const isThere = (await sandbox.webhooks()).some((one) => one.id === id);
		if (isThere) await sandbox.removeWebhook(id);
		this.registered.delete(url);
	}
}
