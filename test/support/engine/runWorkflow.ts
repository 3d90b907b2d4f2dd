/** Runs workflow JSON through n8n's engine, in this process. */
import { inInstance, type LogEntry } from './instance';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	type IDataObject,
	type INodeExecutionData,
	createRunExecutionData,
	Workflow,
} from 'n8n-workflow';
import { additionalDataOf, type Environment } from './additionalData';
import { nodeTypesOf } from './nodeTypes';
import { freshId, storedWorkflow, type WorkflowJson } from './workflow';
import { WorkflowRun } from './workflowRun';

export interface RunOptions extends Environment {
	/** The `json` of the items that the workflow's first node gets; one empty item when left out. */
	inputData?: IDataObject[];
	/**
	 * A fresh id when left out; the same id again repeats an execution; `null` is a run without an id
	 * (`getExecutionId()` gives undefined), `''` one whose id is empty.
	 */
	executionId?: string | null;
	/** Cancels the execution when it aborts, as the stop button does. */
	signal?: AbortSignal;
}

/**
 * Runs a workflow from its first node to its end in n8n-core. Failed and cancelled runs are results with
 * a `status` and an `error`; it rejects only for a workflow that n8n would not start (WorkflowHasIssuesError).
 */
export async function runWorkflow(
	json: WorkflowJson,
	options: RunOptions = {},
): Promise<WorkflowRun> {
	const logs: LogEntry[] = [];
	return await inInstance({ id: options.instanceId, logs }, async () => {
		const stored = storedWorkflow(json, options);
		const workflow = new Workflow({ ...stored, nodeTypes: nodeTypesOf(options) });
		const [node] = stored.nodes;
		if (!node) throw new Error('The workflow has no node to start with');
		const input: INodeExecutionData[] = (options.inputData ?? [{}]).map((item) => ({ json: item }));
		const additionalData = additionalDataOf(options);
		additionalData.executionId =
			options.executionId === null ? undefined : (options.executionId ?? freshId());
		additionalData.hooks = new ExecutionLifecycleHooks(
			...(['manual', additionalData.executionId ?? '', stored] as const),
		);
		additionalData.workflowId = workflow.id;
		additionalData.workflowSettings = workflow.settings;
		const data = createRunExecutionData({
			executionData: { nodeExecutionStack: [{ node, data: { main: [input] }, source: null }] },
		});
		const execution = new WorkflowExecute(additionalData, 'manual', data).processRunExecutionData(
			workflow,
		);
		const cancel = () => execution.cancel();
		if (options.signal?.aborted) cancel();
		options.signal?.addEventListener('abort', cancel, { once: true });
		try {
			const record = await execution;
			// n8n stores a stopped execution as stopped, whatever its last node returned.
			if (execution.isCanceled) Object.assign(record, { status: 'canceled', finished: false });
			return new WorkflowRun(record, additionalData.executionId, logs);
		} finally {
			options.signal?.removeEventListener('abort', cancel);
		}
	});
}
