import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { DEFAULT_PAGE_SIZE } from '../fields/options';
import { firstText, assumedProperties } from '../resources/guesses';
import type { ApiRequest } from '../transport/request';
import { filterEntries, toEntries } from './entries';
import { readRecords, type DropdownRecords } from './readRecords';

/** Deals, by title; closed ones show their status. The service can't search deals. */
export async function searchDeals(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	const request = { method: 'GET', path: '/deals' } as const;
	const pageSize = DEFAULT_PAGE_SIZE;
	const deals = await readForFilter(this, request, { filter, cursor, pageSize });
	const suffixesOf = ({ status }: IDataObject) => (status === 'open' ? [] : [String(status)]);
	return toResult(deals, toEntries(deals.records, suffixesOf), filter);
}

/** Pipelines in the service's order, deactivated ones included. */
export async function searchPipelines(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const query = { includeInactive: 'true' };
	const request = { method: 'GET', path: '/pipelines', query } as const;
	const pipelines = await readForFilter(this, request, { filter });
	return toResult(pipelines, toEntries(pipelines.records), filter);
}

/** Channels with their kind, and their state unless they are connected. */
export async function searchChannels(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const request = { method: 'GET', path: '/channels', scope: 'inbox:read' } as const;
	const channels = await readForFilter(this, request, { filter });
	const suffixesOf = (channel: IDataObject) => {
		const kind = firstText(channel, assumedProperties.channelKind);
		const state = firstText(channel, assumedProperties.channelState);
		const isOff = assumedProperties.channelConnected.some((name) => channel[name] === false);
		return [
			...(kind ? [kind.replaceAll('_', ' ')] : []),
			...(isOff ? ['disconnected'] : state && state !== 'connected' ? [state] : []),
		];
	};
	return toResult(channels, toEntries(channels.records, suffixesOf), filter);
}

/** Most pages that are read at once to find matches of a filter. */
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
 * Reads records that are filtered here, because the service can't search them. With a filter a few pages are read at once,
 * and no more, so that the rate limit is left to executions; without one a page is read.
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

/** What a search adds to the entries that match by their names. */
interface FilterExtras {
	/** Whether an entry matches, whatever its name. */
	isMatch?(entry: INodeListSearchItems): boolean;
	/** Entries without a value, shown below the matches. */
	notes?: INodeListSearchItems[];
}

/** The result that n8n shows: the entries that match the filter. Without a filter, all entries. */
export function toResult(
	{ records, paginationToken }: DropdownRecords,
	entries: INodeListSearchItems[],
	filter: string | undefined,
	{ isMatch = () => false, notes = [] }: FilterExtras = {},
): INodeListSearchResult {
	if (!filter?.trim()) return { results: entries, paginationToken };
	const matches = new Set(filterEntries(entries, filter));
	const results = entries.filter((entry) => matches.has(entry) || isMatch(entry));
	const moreRecords = paginationToken ? [moreRecordsNote(records.length)] : [];
	return { results: [...results, ...notes, ...moreRecords], paginationToken };
}

/** An entry without a value: picking it picks nothing. */
const moreRecordsNote = (count: number): INodeListSearchItems => ({
	name: `Looked through ${count}, and there are more: scroll on, type more to narrow it down, or give the ID`,
	value: '',
});
