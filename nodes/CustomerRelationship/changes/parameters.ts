import type { IPollFunctions } from 'n8n-workflow';
import { FILTERS_PARAMETER, OPTIONS_PARAMETER } from '../fields/collections';
import { assertFieldMaxLength } from '../fields/field';
import type { NamedValues } from '../fields/parsers/entries';
import { InvalidInput, withValueInError } from '../invalidInput';
import { isObject } from '../typeGuards';
import {
	dealFilters,
	includeNames,
	includePrevious,
	overlapSeconds,
	START_FRESH_CHOICE,
} from './panel';
import { eventsOf, WATCHED_LISTS, type ChangeSelection, type WatchedList } from './watchedLists';
import { quote } from '../quote';

/** What the node's parameters ask of a poll. */
export interface PollParameters {
	/** The lists of which events are selected. */
	lists: WatchedList[];
	/** @returns what is selected of a list, and how far its scans overlap in ms */
	optionsFor(list: WatchedList): { selection: ChangeSelection; overlapMs: number };
	includesPrevious: boolean;
	includesNames: boolean;
	startsFresh: boolean;
}

/** Reads the node's parameters. @throws InvalidInput for a value that can't be used */
export function readPollParameters(context: IPollFunctions): PollParameters {
	const collection = (name: string): NamedValues => {
		const value: unknown = context.getNodeParameter(name, {});
		return isObject(value) ? value : {};
	};
	const events = readEvents(context.getNodeParameter('events', []));
	const timezone = context.getTimezone();
	const filterValues = collection(FILTERS_PARAMETER);
	const filters = dealFilters.flatMap((field): Array<[string, string]> => {
		const { name } = field.property;
		if (!Object.hasOwn(filterValues, name)) return [];
		assertFieldMaxLength(field, filterValues[name]);
		const read = withValueInError(filterValues[name], (value) => field.read(value, { timezone }));
		return [[name, String(read)]];
	});
	const selectionOf = (list: WatchedList): ChangeSelection => ({
		events: eventsOf(list).filter((event) => events.has(event)),
		filters: Object.fromEntries(list.name === 'deal' ? filters : []),
	});
	const options = collection(OPTIONS_PARAMETER);
	const overlapMs = overlapSeconds.read(options.overlapSeconds, { timezone }) * 1000;
	return {
		lists: WATCHED_LISTS.filter((list) => selectionOf(list).events.length > 0),
		optionsFor: (list) => ({ selection: selectionOf(list), overlapMs }),
		includesPrevious: includePrevious.read(options.includePrevious, { timezone }) ?? true,
		includesNames: includeNames.read(options.includeNames, { timezone }) ?? false,
		startsFresh: options.whenPublished === START_FRESH_CHOICE,
	};
}

/** @param value a list, or from an expression a text with commas */
function readEvents(value: unknown): Set<string> {
	const entries: unknown = typeof value === 'string' ? value.split(',') : value;
	const texts = Array.isArray(entries) ? entries.map((event) => String(event).trim()) : [];
	const events = new Set(texts.filter((event) => event !== ''));
	if (events.size === 0) {
		throw new InvalidInput('Events', 'is empty', 'Choose at least one event.');
	}
	const allEvents = WATCHED_LISTS.flatMap(eventsOf);
	const unknown = [...events].find((event) => !allEvents.includes(event));
	if (unknown !== undefined) {
		throw new InvalidInput(
			'Events',
			`holds ${quote(unknown)}, which is no event of this trigger`,
			'Choose from its list.',
		);
	}
	return events;
}
