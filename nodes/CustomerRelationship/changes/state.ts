import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../fields/field';
import type { Choice } from './choice';
import type { ListName, Place } from './kinds';

/** What is remembered of a list, as JSON. All that a poll finds out is put into a new one. */
export interface ListState {
	/** When its watch began, in ms since the epoch; part of the names of its changes. */
	began: number;
	/** `updatedSince` of the look that comes next or is under way, in ms since the epoch. */
	since: number;
	/** What was chosen when the last look ended, or the watch began. */
	choice: Choice;
	/** A look that did not fit into one poll: when it began, and where it goes on. */
	look?: { at: number; cursor: string };
	/** Whether the token that comes next sees the same account could not be found out. */
	isUnsure?: true;
	/** There until the records have all been read, and compared once since then. */
	baseline?: Baseline;
	/** The places that marks refer to. */
	places: Place[];
	/** As `Marks` writes it. */
	marks: string;
}

/** A reading of a list that tells nothing. */
export interface Baseline {
	/** The parts that are still to be read, in this order. */
	sweeps: Sweep[];
	/**
	 * As `Keys` writes it: the records whose mark says what they were when the watch began. None
	 * where it had begun long before, and another token sees more: then a mark says so of each.
	 */
	early?: string;
}

export interface Sweep {
	query: Record<string, string>;
	/** Where it goes on; null at its beginning, also where the service took its bookmark back. */
	cursor: string | null;
	/** Records changed since shortly before the watch began: they are early ones. */
	isEarly?: true;
	/** Records changed since the watch began: no early ones, whatever was read of them. */
	isLate?: true;
	/** It has begun anew: what comes before the first known record was created since the watch began. */
	skipsNew?: true;
}

/** What a node remembers from poll to poll. */
export interface State {
	version: 1;
	/** Tells the token and address that it was read with from others. */
	account: string;
	lists: Partial<Record<ListName, ListState>>;
}

/** The only property of the node's static data. */
const PROPERTY = 'changes';

/** What a node remembers; undefined where that is nothing, or nothing that this version can read. */
export function stateIn(staticData: IDataObject): State | undefined {
	const state: unknown = staticData[PROPERTY];
	return isState(state) ? state : undefined;
}

/** Has the node remember it. n8n sees a property that is set anew, not one that changes inside. */
export function remember(staticData: IDataObject, state: State): void {
	staticData[PROPERTY] = state as unknown as IDataObject;
}

const isState = (value: unknown): value is State =>
	isObject(value) && value.version === 1 && isObject(value.lists);
