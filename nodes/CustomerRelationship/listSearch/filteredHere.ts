import type {
	IDataObject,
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';
import { isObject } from '../fields/field';
import { PAGE_SIZE } from '../fields/options';
import { guessed } from '../resources/guesses';
import type { Query } from '../transport/request';
import { entriesOf, firstText } from './entries';
import { listed, matching } from './records';

type Marks = (record: IDataObject) => string[];

/** Deals, by title; the API can't search them. Closed ones are marked. */
export async function searchDeals(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const marks: Marks = ({ status }) => (status === 'open' ? [] : [String(status)]);
	return await filtered(this, '/deals', { marks, filter, paginationToken, pageSize: PAGE_SIZE });
}

/** Pipelines in the service's order: the default one first. */
export async function searchPipelines(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await filtered(this, '/pipelines', { filter, query: { includeInactive: 'true' } });
}

/** Connected channels with their kind, where the service tells it. */
export async function searchChannels(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const marks: Marks = (channel) => {
		const kind = firstText(channel, guessed.channelKind);
		const state = firstText(channel, guessed.channelState);
		const isOff = guessed.channelConnected.some((name) => channel[name] === false);
		return [
			...(kind ? [kind.replaceAll('_', ' ')] : []),
			...(isOff ? ['disconnected'] : state && state !== 'connected' ? [state] : []),
		];
	};
	return await filtered(this, '/channels', { marks, filter });
}

/** Conversations, by whatever the service tells of their contact. */
export async function searchConversations(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const named = (conversation: IDataObject) => {
		const contact = conversation[guessed.conversationContactObject];
		const name =
			firstText(conversation, guessed.conversationContact) ??
			(isObject(contact) ? firstText(contact, ['name', 'phone']) : undefined);
		return name ? { ...conversation, name } : conversation;
	};
	return await filtered(this, '/conversations', { named, filter, paginationToken });
}

interface Filtered {
	/** What stands in brackets behind a record's name. */
	marks?: Marks;
	/** The record with its name, where it is kept elsewhere. */
	named?: (record: IDataObject) => IDataObject;
	filter?: string;
	paginationToken?: string;
	pageSize?: number;
	query?: Query;
}

/**
 * Without a filter page by page as the user scrolls; with one, the matches of a few pages at a time:
 * the service can't search here, and executions need its limits more.
 */
async function filtered(
	context: ILoadOptionsFunctions,
	path: string,
	{ marks, named = (record) => record, filter, paginationToken: cursor, pageSize, query }: Filtered,
): Promise<INodeListSearchResult> {
	const request = { method: 'GET', path, query: { ...query, ...(cursor && { cursor }) } } as const;
	const entries = (records: IDataObject[]) => entriesOf(records.map(named), marks);
	if (filter?.trim()) {
		const { records, paginationToken } = await listed(context, request, {
			pageSize,
			maxPages: PAGES_AT_ONCE,
		});
		const results = matching(entries(records), filter);
		if (paginationToken) results.push(notAll(records.length));
		return { results, paginationToken };
	}
	const { records, paginationToken } = await listed(context, request, { pageSize, most: 1 });
	return { results: entries(records), paginationToken };
}

/** The most pages that one look into a dropdown reads. */
const PAGES_AT_ONCE = 3;

/** Says in the list itself that it goes on; picked, it is as good as nothing picked. */
const notAll = (count: number): INodeListSearchItems => ({
	name: `Only ${count} more were looked through: scroll on, type more to narrow it down, or give the ID`,
	value: '',
});
