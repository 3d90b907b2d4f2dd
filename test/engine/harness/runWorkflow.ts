/** Runs workflow JSON through n8n's engine, in this process. */
import type {
	ExecuteWorkflowData,
	IDataObject,
	INode,
	INodeExecutionData,
	IPinData,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalDataOf } from './additionalData';
import type { Environment } from './additionalData';
import { execute } from './execution';
import type { WorkflowRun } from './execution';
import { inInstance } from './instance';
import type { LogEntry } from './instance';
import { freshId, runnable, storedWorkflow } from './workflow';
import type { WorkflowJson } from './workflow';

export interface RunOptions extends Environment {
	/** Items (or their `json`) that the start node puts out; received instead, when it is no trigger. */
	inputData?: Array<INodeExecutionData | IDataObject>;
	/** Pinned output by node name; n8n uses it in `manual` mode only. Adds to the workflow's own. */
	pinData?: IPinData;
	/**
	 * A fresh id when left out; the same id again repeats an execution; `null` is a run without an id
	 * (`getExecutionId()` gives undefined), `''` one whose id is empty.
	 */
	executionId?: string | null;
	/** Cancels the execution when it aborts. */
	signal?: AbortSignal;
	/** Where to start; otherwise where n8n's "Execute workflow" would, or at the first trigger. */
	startNode?: string;
	/** How n8n was asked to run it, `manual` unless given. Triggers emit by themselves in `manual` only. */
	mode?: WorkflowExecuteMode;
	/** The workflow's static data, as earlier runs left it; this run writes into it. */
	staticData?: IDataObject;
	/** Workflows that an Execute Sub-workflow node may call, by id. */
	subWorkflows?: Record<string, WorkflowJson>;
}

const isItem = (entry: INodeExecutionData | IDataObject): entry is INodeExecutionData =>
	typeof entry.json === 'object' && entry.json !== null;

/** Plain objects become items of them. */
const asItems = (entries: Array<INodeExecutionData | IDataObject>): INodeExecutionData[] =>
	entries.map((entry) => (isItem(entry) ? entry : { json: entry }));

const isTrigger = (workflow: Workflow, node: INode) =>
	workflow.nodeTypes
		.getByNameAndVersion(node.type, node.typeVersion)
		.description.group.includes('trigger');

/** The node that the execution starts with. Throws when the workflow has none. */
function startOf(workflow: Workflow, name: string | undefined): INode {
	const node =
		name === undefined
			? (workflow.getStartNode() ??
				Object.values(workflow.nodes).find((one) => isTrigger(workflow, one) && !one.disabled))
			: workflow.getNode(name);
	if (!node) throw new Error(`The workflow has no ${name ?? 'node to start with'}`);
	return node;
}

/** Lets Execute Sub-workflow nodes run the sub-workflows, in n8n's `integrated` mode. */
function callSubWorkflows(options: RunOptions): IWorkflowExecuteAdditionalData['executeWorkflow'] {
	return async ({ id = '' }, _additionalData, { inputData = [] }): Promise<ExecuteWorkflowData> => {
		const json = options.subWorkflows?.[id];
		if (json === undefined) throw new Error(`Workflow does not exist: "${id}"`);
		const run = await runWorkflow(json, {
			...options,
			executionId: freshId(),
			startNode: undefined,
			pinData: undefined,
			inputData,
			mode: 'integrated',
		});
		if (run.error !== undefined) throw Object.assign(new Error(run.error.message), run.error);
		const data = run.runs(run.lastNode ?? '').at(-1)?.data?.main ?? [];
		return { executionId: run.executionId ?? '', data };
	};
}

/**
 * Runs a workflow to its end in n8n-core. Failed and cancelled runs are results with a `status` and an
 * `error`; it rejects only for a workflow that n8n would not start (WorkflowHasIssuesError).
 */
export async function runWorkflow(
	json: WorkflowJson,
	options: RunOptions = {},
): Promise<WorkflowRun> {
	const logs: LogEntry[] = [];
	return await inInstance({ id: options.instanceId, logs }, async () => {
		const stored: IWorkflowBase = storedWorkflow(json, options);
		const workflow = runnable(stored, options, options.staticData);
		const mode = options.mode ?? 'manual';
		const startNode = startOf(workflow, options.startNode);
		const given = options.inputData && asItems(options.inputData);
		const pinned = { ...stored.pinData, ...options.pinData };
		if (given && mode === 'manual' && isTrigger(workflow, startNode))
			pinned[startNode.name] = given;

		const additionalData = additionalDataOf(options);
		additionalData.executionId =
			options.executionId === null ? undefined : (options.executionId ?? freshId());
		additionalData.executeWorkflow = callSubWorkflows(options);
		return await execute({
			stored,
			workflow,
			additionalData,
			mode,
			startNode,
			input: [given ?? [{ json: {} }]],
			pinData: mode === 'manual' ? pinned : undefined,
			signal: options.signal,
			logs,
		});
	});
}
