import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';
import { toEntries } from './entries';
import { PAGE_SIZE } from '../fields/options';
import { readRecords } from './readRecords';

/** Contacts, searched by the service; further pages come as the user scrolls. */
export async function searchContacts(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searched(this, '/contacts', {}, filter, paginationToken);
}

/** Companies likewise, deactivated ones among them and marked. */
export async function searchCompanies(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await searched(this, '/companies', { includeInactive: 'true' }, filter, paginationToken);
}

async function searched(
	context: ILoadOptionsFunctions,
	path: string,
	query: Record<string, string>,
	filter: string | undefined,
	cursor: string | undefined,
): Promise<INodeListSearchResult> {
	const search = filter?.trim().slice(0, 200);
	const wanted = { ...query, ...(search && { search }), ...(cursor && { cursor }) };
	const { records, paginationToken } = await readRecords(
		context,
		{ method: 'GET', path, query: wanted },
		{ pageSize: PAGE_SIZE, most: 1 },
	);
	return { results: toEntries(records), paginationToken };
}
