import type { IDataObject } from 'n8n-workflow';
import type { Query } from '../transport/request';

export type ListName = 'company' | 'contact' | 'deal';

/**
 * What of a record tells its kinds of change apart: of a deal its status and stage, of a company
 * whether it is active.
 */
export type Place = ReadonlyArray<string | boolean | null>;

/** A list of the service that is watched. */
export interface WatchedList {
	name: ListName;
	/** The records' noun in the plural. */
	plural: string;
	path: string;
	/** The query that every record answers to. */
	all: Query;
	/**
	 * The query for those whose most telling change is still to come. They are read first, so that
	 * it is not missed while a large account is read.
	 */
	ahead?: Query;
	placeOf(record: IDataObject): Place;
	/** What an event tells of the place before. */
	previousOf(place: Place): IDataObject | null;
	/** Event of a record that was not there before. */
	created: string;
	/** The events of changes, the most telling first. */
	changes: ChangeKind[];
}

/** A kind of change to a record. */
export interface ChangeKind {
	event: string;
	/** Whether the change is of this kind. @param before undefined for a record that was not there */
	isToldBy(before: Place | undefined, now: Place): boolean;
	/** What of the record as it is now makes the change this one and no other; the record itself when left out. */
	meaningOf?(now: Place): string;
}

const became = (index: number, value: string | boolean): ChangeKind['isToldBy'] => {
	return (before, now) => now[index] === value && before?.[index] !== value;
};
/** For what was there, any difference counts. */
const updated: ChangeKind['isToldBy'] = (before) => before !== undefined;
const nothing = () => '';

const text = (value: unknown) => (value === undefined || value === null ? null : String(value));

const STATUS = 0;
const STAGE = 1;

/** In the order in which their events are given out: a deal's company comes before the deal. */
export const WATCHED_LISTS: readonly WatchedList[] = [
	{
		name: 'company',
		plural: 'companies',
		path: '/companies',
		all: { includeInactive: 'true' },
		ahead: {},
		placeOf: ({ isActive }) => [isActive !== false],
		previousOf: () => null,
		created: 'company.created',
		changes: [
			{ event: 'company.deactivated', isToldBy: became(0, false), meaningOf: nothing },
			{ event: 'company.updated', isToldBy: updated },
		],
	},
	{
		name: 'contact',
		plural: 'contacts',
		path: '/contacts',
		all: {},
		placeOf: () => [],
		previousOf: () => null,
		created: 'contact.created',
		changes: [{ event: 'contact.updated', isToldBy: updated }],
	},
	{
		name: 'deal',
		plural: 'deals',
		path: '/deals',
		all: {},
		ahead: { status: 'open' },
		placeOf: ({ status, stageId }) => [text(status), text(stageId)],
		previousOf: ([status = null, stageId = null]) => ({ status, stageId }),
		created: 'deal.created',
		changes: [
			{ event: 'deal.won', isToldBy: became(STATUS, 'won'), meaningOf: nothing },
			{ event: 'deal.lost', isToldBy: became(STATUS, 'lost'), meaningOf: nothing },
			{
				event: 'deal.moved',
				isToldBy: (before, now) => before !== undefined && before[STAGE] !== now[STAGE],
				meaningOf: (now) => String(now[STAGE]),
			},
			{ event: 'deal.updated', isToldBy: updated },
		],
	},
];

/** The events of a list. */
export const eventsOf = ({ created, changes }: WatchedList): string[] => [
	created,
	...changes.map(({ event }) => event),
];
