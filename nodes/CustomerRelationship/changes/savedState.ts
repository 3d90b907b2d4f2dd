import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../typeGuards';
import type { EventSelection, ListName, LifecycleState } from './watchedLists';
import { areFingerprints } from './fingerprints';

/** What is remembered of a list, as JSON; times in ms since the epoch. */
export interface SavedListState {
	/** Tells the token and address that it was read with from others. */
	account: string;
	/** When its watch began; part of the IDs of its changes. */
	began: number;
	/** `updatedSince` of the next look; none where that reads the whole list and tells nothing. */
	since?: number;
	/** A look that is under way: when it began, and where it goes on if not at the first page. */
	look?: { at: number; cursor?: string };
	/** What was chosen when the last look that tells ended, or the watch began. */
	choice: EventSelection;
	/** The places that marks refer to. */
	places: LifecycleState[];
	/** As `Fingerprints` writes it. */
	marks: string;
}

/** What a node remembers. */
interface SavedState<State> {
	lists: Partial<Record<ListName, State>>;
	/** Whose turn it is first, in this order; those that it does not name come last. */
	turns: ListName[];
}

/** The version of what is remembered; of another one nothing is read. */
const VERSION = 2;
/** The only property of the node's static data. */
const PROPERTY = 'changes';

/**
 * What a node remembers, the states of its lists damaged or not; undefined where it remembers nothing,
 * or nothing of this version.
 */
export function loadState(staticData: IDataObject): SavedState<unknown> | undefined {
	const state: unknown = staticData[PROPERTY];
	if (!isObject(state) || state.version !== VERSION || !isObject(state.lists)) return undefined;
	const turns = Array.isArray(state.turns) ? (state.turns as ListName[]) : [];
	return { lists: state.lists, turns };
}

/** Has the node remember it. n8n sees a property that is set anew, not one that changes inside. */
export function saveState(staticData: IDataObject, remembered: SavedState<SavedListState>): void {
	staticData[PROPERTY] = { version: VERSION, ...remembered } as unknown as IDataObject;
}

/** Whether what was saved of a list is undamaged, so that its watch can go on from there. */
export const isSavedListState = (value: unknown): value is SavedListState =>
	isObject(value) &&
	typeof value.account === 'string' &&
	isTime(value.began) &&
	(value.since === undefined || isTime(value.since)) &&
	(value.look === undefined || isLook(value.look)) &&
	isObject(value.choice) &&
	Array.isArray(value.choice.events) &&
	isObject(value.choice.filters) &&
	Array.isArray(value.places) &&
	value.places.every(Array.isArray) &&
	typeof value.marks === 'string' &&
	areFingerprints(value.marks, value.places.length);

const isLook = (value: unknown): boolean =>
	isObject(value) &&
	isTime(value.at) &&
	(value.cursor === undefined || typeof value.cursor === 'string');

/** Whether a date can be made of it. */
const isTime = (value: unknown): boolean =>
	typeof value === 'number' && !Number.isNaN(new Date(value).getTime());
