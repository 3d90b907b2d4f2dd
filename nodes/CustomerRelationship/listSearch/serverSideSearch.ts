import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { DEFAULT_PAGE_SIZE } from '../fields/options';
import { MAX_SEARCH_LENGTH } from '../fields/parsers/length';
import { beginningOf } from '../quote';
import { toEntries } from './entries';
import type { ApiRequest } from '../transport/request';
import { readRecords } from './readRecords';

/** Contacts, searched by the service. */
export async function searchContacts(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await search(this, { path: '/contacts' }, { filter, cursor: paginationToken });
}

/** Companies, searched by the service. Deactivated ones are marked as inactive. */
export async function searchCompanies(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const list = { path: '/companies', query: { includeInactive: 'true' } };
	return await search(this, list, { filter, cursor: paginationToken });
}

/** What the service searches for: the filter, cut to the longest text that it takes. */
export const searchTextOf = (filter: string | undefined): string | undefined =>
	filter && beginningOf(filter.trim(), MAX_SEARCH_LENGTH);

/** Reads one page. n8n asks for the next one when the user scrolls on. */
async function search(
	context: ILoadOptionsFunctions,
	{ path, query }: Pick<ApiRequest, 'path' | 'query'>,
	{ filter, cursor }: { filter: string | undefined; cursor: string | undefined },
): Promise<INodeListSearchResult> {
	const text = searchTextOf(filter);
	const fullQuery = { ...query, ...(text && { search: text }), ...(cursor && { cursor }) };
	const { records, paginationToken } = await readRecords(
		context,
		{ method: 'GET', path, query: fullQuery },
		{ pageSize: DEFAULT_PAGE_SIZE, stopAfter: 1 },
	);
	return { results: toEntries(records), paginationToken };
}
