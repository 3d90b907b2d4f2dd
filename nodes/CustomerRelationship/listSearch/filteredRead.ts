/** Reads lists that the service can't search, and filters them here. */
import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import type { ApiRequest } from '../transport/request';
import { filterEntries } from './entries';
import { readRecords, type DropdownRecords } from './readRecords';

/** The most pages that are read in one go to find matches of a filter. */
const MAX_FILTERED_PAGES = 3;

/** Which records n8n asks a dropdown for. */
interface FilteredRead {
	/** What the user typed. */
	filter: string | undefined;
	/** Where to go on, if the user scrolls. */
	cursor?: string | undefined;
	pageSize?: number;
}

/**
 * Reads records that are filtered here, because the service can't search them. With a filter a few pages are
 * read in one go, and no more, so that the rate limit is left to executions; without one the read stops at
 * the first page that has records.
 */
export async function readForFilter(
	context: ILoadOptionsFunctions,
	request: ApiRequest,
	{ filter, cursor, pageSize }: FilteredRead,
): Promise<DropdownRecords> {
	const query = { ...request.query, ...(cursor && { cursor }) };
	const extent = filter?.trim() ? { maxPages: MAX_FILTERED_PAGES } : { stopAfter: 1 };
	return await readRecords(context, { ...request, query }, { pageSize, ...extent });
}

/** What a search finds besides the entries that match by their names. */
export interface FurtherMatches {
	/** The values of entries that match whatever their names. */
	values: ReadonlySet<unknown>;
	/** Entries without a value, shown below the matches. */
	notes: readonly INodeListSearchItems[];
}

/** What most searches find besides: nothing. */
export const EMPTY_FURTHER_MATCHES: FurtherMatches = { values: new Set(), notes: [] };

/** The result that n8n shows: the entries that match the filter. Without a filter, all entries. */
export function filteredDropdownResult(
	{ records, paginationToken }: DropdownRecords,
	entries: INodeListSearchItems[],
	filter: string | undefined,
	{ values, notes }: FurtherMatches = EMPTY_FURTHER_MATCHES,
): INodeListSearchResult {
	if (!filter?.trim()) return { results: entries, paginationToken };
	const matches = new Set(filterEntries(entries, filter));
	const results = entries.filter((entry) => matches.has(entry) || values.has(entry.value));
	const moreRecords = paginationToken ? [moreRecordsNote(records.length)] : [];
	return { results: [...results, ...notes, ...moreRecords], paginationToken };
}

/** An entry without a value: picking it picks nothing. */
const moreRecordsNote = (count: number): INodeListSearchItems => ({
	name: `Looked through ${count}, and there are more: scroll on, type more to narrow it down, or give the ID`,
	value: '',
});
