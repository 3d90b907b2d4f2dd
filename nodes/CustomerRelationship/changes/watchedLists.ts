import type { IDataObject } from 'n8n-workflow';
import type { Query } from '../transport/request';

export type ListName = 'company' | 'contact' | 'deal';

/**
 * Where a record stands (not in the list, but in its life), which tells its kinds of change apart: of a
 * deal its status and stage, of a company whether it is active.
 */
export type LifecycleState = ReadonlyArray<string | boolean | null>;

/** A list of the service that is watched. */
export interface WatchedList {
	name: ListName;
	/** The records' noun in the plural. */
	plural: string;
	path: string;
	/** The query that every record answers to. */
	all: Query;
	lifecycleOf(record: IDataObject): LifecycleState;
	/** What an event tells of the place before. */
	previousOf(place: LifecycleState): IDataObject | null;
	/** A record that was not there before. It may be told besides one of the others. */
	created: ChangeKind;
	/** The others, the most telling first: one of them is told. */
	changes: ChangeKind[];
}

/** A kind of change to a record. */
export interface ChangeKind {
	event: string;
	/** Whether the change is of this kind. @param before undefined for a record that was not there */
	matches(before: LifecycleState | undefined, now: LifecycleState): boolean;
	/** What of the record as it is now tells the change from others of its kind; the whole record when left out. */
	distinctBy?(now: LifecycleState): string;
}

const became = (index: number, value: string | boolean): ChangeKind['matches'] => {
	return (before, now) => now[index] === value && before?.[index] !== value;
};
/** For what was there, any difference counts. */
const updated: ChangeKind['matches'] = (before) => before !== undefined;
const nothing = () => '';
const created = (event: string): ChangeKind => ({
	event,
	matches: (before) => before === undefined,
	distinctBy: nothing,
});

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
		lifecycleOf: ({ isActive }) => [isActive !== false],
		previousOf: () => null,
		created: created('company.created'),
		changes: [
			{ event: 'company.deactivated', matches: became(0, false), distinctBy: nothing },
			{ event: 'company.updated', matches: updated },
		],
	},
	{
		name: 'contact',
		plural: 'contacts',
		path: '/contacts',
		all: {},
		lifecycleOf: () => [],
		previousOf: () => null,
		created: created('contact.created'),
		changes: [{ event: 'contact.updated', matches: updated }],
	},
	{
		name: 'deal',
		plural: 'deals',
		path: '/deals',
		all: {},
		lifecycleOf: ({ status, stageId }) => [text(status), text(stageId)],
		previousOf: ([status = null, stageId = null]) => ({ status, stageId }),
		created: created('deal.created'),
		changes: [
			{ event: 'deal.won', matches: became(STATUS, 'won'), distinctBy: nothing },
			{ event: 'deal.lost', matches: became(STATUS, 'lost'), distinctBy: nothing },
			{
				event: 'deal.moved',
				matches: (before, now) => before !== undefined && before[STAGE] !== now[STAGE],
				distinctBy: (now) => String(now[STAGE]),
			},
			{ event: 'deal.updated', matches: updated },
		],
	},
];

/** What is chosen of a list. It is remembered, as JSON. */
export interface EventSelection {
	events: string[];
	/** What a record has to hold as it is now, by its properties. */
	filters: Record<string, string>;
}

export const isSelected = (choice: EventSelection, event: string, record: IDataObject): boolean =>
	choice.events.includes(event) &&
	Object.entries(choice.filters).every(([name, value]) => String(record[name]) === value);

/** The events of a list. */
export const eventsOf = ({ created, changes }: WatchedList): string[] =>
	[created, ...changes].map(({ event }) => event);
