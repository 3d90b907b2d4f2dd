import { randomBytes, randomUUID } from 'node:crypto';

import type { ExecutionStatus } from 'n8n-workflow';

import { waitUntil } from '../../../playground/waitUntil';
import type { QueueMode } from './queueModeSetup';

const PACKAGE = 'n8n-nodes-customer-relationship';
const CREDENTIAL = { name: 'Queue mode account', type: 'customerRelationshipApi' };
const TRIGGER = 'When a contact is created';
const START = 'Start a conversation';

/** A published workflow: the trigger, and a template to the new contact with the event's ID as its key. */
export interface WelcomeWorkflow {
	/** Its production URL below the address of any n8n process that takes webhooks. */
	path: string;
	/** The secret that signs its events. */
	secret: string;
	/** The ids of its executions that have one of the statuses. */
	executions(...statuses: ExecutionStatus[]): Promise<string[]>;
}

function nodes(
	webhookId: string,
	credential: { id: string; name: string },
	triggerOptions: object,
) {
	const common = {
		typeVersion: 1,
		position: [0, 0],
		credentials: { [CREDENTIAL.type]: credential },
	};
	const trigger = { events: ['contact.created'], options: triggerOptions };
	const start = {
		resource: 'conversation',
		operation: 'start',
		phone: '={{ $json.data.phoneNumber }}',
		templateName: 'boas_vindas',
		templateLanguage: { __rl: true, mode: 'id', value: 'pt_BR' },
		templateParams: { param: [{ value: '={{ $json.data.name }}' }] },
		// A contact that another test's message has created has no name.
		options: { idempotencyKey: '={{ $json.id }}', allowEmptyVariables: true },
	};
	return [
		{
			...{ ...common, id: randomUUID(), name: TRIGGER, webhookId },
			type: `${PACKAGE}.customerRelationshipTrigger`,
			typeVersion: 1.1,
			parameters: trigger,
		},
		{
			...common,
			id: randomUUID(),
			name: START,
			type: `${PACKAGE}.customerRelationship`,
			parameters: start,
		},
	];
}

/**
 * Registers, builds and publishes the workflow as the README describes.
 * @param triggerOptions what differs from the trigger's defaults
 * @param isRegistered false leaves its events to the test
 */
export async function publishWelcome(
	{ rest, sandbox, service, cluster }: QueueMode,
	triggerOptions: object,
	isRegistered: boolean,
): Promise<WelcomeWorkflow> {
	const webhookId = randomUUID();
	const path = `/webhook/${webhookId}/webhook`;
	const { secret } = isRegistered
		? await sandbox.registerWebhook(`${cluster.webhook.url}${path}`, ['contact.created'])
		: { secret: randomBytes(32).toString('hex') };
	const { id: credentialId } = await rest.send<{ id: string }>('POST', '/credentials', {
		...CREDENTIAL,
		data: { baseUrl: service.baseUrl, accessToken: service.tokens.manager, signingSecret: secret },
	});
	const { id, versionId } = await rest.send<{ id: string; versionId: string }>(
		'POST',
		'/workflows',
		{
			name: 'Welcome in queue mode',
			nodes: nodes(webhookId, { id: credentialId, name: CREDENTIAL.name }, triggerOptions),
			connections: { [TRIGGER]: { main: [[{ node: START, type: 'main', index: 0 }]] } },
			settings: { executionOrder: 'v1' },
		},
	);
	await rest.send('POST', `/workflows/${id}/activate`, { versionId });
	await waitUntil('the workflow to be published', 60_000, async () => {
		const { status } = await rest.get<{ status: string }>(`/workflows/${id}/publication-status`);
		return status === 'published' ? true : undefined;
	});
	const executions = async (...status: ExecutionStatus[]) =>
		(await rest.executionsOf(id, status)).map((execution) => execution.id);
	return { path, secret, executions };
}
