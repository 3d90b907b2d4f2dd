import type { IDataObject } from 'n8n-workflow';
import type { Query } from '../transport/request';

export type ListName = 'company' | 'contact' | 'deal';

/**
 * The lifecycle state of one record, as the properties that tell its events apart: of a deal its status and
 * stage, of a company whether it is active.
 */
export type LifecycleState = ReadonlyArray<string | boolean | null>;

/** A list of the service that is watched, and the events that its changes become. */
export interface WatchedList {
	name: ListName;
	/** The records' noun in the plural. */
	plural: string;
	path: string;
	/** The query that lists all records, inactive ones included. */
	baseQuery: Query;
	lifecycleOf(record: IDataObject): LifecycleState;
	/** `previous` of an event, from the lifecycle state before it. */
	previousOf(before: LifecycleState): IDataObject | null;
	/** A record that was not there before. It may be emitted together with one of the updates. */
	creation: ChangeKind;
	/** All other kinds, the most specific first: the first that is selected and matches is emitted. */
	updates: ChangeKind[];
}

/** A kind of change to a record. */
export interface ChangeKind {
	event: string;
	/** @param before undefined for a record that was not there */
	matches(before: LifecycleState | undefined, now: LifecycleState): boolean;
	/**
	 * What tells a change from others of its kind to the same record, in its ID; the hash of the record's
	 * content when left out.
	 */
	discriminator?(now: LifecycleState): string;
}

const becomes = (index: number, value: string | boolean): ChangeKind['matches'] => {
	return (before, now) => now[index] === value && before?.[index] !== value;
};
/** Only changed records are matched: any change to one that was there is an update. */
const isUpdate: ChangeKind['matches'] = (before) => before !== undefined;
/** For changes that only their occurrence number tells apart. */
const noDiscriminator = () => '';
const creationKind = (event: string): ChangeKind => ({
	event,
	matches: (before) => before === undefined,
	discriminator: noDiscriminator,
});

const textOrNull = (value: unknown) =>
	value === undefined || value === null ? null : String(value);

// Indexes into the lifecycle of a company (`IS_ACTIVE`) and of a deal.
const IS_ACTIVE = 0;
const STATUS = 0;
const STAGE = 1;

/** In the order in which their events are emitted: a deal's company comes before the deal. */
export const WATCHED_LISTS: readonly WatchedList[] = [
	{
		name: 'company',
		plural: 'companies',
		path: '/companies',
		baseQuery: { includeInactive: 'true' },
		lifecycleOf: ({ isActive }) => [isActive !== false],
		previousOf: () => null,
		creation: creationKind('company.created'),
		updates: [
			{
				event: 'company.deactivated',
				matches: becomes(IS_ACTIVE, false),
				discriminator: noDiscriminator,
			},
			{ event: 'company.updated', matches: isUpdate },
		],
	},
	{
		name: 'contact',
		plural: 'contacts',
		path: '/contacts',
		baseQuery: {},
		lifecycleOf: () => [],
		previousOf: () => null,
		creation: creationKind('contact.created'),
		updates: [{ event: 'contact.updated', matches: isUpdate }],
	},
	{
		name: 'deal',
		plural: 'deals',
		path: '/deals',
		baseQuery: {},
		lifecycleOf: ({ status, stageId }) => [textOrNull(status), textOrNull(stageId)],
		previousOf: ([status = null, stageId = null]) => ({ status, stageId }),
		creation: creationKind('deal.created'),
		updates: [
			{ event: 'deal.won', matches: becomes(STATUS, 'won'), discriminator: noDiscriminator },
			{ event: 'deal.lost', matches: becomes(STATUS, 'lost'), discriminator: noDiscriminator },
			{
				event: 'deal.moved',
				matches: (before, now) => before !== undefined && before[STAGE] !== now[STAGE],
				discriminator: (now) => String(now[STAGE]),
			},
			{ event: 'deal.updated', matches: isUpdate },
		],
	},
];

/** The events and filters that the user chose of one list. It is part of what is saved (`savedState.ts`). */
export interface ChangeSelection {
	events: string[];
	/** Values that a record must have now, by property name. */
	filters: Record<string, string>;
}

export const matchesSelection = (
	{ events, filters }: ChangeSelection,
	event: string,
	record: IDataObject,
): boolean =>
	events.includes(event) &&
	Object.entries(filters).every(([name, value]) => String(record[name]) === value);

/** The names of all events of a list. */
export const eventsOf = ({ creation, updates }: WatchedList): string[] =>
	[creation, ...updates].map(({ event }) => event);
