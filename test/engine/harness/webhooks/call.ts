/** One webhook call, from the parsed request to the answer, in n8n's order of events. */
import { WebhookContext } from 'n8n-core';
import type { Response } from 'express';
import get from 'lodash/get';
import type {
	INode,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookData,
	IWebhookResponseData,
	IWorkflowDataProxyAdditionalKeys,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { OperationalError, UnexpectedError } from 'n8n-workflow';
import type { WorkflowRun } from '../execution';
import { ResponseError } from './answer';
import type { Answer } from './answer';
import type { StartedExecution } from './database';
import { parseBody } from './request';
import type { WebhookRequest } from './request';

export interface WebhookCall {
	workflow: Workflow;
	webhook: IWebhookData;
	mode: WorkflowExecuteMode;
	additionalData: IWorkflowExecuteAdditionalData;
	request: WebhookRequest;
	response: Response;
	/** Runs after a `webhook()` that gave items, before an execution is stored: n8n can die here. */
	beforeExecution(): Promise<void>;
	/** Stores and begins an execution of the workflow with the trigger's items. */
	start(
		items: INodeExecutionData[][],
		resultData?: Partial<IRunExecutionData['resultData']>,
	): StartedExecution;
}

/** Reads a property of the webhook's description; expressions see the node's parameters. */
function reader({ workflow, webhook, mode }: WebhookCall, node: INode) {
	const keys: IWorkflowDataProxyAdditionalKeys = {};
	const read =
		(method: 'getSimpleParameterValue' | 'getComplexParameterValue') =>
		<T>(name: string, fallback?: T) =>
			workflow.expression[method](
				node,
				webhook.webhookDescription[name] as string | undefined,
				mode,
				keys,
				undefined,
				fallback as string | undefined,
			) as T;
	const simple = read('getSimpleParameterValue');
	const complex = read('getComplexParameterValue');
	return { simple, complex, keys };
}

/** Headers that the description adds (`responseHeaders.entries`). */
function headersOf(complex: ReturnType<typeof reader>['complex']): Map<string, string> {
	const given = complex<{ entries?: Array<{ name: string; value: string }> }>('responseHeaders');
	return new Map((given?.entries ?? []).map(({ name, value }) => [name.toLowerCase(), value]));
}

/** The body that "when last node finishes" answers with. Throws when there is no item to answer with. */
function lastNodeBody(run: WorkflowRun, responseData: string, property?: string): unknown {
	const items = run.runs(run.lastNode ?? '').at(-1)?.data?.main?.[0] ?? [];
	if (responseData === 'noData') return undefined;
	if (responseData === 'allEntries') return items.map((item) => item.json);
	const first = items[0];
	if (first === undefined) throw new OperationalError('No item to return was found');
	return property === undefined ? first.json : (get(first.json, property) as unknown);
}

/** What n8n answers once an execution that it waited for is over. */
function finishedAnswer(run: WorkflowRun, description: ReturnType<typeof reader>): Answer {
	const { simple, complex } = description;
	const last = run.runs(run.lastNode ?? '').at(-1);
	if (run.error !== undefined || last?.error !== undefined) {
		return { body: { message: 'Error in workflow' }, status: 500 };
	}
	const status = simple('responseCode', 200);
	if (last === undefined) {
		const message = 'Workflow executed successfully but the last node did not return any data';
		return { body: { message }, status };
	}
	const property = simple<string | undefined>('responsePropertyName');
	const body = lastNodeBody(run, complex('responseData', 'firstEntryJson'), property);
	const headers = headersOf(complex);
	const type = simple<string | undefined>('responseContentType');
	if (type !== undefined) headers.set('content-type', type);
	return { body, status, headers };
}

/**
 * What n8n answers at once, with the execution under way. A description without `responseData` makes
 * n8n answer the bare word `firstEntryJson`: that is n8n's doing, and kept.
 */
function receivedAnswer(
	result: IWebhookResponseData,
	description: ReturnType<typeof reader>,
): Answer {
	const { simple, complex } = description;
	const data = complex<string | undefined>('responseData', 'firstEntryJson');
	const own: unknown = result.webhookResponse ?? { message: 'Workflow was started' };
	const body = data === 'noData' ? undefined : data || own;
	return { body, status: simple('responseCode', 200), headers: headersOf(complex) };
}

/** Reads and parses the body; what n8n has no words for becomes its general failure. */
async function readBody(request: WebhookRequest, nodeVersion: number): Promise<void> {
	try {
		await parseBody(request, nodeVersion);
	} catch (error) {
		if (error instanceof ResponseError) throw error;
		throw new OperationalError('There was a problem executing the workflow', { cause: error });
	}
}

/**
 * Calls the trigger's `webhook()` and starts the workflow when it gave items. The answer is the caller's
 * to send, after static data is saved. Rejects with the error that n8n answers instead.
 */
export async function answerCall(call: WebhookCall): Promise<Answer> {
	const { workflow, webhook, mode, additionalData, request, response } = call;
	const node = workflow.getNode(webhook.node)!;
	const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const description = reader(call, node);
	const responseMode = description.simple<string>('responseMode', 'onReceived');
	if (responseMode !== 'onReceived' && responseMode !== 'lastNode') {
		throw new UnexpectedError(`The harness has no response mode '${responseMode}'`);
	}
	additionalData.httpRequest = request;
	additionalData.httpResponse = response;
	await readBody(request, node.typeVersion);

	let result: IWebhookResponseData;
	try {
		const context = new WebhookContext(workflow, node, additionalData, mode, webhook, [], null);
		result = (await type.webhook?.call(context)) ?? {};
	} catch (error) {
		// n8n answers 500 and records an execution that failed in the trigger.
		const { message, stack } = error as Error;
		call.start([[{ json: {} }]], {
			runData: {},
			lastNodeExecuted: node.name,
			error: { ...(error as Error), message, stack } as never,
		});
		throw new UnexpectedError('Workflow Webhook Error: Workflow could not be started!');
	}
	const headers = headersOf(description.complex);
	if (!response.headersSent && headers.size > 0) response.setHeaders(headers);

	const status = description.simple('responseCode', 200);
	if (result.workflowData === undefined) {
		if (result.noWebhookResponse === true) return 'none';
		return { body: result.webhookResponse ?? { message: 'Webhook call received' }, status };
	}
	await call.beforeExecution();
	const execution = call.start(result.workflowData);
	if (result.noWebhookResponse === true) return 'none';
	if (responseMode === 'lastNode') return finishedAnswer(await execution.finished, description);
	description.keys.$executionId = execution.id;
	return receivedAnswer(result, description);
}
