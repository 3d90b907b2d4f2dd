import type { IDataObject } from 'n8n-workflow';
import { sha256 } from '../sha256';
import { FieldError } from '../fieldError';
import {
	isSelected,
	type ChangeKind,
	type EventSelection,
	type LifecycleState,
	type WatchedList,
} from './watchedLists';
import {
	contentHash,
	addEmittedTag,
	fingerprintKey,
	Fingerprints,
	MAX_LIFECYCLE_STATES,
	type Fingerprint,
} from './fingerprints';
import type { SavedListState } from './savedState';

/** One change, as the workflow gets it. */
export interface Change {
	event: string;
	/** The same however often the change is given out, and different for every other change. */
	id: string;
	/** The record as the service gives it now. */
	data: IDataObject;
	/** What is known of it before the change. */
	previous: IDataObject | null;
}

/** Most records of a list that are remembered. */
const MAX_RECORDS = 100_000;

/** What is known of a list's records, and what of a record differs from that. */
export class ChangeDetector {
	private readonly began: number;
	private readonly marks: Fingerprints;
	private readonly places: LifecycleState[];
	/** The indexes of the places, by their JSON. */
	private readonly indexes: Map<string, number>;

	/** @param most records that may be remembered */
	constructor(
		private readonly list: WatchedList,
		{ began, places, marks }: SavedListState,
		private readonly most = MAX_RECORDS,
	) {
		this.began = began;
		this.marks = new Fingerprints(marks);
		this.places = [...places];
		this.indexes = new Map(places.map((place, index) => [JSON.stringify(place), index]));
	}

	/** What is to be remembered of them. */
	get toRemember(): Pick<SavedListState, 'places' | 'marks'> {
		return { places: this.places, marks: String(this.marks) };
	}

	isKnown(record: IDataObject): boolean {
		return this.marks.has(fingerprintKey(record));
	}

	/** Remembers a record as it is. @throws FieldError where there are too many to be remembered */
	note(record: IDataObject): Fingerprint {
		const key = fingerprintKey(record);
		const { round = 0, given = [] } = this.marks.get(key) ?? {};
		if (!this.marks.has(key) && this.marks.size >= this.most) this.failForTooMany();
		const mark = { place: this.indexOf(record), digest: contentHash(record), round, given };
		this.marks.set(key, mark);
		return mark;
	}

	/**
	 * What of a record differs from what is known of it; from then on it is known as it is.
	 * @param former what was chosen before: what was passed over then is passed over now
	 * @throws FieldError where there are too many to be remembered
	 */
	detect(record: IDataObject, choice: EventSelection, former: EventSelection): Change[] {
		const { list } = this;
		const before = this.marks.get(fingerprintKey(record));
		const { digest } = this.note(record);
		if (before?.digest === digest) return [];
		const from = before && this.places[before.place];
		const to = list.lifecycleOf(record);
		const changes: Change[] = [];
		for (const kinds of [[list.created], list.changes]) {
			const mostTelling = (by: EventSelection): ChangeKind | undefined =>
				kinds.find(({ event, matches }) => isSelected(by, event, record) && matches(from, to));
			const kind = mostTelling(choice);
			if (!kind || !mostTelling(former)) continue;
			changes.push({
				event: kind.event,
				id: this.idOf(record, kind.event, kind.distinctBy?.(to) ?? digest),
				data: record,
				previous: from ? list.previousOf(from) : null,
			});
		}
		return changes;
	}

	/** The ID of a change that is given out; it is remembered that it was. */
	private idOf(record: IDataObject, event: string, distinct: string): string {
		const key = fingerprintKey(record);
		const mark = addEmittedTag(
			this.marks.get(key) as Fingerprint,
			JSON.stringify([event, distinct]),
		);
		this.marks.set(key, mark);
		const identity = [this.began, String(record.id), event, distinct, mark.round, mark.time];
		const hash = sha256(JSON.stringify(identity));
		return `chg_${hash.slice(0, 32)}`;
	}

	/** The index of a record's place among the list's. */
	private indexOf(record: IDataObject): number {
		const place = this.list.lifecycleOf(record);
		const name = JSON.stringify(place);
		const index = this.indexes.get(name);
		if (index !== undefined) return index;
		if (this.places.length >= MAX_LIFECYCLE_STATES) this.failForTooMany();
		this.indexes.set(name, this.places.length);
		return this.places.push(place) - 1;
	}

	private failForTooMany(): never {
		const { plural } = this.list;
		throw new FieldError(
			'Events',
			`can’t watch ${plural}: there are more than ${this.most.toLocaleString('en-US')} of them, counting those that were deleted since`,
			`Take the events of ${plural} out, or use the access token of a user who sees fewer ${plural}. After another token, or where many were deleted, unpublish the workflow, set “When Published Again” to “Start Afresh”, and publish it.`,
		);
	}
}
