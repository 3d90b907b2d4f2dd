import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { repository } from './folders';

interface WorkflowNode {
	name: string;
	type: string;
	webhookId?: string;
	parameters: Record<string, unknown>;
}

export interface ExampleWorkflow {
	id: string;
	name: string;
	nodes: WorkflowNode[];
	[property: string]: unknown;
}

/** The names under which the examples look for their credentials, by type. */
export const credentialNames = {
	customerRelationshipApi: 'Customer Relationship account',
	httpHeaderAuth: 'Shop',
	openAiApi: 'OpenAI account',
};

/** The importable workflows of `examples/`, by file name. */
export async function exampleWorkflows(): Promise<ExampleWorkflow[]> {
	const folder = join(repository, 'examples');
	const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
	return await Promise.all(
		files.map(
			async (file) => JSON.parse(await readFile(join(folder, file), 'utf8')) as ExampleWorkflow,
		),
	);
}

/** The address of the recipe that a note in a workflow links to, if one does. */
export const recipeOf = ({ nodes }: ExampleWorkflow): string | undefined =>
	/\((https:[^)\s]+\/docs\/recipes\/[^)\s]+)\)/.exec(
		nodes
			.filter(({ type }) => type.endsWith('.stickyNote'))
			.map(({ parameters }) => String(parameters.content))
			.join('\n'),
	)?.[1];

/** A trigger of ours in a workflow: which events it wants (none if an expression chooses them), and at which path of n8n. */
export interface TriggerWebhook {
	events: string[];
	/** Below n8n's address; n8n puts the node's `webhookId` before the path that the trigger declares. */
	path: string;
}

/** The triggers of ours in a workflow, in its order. */
export function triggerWebhooks(workflow: ExampleWorkflow): TriggerWebhook[] {
	return workflow.nodes
		.filter(({ type }) => type.endsWith('.customerRelationshipTrigger'))
		.map(({ webhookId, parameters }) => ({
			events: Array.isArray(parameters.events) ? (parameters.events as string[]) : [],
			path: `/webhook/${webhookId}/webhook`,
		}));
}

/** Whether a workflow has a trigger that runs it without a click. */
export const startsByItself = ({ nodes }: ExampleWorkflow): boolean =>
	nodes.some(({ type }) => /(Trigger|\.webhook)$/.test(type) && !type.endsWith('.manualTrigger'));

/** The trigger from which a click starts a workflow: its manual one, else its schedule. @throws Error when it has neither */
export function startedByHand(workflow: ExampleWorkflow | undefined): string {
	for (const kind of ['manualTrigger', 'scheduleTrigger']) {
		const trigger = workflow?.nodes.find(({ type }) => type.endsWith(`.${kind}`));
		if (trigger) return trigger.name;
	}
	throw new Error(`No click starts ${workflow?.name ?? 'a workflow that is not there'}`);
}
