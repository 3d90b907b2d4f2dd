import { DEFAULT_PAGE_SIZE } from '../fields/options';
import { FieldError } from '../fieldError';
import { readList, type ListResult } from '../transport/pages';
import type { Ask } from '../transport/ask';
import type { Query } from '../transport/request';
import type { ChangeSelection, WatchedList } from './watchedLists';
import type { Change } from './changeDetector';
import type { PollParameters } from './parameters';

/**
 * Reads the newest record for each selected event, as sample changes for the editor.
 * @param now in ms since the epoch; makes the samples' IDs new, so that idempotency keys made of them do not repeat
 * @throws FieldError if there is no sample for any event
 */
export async function readSamples(
	ask: Ask,
	{ lists, optionsFor }: PollParameters,
	now: number,
): Promise<Change[]> {
	const samples: Change[] = [];
	for (const list of lists) {
		samples.push(...(await readSamplesOf(ask, list, optionsFor(list).selection, now)));
	}
	if (samples.length > 0) return samples;
	const isFiltered = lists.some(
		(list) => Object.keys(optionsFor(list).selection.filters).length > 0,
	);
	throw new FieldError(
		'Events',
		isFiltered
			? 'has no sample: no such record among the newest passes “Deal Filters”'
			: 'has no sample: there is no such record among the newest',
		`${isFiltered ? 'Check the filters or take them out, or see' : 'See'} to it that the service has one, or choose “set mock data” in the output panel.`,
	);
}

async function readSamplesOf(
	ask: Ask,
	list: WatchedList,
	{ events, filters }: ChangeSelection,
	now: number,
): Promise<Change[]> {
	const { path } = list;
	// Events with the same query share a request.
	const results = new Map<string, ListResult>();
	const samples: Change[] = [];
	for (const event of events) {
		const query = { ...list.baseQuery, ...filters, ...WITH_STATUS[event] };
		const extent = { pageSize: DEFAULT_PAGE_SIZE, maxPages: 1 };
		const key = JSON.stringify(query);
		const result =
			results.get(key) ?? (await readList(ask, { method: 'GET', path, query }, extent));
		results.set(key, result);
		const newest = result.records.find(
			({ record }) => event !== 'company.deactivated' || record.isActive === false,
		);
		if (!newest) continue;
		const { record: data } = newest;
		// The former stage is unknown; the present one in its place would mislead.
		const previous = event === list.creation.event ? null : list.previousOf(['open', null]);
		samples.push({ event, id: `chg_sample_${event}_${now}`, data, previous });
	}
	return samples;
}

const WITH_STATUS: Record<string, Query> = {
	'deal.won': { status: 'won' },
	'deal.lost': { status: 'lost' },
};
