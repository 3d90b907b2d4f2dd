/** Starts an execution in n8n's engine and reads what came of it. */
import './instance';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	ExecutionStatus,
	IDataObject,
	INode,
	INodeExecutionData,
	IPinData,
	IRun,
	IRunExecutionData,
	ITaskData,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	NodeExecutionHint,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';
import type { LogEntry } from './instance';

/** An execution to start. */
export interface ExecutionPlan {
	stored: IWorkflowBase;
	workflow: Workflow;
	additionalData: IWorkflowExecuteAdditionalData;
	mode: WorkflowExecuteMode;
	startNode: INode;
	/** The start node's input, by input index. */
	input: INodeExecutionData[][];
	pinData?: IPinData;
	/** A result to begin with: how n8n records a webhook that threw. */
	resultData?: Partial<IRunExecutionData['resultData']>;
	/** Called at the end with static data that the execution changed. */
	onStaticData?: (staticData: IDataObject) => void;
	/** Cancels the execution when it aborts, as the stop button does. */
	signal?: AbortSignal;
	logs: LogEntry[];
}

/** What an execution left behind. */
export class WorkflowRun {
	constructor(
		/** n8n's own record of the execution. */
		readonly record: IRun,
		readonly executionId: string | undefined,
		/** What n8n and the nodes logged. */
		readonly logs: LogEntry[],
	) {}

	get status(): ExecutionStatus {
		return this.record.status;
	}

	/** The error that ended the execution. */
	get error() {
		return this.record.data.resultData.error;
	}

	/** Name of the node that ran last. */
	get lastNode(): string | undefined {
		return this.record.data.resultData.lastNodeExecuted;
	}

	/** Every time a node ran, in order: timing, status, error, hints, data. Empty when it never ran. */
	runs(node: string): ITaskData[] {
		return this.record.data.resultData.runData[node] ?? [];
	}

	/** Items that a node put out on one output, those of all its runs in a row. */
	items(node: string, output = 0): INodeExecutionData[] {
		return this.runs(node).flatMap((run) => run.data?.main?.[output] ?? []);
	}

	/** The `json` of those items. */
	json(node: string, output = 0): IDataObject[] {
		return this.items(node, output).map((item) => item.json);
	}

	/** The execution hints that a node showed. */
	hints(node: string): NodeExecutionHint[] {
		return this.runs(node).flatMap((run) => run.hints ?? []);
	}

	/** The error of a node, also of one whose workflow went on. */
	nodeError(node: string) {
		return this.runs(node).find((run) => run.error !== undefined)?.error;
	}
}

/** Runs a plan to its end. A failed or cancelled execution is a result; only a plan that n8n refuses rejects. */
export async function execute(plan: ExecutionPlan): Promise<WorkflowRun> {
	const { workflow, additionalData, mode, signal } = plan;
	const hooks = new ExecutionLifecycleHooks(mode, additionalData.executionId ?? '', plan.stored);
	hooks.addHandler('workflowExecuteAfter', (_run, staticData) => {
		if (staticData !== undefined) plan.onStaticData?.(staticData);
	});
	additionalData.hooks = hooks;
	additionalData.workflowId = workflow.id;
	additionalData.workflowSettings = workflow.settings;
	const data = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [{ node: plan.startNode, data: { main: plan.input }, source: null }],
		},
		resultData: { pinData: plan.pinData, ...plan.resultData },
	});
	const execution = new WorkflowExecute(additionalData, mode, data).processRunExecutionData(
		workflow,
	);
	const cancel = () => execution.cancel();
	if (signal?.aborted) cancel();
	signal?.addEventListener('abort', cancel, { once: true });
	try {
		const record = await execution;
		// n8n stores a stopped execution as stopped, whatever its last node made of it.
		if (execution.isCanceled) Object.assign(record, { status: 'canceled', finished: false });
		return new WorkflowRun(record, additionalData.executionId, plan.logs);
	} finally {
		signal?.removeEventListener('abort', cancel);
	}
}
