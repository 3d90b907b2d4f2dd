import { setTimeout as pause } from 'node:timers/promises';

import {
	recipeOf,
	triggerWebhooks,
	type ExampleWorkflow,
	type TriggerWebhook,
} from './exampleWorkflows';
import type { N8nRest, WorkflowSummary } from './n8nRest';
import type { ExampleWebhook } from './provisioning';
import type { ListedWorkflow, SandboxControl } from './sandboxControl';

const EVERY_MS = 2_000;

export interface WatchOptions {
	n8n: N8nRest;
	sandbox: SandboxControl;
	/** Of the examples, with their secrets. */
	webhooks: ExampleWebhook[];
	/** For the webhooks of the user's own workflows. The credential has it as well. */
	ownSecret: string;
	/** The command that tries a workflow, by the workflow's id. */
	commands: ReadonlyMap<string, string>;
}

/** What only a workflow's nodes tell. */
interface ReadWorkflow {
	triggers: TriggerWebhook[];
	recipe: string | null;
}

/** A registration that the watch has made. */
interface Registered {
	id: string;
	/** As JSON. */
	events: string;
}

/**
 * Tells the sandbox what is in n8n: its page lists the workflows, and the webhook of each trigger is registered while its
 * workflow is published. A webhook that its user has deleted stays deleted until the workflow is published again. One that
 * its user has registered takes the place of the watch's own.
 */
export class WorkflowWatch {
	/** By workflow and version: n8n's list leaves out the nodes. */
	private readonly read = new Map<string, ReadWorkflow>();
	/** By URL. */
	private readonly registered = new Map<string, Registered>();
	private shown = '';

	constructor(private readonly options: WatchOptions) {}

	/** Looks every two seconds. @param signal ends it; what fails meanwhile is told once */
	async run(signal: AbortSignal): Promise<void> {
		let problem = '';
		while (!signal.aborted) {
			const found = await this.look().then(
				() => '',
				(error: unknown) =>
					(error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!,
			);
			if (found !== '' && found !== problem && !signal.aborted)
				console.log(
					`n8n does not tell what is published (${found}). It is asked again every two seconds.`,
				);
			problem = found;
			await pause(EVERY_MS, undefined, { signal }).catch(() => {});
		}
	}

	/** Brings the sandbox up to date. */
	async look(): Promise<void> {
		const { n8n, sandbox } = this.options;
		const workflows: ListedWorkflow[] = [];
		const published = new Map<string, string[]>();
		for (const summary of await n8n.workflows()) {
			const workflow = await this.readWorkflow(summary);
			workflows.push(this.listed(summary, workflow));
			if (!summary.active) continue;
			for (const { path, events } of workflow.triggers) published.set(n8n.url + path, events);
		}
		workflows.sort((a, b) => a.name.localeCompare(b.name));
		// A reset has forgotten the registrations as well.
		if ((await sandbox.workflows()).length === 0) {
			this.shown = '';
			this.registered.clear();
		}
		for (const url of this.registered.keys()) if (!published.has(url)) await this.unregister(url);
		for (const [url, events] of published) if (events.length > 0) await this.register(url, events);
		const shown = JSON.stringify(workflows);
		if (shown === this.shown) return;
		// Last of all: a workflow that is shown as published hears of events.
		await sandbox.showWorkflows(workflows);
		this.shown = shown;
	}

	private listed(
		{ id, name, active }: WorkflowSummary,
		{ triggers, recipe }: ReadWorkflow,
	): ListedWorkflow {
		const { n8n, commands } = this.options;
		const command = commands.get(id) ?? null;
		const url = `${n8n.url}/workflow/${id}`;
		const webhooks = triggers.map(({ path }) => n8n.url + path);
		return { id, name, url, isPublished: active, webhooks, command, recipe };
	}

	private async readWorkflow(summary: WorkflowSummary): Promise<ReadWorkflow> {
		const { id, active, versionId, activeVersionId } = summary;
		const { n8n } = this.options;
		const key = `${id} ${versionId} ${activeVersionId} ${active}`;
		const known = this.read.get(key);
		if (known) return known;
		type Stored = ExampleWorkflow & { activeVersion?: Pick<ExampleWorkflow, 'nodes'> | null };
		const { activeVersion, ...workflow } = await n8n.get<Stored>(`/workflows/${id}`);
		// What is published may be older than what the editor shows.
		const nodes = (active && activeVersion?.nodes) || workflow.nodes;
		const triggers = triggerWebhooks({ ...workflow, nodes });
		const read = { triggers, recipe: recipeOf(workflow) ?? null };
		this.read.set(key, read);
		return read;
	}

	private async register(url: string, events: string[]): Promise<void> {
		const { sandbox, webhooks, ownSecret } = this.options;
		const example = webhooks.find((webhook) => webhook.url === url);
		const registered = this.registered.get(url);
		const others = (await sandbox.webhooks()).filter(
			(webhook) => webhook.url === url && webhook.id !== registered?.id,
		);
		const isCurrent = registered?.events === JSON.stringify(events);
		if (registered && (others.length > 0 || !isCurrent)) await this.unregister(url);
		if (registered && isCurrent) return;
		// The playground registers an example before it is watched.
		const existing = example && others[0];
		if (others.length > 0 && !existing) return;
		const secret = example?.secret ?? ownSecret;
		const { id } = existing ?? (await sandbox.registerWebhook(url, events, secret));
		this.registered.set(url, { id, events: JSON.stringify(events) });
	}

	private async unregister(url: string): Promise<void> {
		const { sandbox } = this.options;
		const id = this.registered.get(url)?.id;
		const isThere = (await sandbox.webhooks()).some((webhook) => webhook.id === id);
		if (id !== undefined && isThere) await sandbox.removeWebhook(id);
		this.registered.delete(url);
	}
}
