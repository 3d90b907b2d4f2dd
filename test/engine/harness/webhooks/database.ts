/** What n8n's database and its running executions are to a webhook call. */
import type {
	IDataObject,
	INodeExecutionData,
	IRunExecutionData,
	IWorkflowBase,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { additionalDataOf } from '../additionalData';
import type { Environment } from '../additionalData';
import { execute } from '../execution';
import type { WorkflowRun } from '../execution';
import type { LogEntry } from '../instance';
import { freshId, runnable } from '../workflow';

/** An execution that n8n has stored and begun. */
export interface StartedExecution {
	id: string;
	finished: Promise<WorkflowRun>;
}

/** An execution to begin: as if the trigger had just put out these items. */
export interface Start {
	mode: WorkflowExecuteMode;
	startNode: string;
	items: INodeExecutionData[][];
	resultData?: Partial<IRunExecutionData['resultData']>;
	/** Where this n8n is reached, with a slash at the end. */
	n8nUrl: string;
	logs: LogEntry[];
}

/** One stored workflow, its static data, and its executions. */
export class WorkflowDatabase {
	private readonly started: StartedExecution[] = [];
	private readonly running = new Set<AbortController>();
	/** Kept as text: a database keeps no proxies and no references. */
	private text: string;

	constructor(
		readonly workflow: IWorkflowBase,
		private readonly environment: Environment,
		staticData: IDataObject | null,
	) {
		this.text = JSON.stringify(staticData);
	}

	/** A copy of what is stored; empty when nothing was stored yet. */
	get staticData(): IDataObject {
		return this.storedStaticData() ?? {};
	}

	set staticData(staticData: IDataObject) {
		this.text = JSON.stringify(staticData);
	}

	/** How many executions were stored so far. */
	get count(): number {
		return this.started.length;
	}

	/** A copy of what is stored, or null when nothing was stored yet. */
	storedStaticData(): IDataObject | null {
		return JSON.parse(this.text) as IDataObject | null;
	}

	/** The workflow, loaded anew, over these static data (not over a copy of them). */
	load(staticData: IDataObject | null = this.storedStaticData()): Workflow {
		return runnable(this.workflow, this.environment, staticData ?? {});
	}

	/** The time that a query takes. */
	async query(): Promise<void> {
		await sleep(1);
	}

	/** As n8n does, only static data that changed is written. */
	saveStaticData(workflow: Workflow): void {
		if (workflow.staticData.__dataChanged !== true) return;
		this.staticData = workflow.staticData;
		workflow.staticData.__dataChanged = false;
	}

	/**
	 * Stores and begins an execution. It works on static data as stored now, and what it changes there is
	 * written at its end; a manual execution writes none.
	 */
	start({ mode, startNode, items, resultData, n8nUrl, logs }: Start): StartedExecution {
		const workflow = this.load();
		const stop = new AbortController();
		const additionalData = additionalDataOf(this.environment, n8nUrl);
		const id = freshId();
		additionalData.executionId = id;
		this.running.add(stop);
		const finished = execute({
			stored: this.workflow,
			workflow,
			additionalData,
			mode,
			startNode: workflow.getNode(startNode)!,
			input: items,
			pinData: mode === 'manual' ? this.workflow.pinData : undefined,
			resultData,
			signal: stop.signal,
			logs,
			onStaticData: (staticData) => {
				if (mode !== 'manual') this.staticData = staticData;
			},
		}).finally(() => this.running.delete(stop));
		// A workflow that n8n refuses to run rejects for those who ask, not for the whole process.
		finished.catch(() => {});
		const execution = { id, finished };
		this.started.push(execution);
		return execution;
	}

	/** Cancels what is running. */
	stopAll(): void {
		for (const execution of this.running) execution.abort();
	}

	/** Every execution in the order of their start, each run to its end. */
	async executions(): Promise<WorkflowRun[]> {
		return await Promise.all(this.started.map(async ({ finished }) => await finished));
	}
}
