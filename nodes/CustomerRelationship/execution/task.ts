import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { sha256 } from '../sha256';
import type { Operation, OperationResult, PreparedItem } from '../resources/shared/operation';
import type { ApiRequest } from '../transport/request';
import type { ItemLedgerEntry, NotSent } from './ledger/ledgerEntry';

/** An input item in a run of the node. */
export interface Item {
	/** Its place in the input, from 0. */
	index: number;
	/** The name and phone in its input; undefined if it has neither. */
	nameOf?(): string | undefined;
	/** Undefined if the resource has no operation of the chosen name. */
	operation: Operation | undefined;
	/** What the execution knows of it. Blank until the preparation opens the entry of its write in the ledger. */
	entry: ItemLedgerEntry;
	/** Its output is the input item with what became of it (*Output: Row*). */
	outputsRow?: boolean;
	/** What became of it; undefined until it is settled. */
	settlement?: Settlement;
}

/**
 * What became of an item in a run. A write has a word at each of three levels:
 *
 * | one write (`WriteState`)               | its item, over all tries (`WriteOutcome`) | its item in this run (`Settlement`) |
 * |----------------------------------------|-------------------------------------------|-------------------------------------|
 * | `done`, or no write was needed         | `carriedOut`                              | `completed`; `failed` if what follows the write failed |
 * | `unsent`, `not done`                   | `notCarriedOut`                           | `failed`; `checked` or `invalid` with Check Only |
 * | `unsent`, `not done`                   | `keptBack`, by a rule before sending      | `completed`, with why as its output |
 * | `in flight`, `unknown`, `server error` | `unknown`                                 | `failed` |
 *
 * A key that the service has for another request is `taken` (`KeyFinding`); the user reads that it “was
 * already used”.
 */
export type Settlement = Completed | Checked | CheckedAsInvalid | Failed;

/** An item with output, of this try or an earlier one. */
export interface Completed {
	kind: 'completed';
	output: INodeExecutionData[];
	/** The operation's result, if it was carried out in this try. */
	result?: OperationResult;
}

/** An item that Check Only ran up to its first write. */
export interface Checked {
	kind: 'checked';
	task: Task;
	/** Undefined if nothing would be written. */
	request: ApiRequest | undefined;
	/** The record that it read. */
	record: IDataObject | undefined;
	/** Why its message would not be sent, if a rule before sending says so. */
	notSent?: NotSent | undefined;
}

/** With Check Only, an item whose input can't be sent: that is shown, and is no failure. */
export interface CheckedAsInvalid {
	kind: 'invalid';
	error: unknown;
	phone?: string | undefined;
}

/** An item that failed in this run. */
export interface Failed {
	kind: 'failed';
	error: unknown;
}

/** What an item failed with; undefined for any other. */
export const errorOf = ({ settlement }: Item): unknown =>
	settlement?.kind === 'failed' ? settlement.error : undefined;

/** The result of an item that was carried out in this try. */
export const operationResultOf = ({ settlement }: Item): OperationResult | undefined =>
	settlement?.kind === 'completed' ? settlement.result : undefined;

/** The items that were only checked, except invalid ones. */
export const checkedAmong = (items: readonly Item[]): Checked[] =>
	items.flatMap(({ settlement }) => (settlement?.kind === 'checked' ? settlement : []));

/** The options of an item. Only a write has `ownKey` and `checkOnly`. */
export interface ItemOptions {
	/** How many items to work on at the same time. */
	concurrency: number;
	/**
	 * Ms in which a request is retried, from its first attempt or the start of an outage. Also the longest
	 * wait for another execution's lock.
	 */
	maxWaitMs: number;
	includeResponse: boolean;
	/** The user's own key for a write. */
	ownKey: string | undefined;
	/** Check Only: the first write is shown instead of made. */
	checkOnly: boolean;
}

/** A prepared item of the run, with its options: what the act *run* works on. */
export interface Task extends PreparedItem {
	item: Item;
	/** Resource and operation. */
	name: string;
	options: ItemOptions;
}

/** Equal for two items that mean the same. */
export const intentFingerprintOf = ({ name, intent }: Task): string =>
	sha256(JSON.stringify([name, intent.fingerprint]));
