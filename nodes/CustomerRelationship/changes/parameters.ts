import type { IPollFunctions } from 'n8n-workflow';
import { readAll, type Values } from '../fields/field';
import { isObject } from '../typeGuards';
import { InvalidInput } from '../invalidInput';
import { eventsOf, WATCHED_LISTS, type EventSelection, type WatchedList } from './watchedLists';
import { dealFilters, includePrevious, overlapSeconds, START_AFRESH } from './panel';

/** What the node's parameters ask for. */
export interface PollParameters {
	lists: WatchedList[];
	/** What of a list is chosen, and how far its looks overlap, in ms, for clocks that differ. */
	of(list: WatchedList): { choice: EventSelection; overlapMs: number };
	includesPrevious: boolean;
	startsAfresh: boolean;
}

/** @throws InvalidInput for a value that can't be used */
export function readPollParameters(context: IPollFunctions): PollParameters {
	const collection = (name: string): Values => {
		const value: unknown = context.getNodeParameter(name, {});
		return isObject(value) ? value : {};
	};
	const chosen: unknown = context.getNodeParameter('events', []);
	// An expression may give a text.
	const listed = typeof chosen === 'string' ? chosen.split(',') : chosen;
	const texts = Array.isArray(listed) ? listed.map((event) => String(event).trim()) : [];
	const events = new Set(texts.filter((event) => event !== ''));
	const all = WATCHED_LISTS.flatMap(eventsOf);
	if (events.size === 0) {
		throw new InvalidInput('Events', 'is empty', 'Choose at least one event.');
	}
	const unknown = [...events].find((event) => !all.includes(event));
	if (unknown !== undefined) {
		throw new InvalidInput('Events', `holds “${unknown}”, which is none`, 'Choose from its list.');
	}
	const timezone = context.getTimezone();
	const filters = Object.entries(readAll(dealFilters, collection('filters'), timezone)).map(
		([name, value]) => [name, String(value)] as const,
	);
	const choiceOf = (list: WatchedList) => ({
		events: eventsOf(list).filter((event) => events.has(event)),
		filters: Object.fromEntries(list.name === 'deal' ? filters : []),
	});
	const options = collection('options');
	const overlapMs = overlapSeconds.read(options.overlapSeconds, timezone) * 1000;
	return {
		lists: WATCHED_LISTS.filter((list) => choiceOf(list).events.length > 0),
		of: (list) => ({ choice: choiceOf(list), overlapMs }),
		includesPrevious: includePrevious.read(options.includePrevious, timezone) ?? true,
		startsAfresh: options.whenPublished === START_AFRESH,
	};
}
