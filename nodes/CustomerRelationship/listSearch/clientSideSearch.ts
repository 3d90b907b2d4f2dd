import {
	tryToParseDateTime,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';
import { DEFAULT_PAGE_SIZE } from '../fields/options';
import { conversations } from '../resources/conversation/conversationList';
import { firstText, guessed, labelOf } from '../resources/guesses';
import type { ApiRequest } from '../transport/request';
import { filterEntries, toEntries } from './entries';
import { readRecords, type DropdownRecords } from './readRecords';

/** Deals, by title; closed ones show their status. The service can't search deals. */
export async function searchDeals(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	const deals = await readForFilter(
		this,
		{ method: 'GET', path: '/deals' },
		filter,
		cursor,
		DEFAULT_PAGE_SIZE,
	);
	const suffixes = ({ status }: IDataObject) => (status === 'open' ? [] : [String(status)]);
	return toResult(deals, toEntries(deals.records, suffixes), filter);
}

/** Pipelines in the service's order, the default one first. */
export async function searchPipelines(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const query = { includeInactive: 'true' };
	const pipelines = await readForFilter(this, { method: 'GET', path: '/pipelines', query }, filter);
	return toResult(pipelines, toEntries(pipelines.records), filter);
}

/** Channels with their kind, and their state unless they are connected. */
export async function searchChannels(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const request = { method: 'GET', path: '/channels', scope: 'inbox:read' } as const;
	const channels = await readForFilter(this, request, filter);
	const suffixes = (channel: IDataObject) => {
		const kind = firstText(channel, guessed.channelKind);
		const state = firstText(channel, guessed.channelState);
		const isOff = guessed.channelConnected.some((name) => channel[name] === false);
		return [
			...(kind ? [kind.replaceAll('_', ' ')] : []),
			...(isOff ? ['disconnected'] : state && state !== 'connected' ? [state] : []),
		];
	};
	return toResult(channels, toEntries(channels.records, suffixes), filter);
}

/** Conversations, by the names of their contacts, with their state and day. */
export async function searchConversations(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	const found = await readForFilter(this, conversations, filter, cursor);
	const contactOf = (conversation: IDataObject) => conversation[guessed.conversationContactId];
	const haveContacts = found.records.some(contactOf);
	const contacts = haveContacts ? await readContactNames(this, filter) : NO_CONTACTS;
	const named = found.records.map((conversation) => {
		const name = contacts.names.get(contactOf(conversation));
		return name ? { ...conversation, name } : conversation;
	});
	const timezone = this.getTimezone();
	const suffixes = (conversation: IDataObject) =>
		[
			firstText(conversation, guessed.conversationState),
			dayOf(firstText(conversation, guessed.conversationDate), timezone),
		].filter((suffix) => suffix !== undefined);
	const notes: INodeListSearchItems[] = [];
	// Only on the first page: the note is there already when the user scrolls on.
	if (!contacts.areAll && !cursor) notes.push(moreContactsNote(contacts.names.size));
	const isMatch = (index: number) => contacts.names.has(contactOf(named[index] ?? {}));
	return toResult(found, toEntries(named, suffixes), filter, isMatch, notes);
}

interface ContactNames {
	/** By the contact's ID. */
	names: Map<unknown, string>;
	/** Whether no more contacts match. */
	areAll: boolean;
}

const NO_CONTACTS: ContactNames = { names: new Map(), areAll: true };

/** Names of the newest contacts that match; none where the token has no access to contacts. */
async function readContactNames(
	context: ILoadOptionsFunctions,
	filter = '',
): Promise<ContactNames> {
	const search = filter.trim().slice(0, 200);
	const request = {
		method: 'GET',
		path: '/contacts',
		...(search && { query: { search } }),
	} as const;
	try {
		const extent = { pageSize: DEFAULT_PAGE_SIZE, stopAfter: 1 };
		const { records, paginationToken } = await readRecords(context, request, extent);
		const names = new Map(records.map((record) => [record.id, labelOf(record) ?? '']));
		return { names, areAll: paginationToken === undefined };
	} catch {
		return NO_CONTACTS;
	}
}

/** The day of a time, such as 2026-01-31; undefined for a text that is no time. */
function dayOf(time: string | undefined, timezone: string): string | undefined {
	const date = time === undefined ? NaN : Date.parse(time);
	if (Number.isNaN(date)) return undefined;
	return tryToParseDateTime(new Date(date), timezone).setZone(timezone).toISODate() ?? undefined;
}

/** Most pages that are read at once to find matches of a filter. */
const MAX_FILTERED_PAGES = 3;

/**
 * Reads records that are filtered here, since the service can't search them: with a filter a few pages at
 * once, no more, so that the rate limit is left to executions; without one a page.
 */
async function readForFilter(
	context: ILoadOptionsFunctions,
	request: ApiRequest,
	filter?: string,
	cursor?: string,
	pageSize?: number,
): Promise<DropdownRecords> {
	const query = { ...request.query, ...(cursor && { cursor }) };
	const extent = filter?.trim() ? { maxPages: MAX_FILTERED_PAGES } : { stopAfter: 1 };
	return await readRecords(context, { ...request, query }, { pageSize, ...extent });
}

/**
 * The result that n8n shows: the entries that match the filter, or all of them without one.
 * @param isMatch whether the entry at an index matches, whatever its name
 * @param notes entries without a value, shown below the matches
 */
function toResult(
	{ records, paginationToken }: DropdownRecords,
	entries: INodeListSearchItems[],
	filter: string | undefined,
	isMatch: (index: number) => boolean = () => false,
	notes: INodeListSearchItems[] = [],
): INodeListSearchResult {
	if (!filter?.trim()) return { results: entries, paginationToken };
	const matches = new Set(filterEntries(entries, filter));
	const results = entries.filter((entry, index) => matches.has(entry) || isMatch(index));
	const more = paginationToken ? [moreRecordsNote(records.length)] : [];
	return { results: [...results, ...notes, ...more], paginationToken };
}

/** An entry without a value: to pick it is to pick nothing. */
const moreRecordsNote = (count: number): INodeListSearchItems => ({
	name: `Only ${count} more were looked through: scroll on, type more to narrow it down, or give the ID`,
	value: '',
});

const moreContactsNote = (count: number): INodeListSearchItems => ({
	name: `Only the newest ${count} contacts that match were looked through: type more to narrow it down, or give the ID`,
	value: '',
});
