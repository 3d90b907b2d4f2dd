/** The result of a workflow that ran in n8n's engine. */
import type {
	ExecutionStatus,
	IDataObject,
	INodeExecutionData,
	IRun,
	ITaskData,
	NodeExecutionHint,
} from 'n8n-workflow';
import type { LogEntry } from './instance';

/** An execution's result: its status, errors, items, hints and log. */
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

	/** The error of a node, even if its workflow continued. */
	nodeError(node: string) {
		return this.runs(node).find((run) => run.error !== undefined)?.error;
	}
}
