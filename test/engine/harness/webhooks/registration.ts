/** The webhooks of a workflow, and the hooks that run when they are registered and removed. */
import { HookContext } from 'n8n-core';
import type {
	INode,
	IWebhookData,
	IWebhookDescription,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

const evaluate = <T extends string | boolean>(
	workflow: Workflow,
	node: INode,
	description: IWebhookDescription,
	property: string,
	fallback: T,
): T =>
	workflow.expression.getSimpleParameterValue(
		node,
		description[property] as string | undefined,
		'internal',
		{},
		undefined,
		fallback,
	) as T;

/** The webhooks that a node's description asks for, with their full paths. */
export function webhooksOf(
	workflow: Workflow,
	node: INode,
	additionalData: IWorkflowExecuteAdditionalData,
): IWebhookData[] {
	const { description } = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	return (description.webhooks ?? []).map((webhook) => {
		const path = evaluate(workflow, node, webhook, 'path', '')
			.trim()
			.replace(/^\/|\/$/g, '');
		const isFullPath = evaluate(workflow, node, webhook, 'isFullPath', false);
		return {
			httpMethod: evaluate(workflow, node, webhook, 'httpMethod', 'GET') as 'GET',
			node: node.name,
			path: NodeHelpers.getNodeWebhookPath(workflow.id, node, path, isFullPath),
			webhookDescription: webhook,
			workflowId: workflow.id,
			workflowExecuteAdditionalData: additionalData,
		};
	});
}

async function runHook(
	method: 'checkExists' | 'create' | 'delete',
	workflow: Workflow,
	webhook: IWebhookData,
	mode: WorkflowExecuteMode,
	activation: WorkflowActivateMode,
): Promise<boolean | undefined> {
	const node = workflow.getNode(webhook.node)!;
	const { webhookMethods } = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const hook = webhookMethods?.[webhook.webhookDescription.name]?.[method];
	const additionalData = webhook.workflowExecuteAdditionalData;
	return await hook?.call(
		new HookContext(workflow, node, additionalData, mode, activation, webhook),
	);
}

/** Runs `checkExists`, and `create` unless it exists; rejects with what `create` threw. */
export async function register(
	workflow: Workflow,
	webhook: IWebhookData,
	mode: WorkflowExecuteMode,
	activation: WorkflowActivateMode,
): Promise<void> {
	if (await runHook('checkExists', workflow, webhook, mode, activation)) return;
	await runHook('create', workflow, webhook, mode, activation);
}

/** Runs `delete`, as n8n does on deactivation and after a test event. */
export async function deregister(workflow: Workflow, webhook: IWebhookData): Promise<void> {
	await runHook('delete', workflow, webhook, 'internal', 'update');
}
