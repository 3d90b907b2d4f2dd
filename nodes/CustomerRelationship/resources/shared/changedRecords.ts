/** The filter Unchanged for Days, which the service does not have: what has changed is read and left out. */
import { FILTERS_PARAMETER } from '../../fields/collections';
import { unchangedForDays, updatedSince } from '../../fields/filters';
import { InvalidInput } from '../../invalidInput';
import type { Ask } from '../../transport/ask';
import { readPages } from '../../transport/pages';
import type { ApiRequest, Query } from '../../transport/request';
import { collectionFieldIfAdded, type ItemParameters } from './parameters';

const DAY_MS = 86_400_000;

/** The ISO 8601 time since which a record must not have changed. @throws InvalidInput if Updated Since is given */
export function unchangedSinceTime(parameters: ItemParameters, query: Query): string | undefined {
	const days = collectionFieldIfAdded(parameters, unchangedForDays, FILTERS_PARAMETER);
	if (days === undefined) return undefined;
	if (!('updatedSince' in query)) {
		return new Date(parameters.now() - days * DAY_MS).toISOString();
	}
	throw new InvalidInput(
		unchangedForDays.property.displayName,
		`and “${updatedSince.property.displayName}” are both given`,
		'One asks for what changed, the other for what did not: leave one of them out.',
	);
}

/** The IDs of the records of a list that have changed, and how many pages were read for them. */
export interface ChangedRecordIds {
	ids: ReadonlySet<unknown>;
	pages: number;
}

export const NO_CHANGED_IDS: ChangedRecordIds = { ids: new Set(), pages: 0 };

/**
 * Reads which records of a list have changed, after the list itself was read. A record that changes in
 * between is left out. This read has the same filters, so a record that has just left them is missed, and
 * output as unchanged.
 */
export async function readIdsChangedSince(
	ask: Ask,
	request: ApiRequest,
	updatedSince: string,
	pageSize: number | undefined,
): Promise<ChangedRecordIds> {
	const ids = new Set<unknown>();
	const query = { ...request.query, updatedSince };
	let pages = 0;
	for await (const page of readPages(ask, { ...request, query }, { pageSize })) {
		pages += 1;
		for (const { id } of page.records) ids.add(id);
	}
	return { ids, pages };
}
