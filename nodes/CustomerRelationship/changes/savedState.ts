import type { IDataObject, Logger } from 'n8n-workflow';
import { isObject } from '../typeGuards';
import { isFingerprintsText } from './fingerprints';
import type { ChangeSelection, LifecycleState, ListName } from './watchedLists';

/**
 * What is saved of one list, as JSON in the static data of users' workflows. A renamed property needs a new
 * `VERSION`. Times are in ms since the epoch.
 */
export interface SavedListState {
	/** Identifies the token and address that the list was read with. */
	tokenId: string;
	/** When the watch began; part of the IDs of its changes. */
	began: number;
	/** `updatedSince` of the next incremental scan; undefined while the next scan is a baseline scan. */
	since?: number;
	/** The scan in progress: when it began, and the cursor of its next page unless that is the first. */
	scan?: { at: number; cursor?: string };
	/** The selection when the last incremental scan ended, or when the watch began. */
	selection: ChangeSelection;
	/** The lifecycle states that fingerprints refer to by index. */
	lifecycles: LifecycleState[];
	/** The text of `Fingerprints`. */
	fingerprints: string;
}

/** What is saved of a node. */
interface SavedState<List> {
	lists: Partial<Record<ListName, List>>;
	/** The lists in the order in which the next poll reads them; others come last. */
	order: ListName[];
}

/** The version of what is saved; other versions are not read. */
const VERSION = 1;
/** The only property of the node's static data. */
const PROPERTY = 'changes';

/**
 * Reads what is saved of a node, its lists and their order not validated; undefined if nothing of this
 * version is saved.
 * @param logger is warned of what can't be read
 */
export function loadPollState(
	staticData: IDataObject,
	logger: Pick<Logger, 'warn'>,
): SavedState<unknown> | undefined {
	const state: unknown = staticData[PROPERTY];
	if (state === undefined) return undefined;
	if (!isObject(state) || state.version !== VERSION || !isObject(state.lists)) {
		logger.warn(
			'What n8n has saved of this node is not of this version of it. The watch begins anew; what changed before is not reported.',
		);
		return undefined;
	}
	const order = Array.isArray(state.order) ? (state.order as ListName[]) : [];
	return { lists: state.lists, order };
}

/** Saves what is known of a node. n8n notices a property that is set, not one that changes inside. */
export function savePollState(
	staticData: IDataObject,
	{ lists, order }: SavedState<SavedListState>,
): void {
	staticData[PROPERTY] = { version: VERSION, lists, order } as unknown as IDataObject;
}

/** Whether what was saved of a list is intact. */
export const isSavedListState = (value: unknown): value is SavedListState =>
	isObject(value) &&
	typeof value.tokenId === 'string' &&
	isTime(value.began) &&
	(value.since === undefined || isTime(value.since)) &&
	(value.scan === undefined || isScan(value.scan)) &&
	isObject(value.selection) &&
	Array.isArray(value.selection.events) &&
	isObject(value.selection.filters) &&
	Array.isArray(value.lifecycles) &&
	value.lifecycles.every(Array.isArray) &&
	typeof value.fingerprints === 'string' &&
	isFingerprintsText(value.fingerprints, value.lifecycles.length);

const isScan = (value: unknown): boolean =>
	isObject(value) &&
	isTime(value.at) &&
	(value.cursor === undefined || typeof value.cursor === 'string');

/** Whether a value is a number that a date can be made of. */
const isTime = (value: unknown): boolean =>
	typeof value === 'number' && !Number.isNaN(new Date(value).getTime());
