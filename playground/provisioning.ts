import { randomBytes } from 'node:crypto';

import {
	credentialNames,
	startsByItself,
	triggerWebhooks,
	type ExampleWorkflow,
} from './exampleWorkflows';
import { N8nRestError, type N8nRest } from './n8nRest';
import { PlaygroundError } from './playgroundError';
import type { SandboxControl } from './sandboxControl';
import type { SandboxAddresses } from './sandboxProcess';
import { waitUntil } from './waitUntil';

/** What the example of a shop believes: *Header Auth* of n8n's own Webhook node. */
export const shopHeader = { name: 'Authorization', value: 'Playground1' };
const ACTIVATION_MS = 30_000;

interface Identified {
	id: string;
	name: string;
	type?: string;
}

/** A trigger's production URL as it is registered at the sandbox while its workflow is published. */
export interface ExampleWebhook {
	url: string;
	events: string[];
	/** Known before the registration: the credential holds those of all examples from the start. */
	secret: string;
}

export const newSecret = (): string => randomBytes(32).toString('hex');

/** The webhooks that the triggers of the workflows need, with a new signing secret each. */
export function webhooksOf(workflows: ExampleWorkflow[], n8nUrl: string): ExampleWebhook[] {
	return workflows.flatMap(triggerWebhooks).map(({ events, path }) => ({
		...{ url: `${n8nUrl}${path}`, events },
		secret: newSecret(),
	}));
}

/** Makes the credential, or brings the one that the playground made before up to date. */
async function putCredential(
	n8n: N8nRest,
	type: keyof typeof credentialNames,
	data: Record<string, string>,
): Promise<void> {
	const name = credentialNames[type];
	const all = await n8n.get<Identified[]>('/credentials');
	const existing = all.find((one) => one.name === name && one.type === type);
	const body = { name, type, data };
	if (existing) await n8n.send('PATCH', `/credentials/${existing.id}`, body);
	else await n8n.send('POST', '/credentials', body);
}

/**
 * Imports the workflow unless it is there already, with whatever its user made of it, and publishes it if it is to be.
 * It is not published where its user archived it, or where another workflow has its webhook.
 * @returns its id: the file's own, but in an older n8n 1 one of n8n's choice
 */
async function putWorkflow(
	n8n: N8nRest,
	workflow: ExampleWorkflow,
	isPublished: boolean,
): Promise<{ id: string; isOn: boolean }> {
	const path = `/workflows/${workflow.id}`;
	const { id, isArchived = false } = (await n8n.has(path))
		? await n8n.get<{ id: string; isArchived?: boolean }>(path)
		: await n8n.createWorkflow(workflow);
	if (!isPublished || isArchived) return { id, isOn: false };
	try {
		await n8n.activate(id);
		return { id, isOn: true };
	} catch (error) {
		if (error instanceof N8nRestError && error.status === 409) return { id, isOn: false };
		throw error;
	}
}

/** Whether other workflows call it. */
const isCalled = ({ nodes }: ExampleWorkflow): boolean =>
	nodes.some(({ type }) => type.endsWith('.executeWorkflowTrigger'));

/**
 * n8n opens a webhook some time after it has said that the workflow is active. A preflight request shows it without
 * reaching the trigger.
 */
export async function waitForWebhook(url: string): Promise<void> {
	const headers = { origin: new URL(url).origin, 'access-control-request-method': 'POST' };
	await waitUntil(`the webhook ${url}`, ACTIVATION_MS, async () => {
		const response = await fetch(url, { method: 'OPTIONS', headers });
		const allowed = response.headers.get('access-control-allow-methods') ?? '';
		return response.ok && allowed.includes('POST') ? true : undefined;
	});
}

export interface ProvisionOptions {
	/** The base URL of a chat model; without it no credential is made for one. */
	modelUrl?: string;
	/** Which workflows to publish: those that start by themselves unless others are named. */
	publishes?: (workflow: ExampleWorkflow) => boolean;
	/** The webhooks of the workflows, where their secrets are needed elsewhere, too. */
	webhooks?: ExampleWebhook[];
	/** A signing secret for the webhooks of other workflows. */
	ownSecret?: string;
}

/**
 * Puts everything in place for a first try: the credentials, ours with the signing secrets of all triggers, then the
 * example workflows, some of them published and registered at the sandbox, as a person does in the service's settings.
 * Running it again on the same n8n changes nothing else.
 * @returns the workflows in their order, with the ids that they have in n8n
 * @throws PlaygroundError when n8n refuses a step
 */
export async function provision(
	n8n: N8nRest,
	sandbox: SandboxControl,
	{ baseUrl, tokens }: SandboxAddresses,
	workflows: ExampleWorkflow[],
	options: ProvisionOptions = {},
): Promise<ExampleWorkflow[]> {
	const { modelUrl, publishes = startsByItself, ownSecret } = options;
	const { webhooks = webhooksOf(workflows, n8n.url) } = options;
	await putCredential(n8n, 'customerRelationshipApi', {
		baseUrl,
		accessToken: tokens.manager,
		// Behind commas in one field: the others stay empty for webhooks that the user registers.
		signingSecret: [...webhooks.map(({ secret }) => secret), ownSecret ?? []].flat().join(','),
	});
	if (modelUrl) await putCredential(n8n, 'openAiApi', { apiKey: 'not-needed', url: modelUrl });
	if (JSON.stringify(workflows).includes('"httpHeaderAuth"')) {
		await putCredential(n8n, 'httpHeaderAuth', shopHeader);
	}
	const ids = new Map<ExampleWorkflow, string>();
	// n8n publishes a workflow only once those that it calls are published.
	const calledFirst = workflows.toSorted((one, other) => +isCalled(other) - +isCalled(one));
	for (const workflow of calledFirst) {
		const put = putWorkflow(n8n, workflow, publishes(workflow));
		const { id, isOn } = await put.catch((error: Error) => {
			throw new PlaygroundError(
				`The workflow "${workflow.name}" could not be put in place: ${error.message}`,
				'To begin anew, start with --fresh.',
			);
		});
		ids.set(workflow, id);
		if (!isOn) continue;
		for (const { path } of triggerWebhooks(workflow)) {
			const { url, events, secret } = webhooks.find((one) => one.url === `${n8n.url}${path}`)!;
			await waitForWebhook(url);
			await sandbox.registerWebhook(url, events, secret);
		}
	}
	return workflows.map((workflow) => ({ ...workflow, id: ids.get(workflow)! }));
}
