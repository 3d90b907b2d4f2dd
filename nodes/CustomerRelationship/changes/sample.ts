import { PAGE_SIZE } from '../fields/options';
import { readList, type Listed } from '../transport/pages';
import type { Plan } from '../transport/plan';
import type { Query } from '../transport/request';
import type { Choice } from './choice';
import type { WatchedList } from './kinds';
import type { Change } from './watch';

/**
 * The newest record for each of the list's chosen events, as the event would look. Of what a deal
 * was before, its own stage stands in for the one it came from.
 */
export function* sampleOf(list: WatchedList, { events, filters }: Choice): Plan<Change[]> {
	const { path } = list;
	const pages = new Map<string, Listed>();
	const changes: Change[] = [];
	for (const event of events) {
		const query = { ...list.all, ...filters, ...WITH_STATUS[event] };
		const extent = { pageSize: PAGE_SIZE, maxPages: 1 };
		const key = JSON.stringify(query);
		const page = pages.get(key) ?? (yield* readList({ method: 'GET', path, query }, extent));
		pages.set(key, page);
		const newest = page.records.find(
			({ record }) => event !== 'company.deactivated' || record.isActive === false,
		);
		if (!newest) continue;
		const { record: data, answer } = newest;
		const [, stage = null] = list.placeOf(data);
		const previous = event === list.created ? null : list.previousOf(['open', stage]);
		// Another ID each time, so that a workflow can be tried again with its keys.
		changes.push({ event, id: `chg_sample_${event}_${answer.at}`, data, previous });
	}
	return changes;
}

const WITH_STATUS: Record<string, Query> = {
	'deal.won': { status: 'won' },
	'deal.lost': { status: 'lost' },
};
