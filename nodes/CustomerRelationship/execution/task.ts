import type { INodeExecutionData } from 'n8n-workflow';
import { sha256 } from '../sha256';
import type { Intent, Operation, Output, Prepared } from '../resources/shared/operation';
import type { ApiRequest } from '../transport/request';
import type { Entry } from './ledger';

/** An input item in a run of the node. */
export interface Item {
	/** Its place in the input, from 0. */
	index: number;
	/** Undefined where there is none of the chosen name. */
	operation: Operation | undefined;
	/** What the execution knows of it. */
	entry: Entry;
	/** What it gives out, once it was carried out, in this try or an earlier one. */
	output?: INodeExecutionData[];
	/** What the operation came to, where it was carried out in this try. */
	result?: Output;
	/** What it would write, where it was only checked. */
	checked?: { intent: Intent; request: ApiRequest | undefined };
	/** Why it failed. */
	failure?: { error: unknown };
}

/** Whether an item's turn is over. */
export const isSettled = ({ output, checked, failure }: Item): boolean =>
	output !== undefined || checked !== undefined || failure !== undefined;

/** What the options that every operation has ask for. */
export interface Settings {
	/** How many items to work on at the same time. */
	concurrency: number;
	/** Ms that a request takes at most from its first attempt; waiting for a record may take as long again. */
	maxWaitMs: number;
	includeResponse: boolean;
	/** The user's own key for a write. */
	ownKey: string | undefined;
	/** Nothing is written: what would be is given out. */
	checkOnly: boolean;
}

/** An item whose parameters were read. */
export interface Draft {
	item: Item;
	/** Resource and operation. */
	name: string;
	settings: Settings;
}

/** An item that was judged, and is ready to run. */
export interface Task extends Draft, Prepared {
	/** The key of its write where that is not an automatic one. */
	ownKey: string | undefined;
}

/** An item, and what is wrong with it. */
export interface Fault {
	item: Item;
	error: unknown;
}

/** Equal for two items that mean the same. */
export const fingerprintOf = ({ name, intent }: Task): string =>
	sha256(JSON.stringify([name, intent.fingerprint]));
