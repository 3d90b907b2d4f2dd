import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { sha256 } from '../sha256';
import type { Operation, OperationResult, Prepared } from '../resources/shared/operation';
import type { ApiRequest } from '../transport/request';
import type { IdempotencyKey } from './idempotencyKey';
import type { Entry, NotSent } from './entry';

/** An input item in a run of the node. */
export interface Item {
	/** Its place in the input, from 0. */
	index: number;
	/** The name and phone in its input; undefined where it has neither. */
	nameOf?(): string | undefined;
	/** Undefined if the resource has no operation of the chosen name. */
	operation: Operation | undefined;
	/**
	 * What the execution knows of it. For an agent's call it is provisional until the item is prepared: only then is known
	 * what the call asks for, by which its entry is found.
	 */
	entry: Entry;
	/** Its output is the input item with what became of it (*Output: Row*). */
	outputsRow?: boolean;
	/** Its output items, from this try or an earlier one. */
	output?: INodeExecutionData[];
	/** The operation's result, if it was carried out in this try. */
	result?: OperationResult;
	/** What Check Only found it would write, and the record that it read for that. */
	checked?: {
		task: Task;
		request: ApiRequest | undefined;
		found?: IDataObject | undefined;
		/** Why its message would not be sent, if a rule before sending says so. */
		notSent?: NotSent;
	};
	/** With Check Only, why its input can't be sent: that is shown, and is no failure. */
	invalid?: { error: unknown; phone?: string | undefined };
	/** Why it failed. */
	failure?: { error: unknown };
}

/** Whether an item has an output, a check result or a failure. */
export const isSettled = ({ output, checked, invalid, failure }: Item): boolean =>
	[output, checked, invalid, failure].some((result) => result !== undefined);

/** The values of the options that every operation has. */
export interface Settings {
	/** How many items to work on at the same time. */
	concurrency: number;
	/** Ms that a request takes at most from its first attempt; waiting for a record may take as long again. */
	maxWaitMs: number;
	includeResponse: boolean;
	/** The user's own key for a write. */
	ownKey: string | undefined;
	/** Check Only: the first write is shown instead of made. */
	checkOnly: boolean;
}

/** An item that was judged, and is ready to run. */
export interface Task extends Prepared {
	item: Item;
	/** Resource and operation. */
	name: string;
	settings: Settings;
	/** Its idempotency key, if that is not an automatic one. */
	key: IdempotencyKey | undefined;
}

/** Equal for two items that mean the same. */
export const fingerprintOf = ({ name, intent }: Task): string =>
	sha256(JSON.stringify([name, intent.fingerprint]));
