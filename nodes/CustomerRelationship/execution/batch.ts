import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { findOperation } from '../resources';
import type { Intent } from '../resources/shared/operation';
import { Cancelled } from '../transport/clock';
import { callerOf, type Caller } from './caller';
import { Entry, ledgerOf, type Ledger } from './ledger';
import { NodeParameters } from './nodeParameters';
import { Progress } from './progress';
import { RequestSender } from './requestSender';
import type { FailedItem, Item } from './task';

/** What the preparation tells the user about items that do not fail because of it. */
export interface Notices {
	/** Sentences for the user. */
	hints: string[];
	/** The warnings about an item. */
	warningsOf(item: number): string[];
	/** Properties of items that are not sent. */
	leftOut: Array<NonNullable<Intent['leftOut']>[number]>;
	/** Whether items are only checked. */
	hasChecks: boolean;
	/** For items that are only checked: why a guard would stop the run now. */
	guardHint?: string;
}

/** One run of the node over its input items; the state that the three acts share. n8n's Retry On Fail makes a new one for each try. */
export class Batch {
	readonly node: INode;
	readonly ledger: Ledger;
	readonly caller: Caller;
	readonly parameters: NodeParameters;
	readonly runIndex: number;
	readonly items: readonly Item[];
	readonly progress: Progress;
	readonly sender: RequestSender;
	/** Aborted when the user stops the execution or a failure ends the run. */
	readonly signal: AbortSignal;
	/** Items with invalid input, collected to be named together. Empty under "continue on fail". */
	readonly badItems: FailedItem[] = [];
	/** The last item that ran with each key of Once per Phone: by the key, and by token and key. */
	readonly lastOfPhone = new Map<string, Item>();
	/** The failure that ended the run, where one did. */
	endedBy?: FailedItem;
	readonly notices: Notices = { hints: [], warningsOf: () => [], leftOut: [], hasChecks: false };
	private readonly stop = new AbortController();

	constructor(readonly context: IExecuteFunctions) {
		this.node = context.getNode();
		this.ledger = ledgerOf(context);
		this.caller = callerOf(context);
		this.parameters = new NodeParameters(context);
		this.items = context.getInputData().map((_, index) => {
			const [resource, operation] = ['resource', 'operation'].map((name) =>
				this.parameters.read(name, index),
			);
			return { index, operation: findOperation(resource, operation), entry: new Entry() };
		});
		this.runIndex = this.items.length > 0 ? context.getWorkflowDataProxy(0).$runIndex : 0;
		this.progress = new Progress(context.logger, this.items.length);
		const cancel = context.getExecutionCancelSignal();
		this.signal = cancel ? AbortSignal.any([cancel, this.stop.signal]) : this.stop.signal;
		this.sender = new RequestSender(context, this.ledger, this.signal, this.progress);
	}

	get hasEnded(): boolean {
		return this.endedBy !== undefined || this.badItems.length > 0;
	}

	/** Records the failure of an item. It ends the run, unless "continue on fail" is on. */
	fail(item: Item, error: unknown): void {
		item.failure = { error };
		if (this.context.continueOnFail() && !(error instanceof Cancelled)) return;
		this.endedBy ??= { item, error };
		this.stop.abort();
	}

	/** Records an item with invalid input. The run ends once all such items are known. */
	refuse(item: Item, error: unknown): void {
		if (this.context.continueOnFail()) this.fail(item, error);
		else this.badItems.push({ item, error });
	}
}
