import type { IExecuteFunctions } from 'n8n-workflow';
import { messageOf } from '../errors/explain';
import { RunEndedByRule } from '../errors/runEndedByRule';
import { findOperation } from '../resources';
import { Cancelled } from '../transport/cancelled';
import { ItemLedgerEntry } from './ledger/ledgerEntry';
import { lazyName } from './itemName';
import type { NodeParameters } from './nodeParameters';
import type { Item } from './task';

/** The items of one run of the node, and what ends it. n8n's Retry On Fail makes a new one for each try. */
export class NodeRun {
	readonly nodeName: string;
	/** Its number in the execution: a loop runs a node several times. */
	readonly index: number;
	readonly items: readonly Item[];
	/** Aborted when the user stops the execution or a failure ends the run. */
	readonly signal: AbortSignal;
	/**
	 * The failed item that ended the run. The node throws its error, unless there are `invalidItems`: then it
	 * throws theirs. With *On Error: Continue* it is set only if the user stops a run that no rule has ended.
	 */
	endedBy?: Item;
	/** Items with invalid input, to be named together. Empty with *On Error: Continue*. */
	readonly invalidItems: Item[] = [];
	/** What the items that have not ended fail with, once a rule has ended the run. */
	private cutOffError?: RunEndedByRule;
	private readonly stop = new AbortController();

	constructor(
		private readonly context: IExecuteFunctions,
		parameters: NodeParameters,
	) {
		this.nodeName = context.getNode().name;
		const input = context.getInputData();
		this.index = input.length > 0 ? context.getWorkflowDataProxy(0).$runIndex : 0;
		this.items = input.map(({ json }, index) => {
			const [resource, value] = ['resource', 'operation'].map((name) =>
				parameters.read(name, index),
			);
			const operation = findOperation(resource, value);
			return { index, nameOf: lazyName(json), operation, entry: new ItemLedgerEntry() };
		});
		const cancel = context.getExecutionCancelSignal();
		this.signal = cancel ? AbortSignal.any([cancel, this.stop.signal]) : this.stop.signal;
	}

	/** Whether the node ends with one error instead of output. */
	get failsAsAWhole(): boolean {
		return this.endedBy !== undefined || this.invalidItems.length > 0;
	}

	/**
	 * Records the failure of an item. Without *On Error: Continue*, or if the user stopped the execution, it
	 * ends the run.
	 */
	fail(item: Item, error: unknown): void {
		// Once a rule has ended the run, every item that this cuts off, begun or not, fails with the rule's reason.
		const reason = error instanceof Cancelled ? (this.cutOffError ?? error) : error;
		item.settlement = { kind: 'failed', error: reason };
		if (this.context.continueOnFail() && !(reason instanceof Cancelled)) return;
		this.endedBy ??= item;
		this.stop.abort();
	}

	/**
	 * Records the failure of an item that ends the run, whatever On Error says: no further item is sent.
	 * With *On Error: Continue* all items that have not ended fail as well.
	 */
	failAndEndRun(item: Item, error: unknown): void {
		this.fail(item, error);
		this.cutOffError ??= new RunEndedByRule(item.index, messageOf(error, item.operation));
		this.stop.abort();
	}

	/**
	 * Records an item with invalid input. Without *On Error: Continue* the run ends once all such items are
	 * known.
	 */
	addInvalidItem(item: Item, error: unknown): void {
		if (this.context.continueOnFail()) return this.fail(item, error);
		item.settlement = { kind: 'failed', error };
		this.invalidItems.push(item);
	}
}
