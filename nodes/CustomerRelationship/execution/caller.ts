import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { sha256 } from '../sha256';
import type { ApiRequest } from '../transport/request';
import type { IdempotencyKey } from './idempotencyKey';
import { intentFingerprintOf, type Task } from './task';

/** Who runs the node, a workflow or an AI agent, and what differs by that. */
export interface NodeCaller {
	/**
	 * Identifies what an agent's call asks for. Calls with one run index get an entry in the ledger for each
	 * value. Message counts take calls of one value for one, whatever their run index: the model has repeated
	 * the call. Undefined for a workflow, whose items are known by run index and place.
	 */
	callOf?(task: Task, key: IdempotencyKey | undefined): string;
	/** Whether the ledger answers another try of an item. If not, the service is asked again with the same key. */
	reusesAnswers: boolean;
	/**
	 * The part of an automatic key that tells the node's runs apart. A limitation: two calls of an agent that
	 * read first and have one run index share a key. If the second writes something else, the service refuses
	 * it.
	 * @param startingWrite the write, if it is its item's first request
	 */
	runPartOfKey(item: number, startingWrite: ApiRequest | undefined): string | number;
	/** The hints as items, for a caller that does not see the panel. */
	hintItems(hints: readonly string[]): INodeExecutionData[];
}

const workflow = (context: IExecuteFunctions): NodeCaller => ({
	reusesAnswers: true,
	runPartOfKey: (item) => context.getWorkflowDataProxy(item).$runIndex,
	hintItems: () => [],
});

/** An AI agent whose tool the node is. */
const agent = (context: IExecuteFunctions): NodeCaller => ({
	callOf: (task, key) => JSON.stringify([intentFingerprintOf(task), key?.key]),
	reusesAnswers: false,
	runPartOfKey: (item, startingWrite) =>
		startingWrite
			? sha256(JSON.stringify([startingWrite.path, startingWrite.body]))
			: workflow(context).runPartOfKey(item, startingWrite),
	hintItems: (hints) =>
		hints.length > 0 ? [{ json: { _hints: [...hints] }, pairedItem: { item: 0 } }] : [],
});

/** The caller of this run: a workflow, or an AI agent's tool call. */
export const workflowOrAgentCaller = (context: IExecuteFunctions): NodeCaller =>
	context.isToolExecution?.() || context.getNode().type.endsWith('Tool')
		? agent(context)
		: workflow(context);
