import type { IDataObject } from 'n8n-workflow';
import { sha256 } from '../sha256';
import { FieldError } from '../fieldError';
import {
	withEmittedChange,
	contentHashOf,
	fingerprintKey,
	Fingerprints,
	MAX_LIFECYCLE_STATES,
	type Fingerprint,
} from './fingerprints';
import type { SavedListState } from './savedState';
import {
	matchesSelection,
	type ChangeKind,
	type ChangeSelection,
	type LifecycleState,
	type WatchedList,
} from './watchedLists';

/** One change, as the workflow gets it. */
export interface Change {
	event: string;
	/**
	 * The same whenever that change is emitted again, and unique among the last 20,000 changes of the record.
	 * After a crash n8n may have kept an older state: a change that occurs again may then get the ID of the
	 * first time.
	 */
	id: string;
	/** The record as the service gives it now. */
	data: IDataObject;
	/** What is known of the record before the change. */
	previous: IDataObject | null;
}

/** Which changes are emitted. */
interface Selections {
	selection: ChangeSelection;
	/** The selection before the node was edited. A change that it did not include is never emitted. */
	formerSelection: ChangeSelection;
}

/** The most records of a list whose fingerprints are kept. */
const MAX_RECORDS = 100_000;

/** Compares records of a list with their fingerprints and makes changes of what differs. */
export class ChangeDetector {
	private readonly began: number;
	private readonly fingerprints: Fingerprints;
	private readonly lifecycleStates: LifecycleState[];
	/** The indexes of lifecycle states, by their JSON. */
	private readonly lifecycleIndexes: Map<string, number>;

	/** @param maxRecords most records whose fingerprints are kept */
	constructor(
		private readonly list: WatchedList,
		{ began, lifecycles, fingerprints }: SavedListState,
		private readonly maxRecords = MAX_RECORDS,
	) {
		this.began = began;
		this.fingerprints = new Fingerprints(fingerprints);
		this.lifecycleStates = [...lifecycles];
		this.lifecycleIndexes = new Map(
			lifecycles.map((state, index) => [JSON.stringify(state), index]),
		);
	}

	/** What is saved of the records. */
	get saved(): Pick<SavedListState, 'lifecycles' | 'fingerprints'> {
		return { lifecycles: this.lifecycleStates, fingerprints: String(this.fingerprints) };
	}

	isKnown(record: IDataObject): boolean {
		return this.fingerprints.has(fingerprintKey(record));
	}

	/**
	 * Makes a record's fingerprint match the record.
	 * @throws FieldError when there are too many records, or too many different lifecycle states
	 */
	updateFingerprint(record: IDataObject): Fingerprint {
		const key = fingerprintKey(record);
		const before = this.fingerprints.get(key);
		if (!before && this.fingerprints.size >= this.maxRecords) this.throwTooManyRecords();
		const fingerprint = {
			lifecycleIndex: this.lifecycleIndexOf(record),
			contentHash: contentHashOf(record),
			generation: before?.generation ?? 0,
			emittedHashes: before?.emittedHashes ?? [],
		};
		this.fingerprints.set(key, fingerprint);
		return fingerprint;
	}

	/**
	 * Compares a record with its fingerprint, then updates the fingerprint.
	 * @returns the changes that are selected, at most one of them an update
	 * @throws FieldError as `updateFingerprint`
	 */
	detectChanges(record: IDataObject, { selection, formerSelection }: Selections): Change[] {
		const { list } = this;
		const before = this.fingerprints.get(fingerprintKey(record));
		const { contentHash } = this.updateFingerprint(record);
		if (before?.contentHash === contentHash) return [];
		const from = before && this.lifecycleStates[before.lifecycleIndex];
		const to = list.lifecycleOf(record);
		const changes: Change[] = [];
		for (const kinds of [[list.creation], list.updates]) {
			const firstMatch = (selected: ChangeSelection): ChangeKind | undefined =>
				kinds.find(
					({ event, matches }) => matchesSelection(selected, event, record) && matches(from, to),
				);
			const kind = firstMatch(selection);
			if (!kind || !firstMatch(formerSelection)) continue;
			changes.push({
				event: kind.event,
				id: this.recordEmission(record, kind.event, kind.discriminator?.(to) ?? contentHash),
				data: record,
				previous: from ? list.previousOf(from) : null,
			});
		}
		return changes;
	}

	/** Adds a change to those that were emitted. @returns its ID */
	private recordEmission(record: IDataObject, event: string, discriminator: string): string {
		const key = fingerprintKey(record);
		const change = JSON.stringify([event, discriminator]);
		const fingerprint = withEmittedChange(this.fingerprints.get(key) as Fingerprint, change);
		this.fingerprints.set(key, fingerprint);
		const { generation, occurrence } = fingerprint;
		const identity = [this.began, String(record.id), event, discriminator, generation, occurrence];
		const hash = sha256(JSON.stringify(identity));
		return `chg_${hash.slice(0, 32)}`;
	}

	private lifecycleIndexOf(record: IDataObject): number {
		const state = this.list.lifecycleOf(record);
		const json = JSON.stringify(state);
		const index = this.lifecycleIndexes.get(json);
		if (index !== undefined) return index;
		if (this.lifecycleStates.length >= MAX_LIFECYCLE_STATES) this.throwTooManyStates();
		this.lifecycleIndexes.set(json, this.lifecycleStates.length);
		return this.lifecycleStates.push(state) - 1;
	}

	private throwTooManyRecords(): never {
		const { plural } = this.list;
		throw new FieldError(
			'Events',
			`can’t watch ${plural}: there are more than ${this.maxRecords.toLocaleString('en-US')} of them, counting those that were deleted since`,
			`Take the events of ${plural} out, or use the access token of a user who sees fewer ${plural}. After another token, or where many were deleted, unpublish the workflow, set “When Published Again” to “Start Fresh”, and publish it.`,
		);
	}

	private throwTooManyStates(): never {
		const { plural } = this.list;
		throw new FieldError(
			'Events',
			`can’t watch ${plural}: they have had more than ${MAX_LIFECYCLE_STATES.toLocaleString('en-US')} different states (status and stage together)`,
			`Unpublish the workflow, set “When Published Again” to “Start Fresh”, and publish it. If this error comes back, take the events of ${plural} out.`,
		);
	}
}
