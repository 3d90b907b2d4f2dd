/** Runs workflow JSON through n8n's engine, in this process. */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { additionalDataOf } from './additionalData';
import type { Environment } from './additionalData';
import { execute } from './execution';
import type { WorkflowRun } from './execution';
import { inInstance } from './instance';
import type { LogEntry } from './instance';
import { freshId, runnable, storedWorkflow } from './workflow';
import type { WorkflowJson } from './workflow';

export interface RunOptions extends Environment {
	/** The `json` of the items that the workflow's first node gets; one empty item when left out. */
	inputData?: IDataObject[];
	/**
	 * A fresh id when left out; the same id again repeats an execution; `null` is a run without an id
	 * (`getExecutionId()` gives undefined), `''` one whose id is empty.
	 */
	executionId?: string | null;
	/** Cancels the execution when it aborts. */
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
		const workflow = runnable(stored, options);
		const [startNode] = stored.nodes;
		if (!startNode) throw new Error('The workflow has no node to start with');
		const input: INodeExecutionData[] = (options.inputData ?? [{}]).map((item) => ({ json: item }));
		const additionalData = additionalDataOf(options);
		additionalData.executionId =
			options.executionId === null ? undefined : (options.executionId ?? freshId());
		return await execute({
			...{ stored, workflow, additionalData, startNode, logs },
			mode: 'manual',
			input: [input],
			signal: options.signal,
		});
	});
}
