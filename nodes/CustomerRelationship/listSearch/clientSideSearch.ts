import {
	tryToParseDateTime,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';
import { PAGE_SIZE } from '../fields/options';
import { firstText, guessed, labelOf } from '../resources/guesses';
import type { ApiRequest } from '../transport/request';
import { toEntries } from './entries';
import { readRecords, filterEntries, type DropdownRecords } from './readRecords';

/** Deals, by title; the API can't search them. Closed ones are marked. */
export async function searchDeals(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	const deals = await readSome(this, { method: 'GET', path: '/deals' }, filter, cursor, PAGE_SIZE);
	const marks = ({ status }: IDataObject) => (status === 'open' ? [] : [String(status)]);
	return found(deals, toEntries(deals.records, marks), filter);
}

/** Pipelines in the service's order: the default one first. */
export async function searchPipelines(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const query = { includeInactive: 'true' };
	const pipelines = await readSome(this, { method: 'GET', path: '/pipelines', query }, filter);
	return found(pipelines, toEntries(pipelines.records), filter);
}

/** Connected channels with their kind, where the service tells it. */
export async function searchChannels(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const request = { method: 'GET', path: '/channels', scope: 'inbox:read' } as const;
	const channels = await readSome(this, request, filter);
	const marks = (channel: IDataObject) => {
		const kind = firstText(channel, guessed.channelKind);
		const state = firstText(channel, guessed.channelState);
		const isOff = guessed.channelConnected.some((name) => channel[name] === false);
		return [
			...(kind ? [kind.replaceAll('_', ' ')] : []),
			...(isOff ? ['disconnected'] : state && state !== 'connected' ? [state] : []),
		];
	};
	return found(channels, toEntries(channels.records, marks), filter);
}

/** Conversations, by the names of their contacts, with their state and date. */
export async function searchConversations(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	const request = { method: 'GET', path: '/conversations', scope: 'inbox:read' } as const;
	const conversations = await readSome(this, request, filter, cursor);
	const contactOf = (conversation: IDataObject) => conversation[guessed.conversationContactId];
	const areNamed = conversations.records.some(contactOf);
	const contacts = areNamed ? await contactNames(this, filter) : NO_CONTACTS;
	const named = conversations.records.map((conversation) => {
		const name = contacts.names.get(contactOf(conversation));
		return name ? { ...conversation, name } : conversation;
	});
	const timezone = this.getTimezone();
	const marks = (conversation: IDataObject) =>
		[
			firstText(conversation, guessed.conversationState),
			dayOf(firstText(conversation, guessed.conversationDate), timezone),
		].filter((mark) => mark !== undefined);
	const notes: INodeListSearchItems[] = [];
	// Said once, not again as the user scrolls on.
	if (!contacts.areAll && !cursor) notes.push(notAllContacts(contacts.names.size));
	const isFound = (index: number) => contacts.names.has(contactOf(named[index] ?? {}));
	return found(conversations, toEntries(named, marks), filter, isFound, notes);
}

/** What contacts are called, by their IDs, and whether that are all. */
interface ContactNames {
	names: Map<unknown, string>;
	areAll: boolean;
}

const NO_CONTACTS: ContactNames = { names: new Map(), areAll: true };

/** The newest contacts, or those that match; none where the token may not see them. */
async function contactNames(context: ILoadOptionsFunctions, filter = ''): Promise<ContactNames> {
	const search = filter.trim().slice(0, 200);
	const request = {
		method: 'GET',
		path: '/contacts',
		...(search && { query: { search } }),
	} as const;
	try {
		const extent = { pageSize: PAGE_SIZE, most: 1 };
		const { records, paginationToken } = await readRecords(context, request, extent);
		const names = new Map(records.map((record) => [record.id, labelOf(record) ?? '']));
		return { names, areAll: paginationToken === undefined };
	} catch {
		return NO_CONTACTS;
	}
}

/** The day of a time, such as 2026-01-31; undefined for what is no time. */
function dayOf(time: string | undefined, timezone: string): string | undefined {
	const date = time === undefined ? NaN : Date.parse(time);
	if (Number.isNaN(date)) return undefined;
	return tryToParseDateTime(new Date(date), timezone).setZone(timezone).toISODate() ?? undefined;
}

/** The most pages that one look into a dropdown reads. */
const PAGES_AT_ONCE = 3;

/**
 * Without a filter page by page as the user scrolls; with one a few pages at a time: the service can't
 * search here, and executions need its limits more.
 */
async function readSome(
	context: ILoadOptionsFunctions,
	request: ApiRequest,
	filter?: string,
	cursor?: string,
	pageSize?: number,
): Promise<DropdownRecords> {
	const query = { ...request.query, ...(cursor && { cursor }) };
	const extent = filter?.trim() ? { maxPages: PAGES_AT_ONCE } : { most: 1 };
	return await readRecords(context, { ...request, query }, { pageSize, ...extent });
}

/**
 * The entries that pass the filter.
 * @param isFound whether an entry passes whatever it reads, by its place
 * @param notes what stands below those that do
 */
function found(
	{ records, paginationToken }: DropdownRecords,
	entries: INodeListSearchItems[],
	filter: string | undefined,
	isFound: (index: number) => boolean = () => false,
	notes: INodeListSearchItems[] = [],
): INodeListSearchResult {
	if (!filter?.trim()) return { results: entries, paginationToken };
	const matches = new Set(filterEntries(entries, filter));
	const results = entries.filter((entry, index) => matches.has(entry) || isFound(index));
	const isCut = paginationToken ? [notAll(records.length)] : [];
	return { results: [...results, ...notes, ...isCut], paginationToken };
}

/** Says in the list itself that it goes on; picked, it is as good as nothing picked. */
const notAll = (count: number): INodeListSearchItems => ({
	name: `Only ${count} more were looked through: scroll on, type more to narrow it down, or give the ID`,
	value: '',
});

/** Of the contacts that conversations are found by. */
const notAllContacts = (count: number): INodeListSearchItems => ({
	name: `Only the newest ${count} contacts that match were looked through: type more to narrow it down, or give the ID`,
	value: '',
});
