import type { IWebhookFunctions } from 'n8n-workflow';

/**
 * Tells a trigger from all others, as its URL does. Its node's id would not: older versions of n8n let two nodes of a
 * workflow have the same, or none.
 */
export function identityOf(context: IWebhookFunctions): string {
	const { webhookId, name } = context.getNode();
	return `${context.getWorkflow().id}/${webhookId ?? name}`;
}
