import {
	tryToParseDateTime,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';
import { isObject } from '../fields/field';
import { PAGE_SIZE } from '../fields/options';
import { firstText, guessed, labelOf } from '../resources/guesses';
import type { Query } from '../transport/request';
import { entriesOf } from './entries';
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

/** Conversations, by whatever the service tells of their contact, with their state and date. */
export async function searchConversations(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const timezone = this.getTimezone();
	const marks: Marks = (conversation) =>
		[
			firstText(conversation, guessed.conversationState),
			dayOf(firstText(conversation, guessed.conversationDate), timezone),
		].filter((mark) => mark !== undefined);
	let contacts = new Map<unknown, string>();
	const notes: INodeListSearchItems[] = [];
	const named = async (conversations: IDataObject[]) => {
		const own = conversations.map(contactIn);
		const isUnnamed = conversations.some(
			(one, index) => own[index] === undefined && one[guessed.conversationContactId],
		);
		if (isUnnamed) {
			const found = await contactNames(this, filter);
			contacts = found.names;
			// Said once, not again as the user scrolls on.
			if (!found.areAll && !paginationToken) notes.push(notAllContacts(contacts.size));
		}
		return conversations.map((conversation, index) => {
			const name = own[index] ?? contacts.get(conversation[guessed.conversationContactId]);
			return name ? { ...conversation, name } : conversation;
		});
	};
	const isFound = (one: IDataObject) => contacts.has(one[guessed.conversationContactId]);
	const how = { marks, named, isFound, notes, filter, paginationToken };
	return await filtered(this, '/conversations', how);
}

/** What a conversation itself tells of its contact. */
function contactIn(conversation: IDataObject): string | undefined {
	const contact = conversation[guessed.conversationContactObject];
	return (
		firstText(conversation, guessed.conversationContact) ??
		(isObject(contact) ? firstText(contact, ['name', 'phone']) : undefined)
	);
}

/** What the newest contacts are called, or those that match; none where the token may not see them. */
async function contactNames(
	context: ILoadOptionsFunctions,
	filter = '',
): Promise<{ names: Map<unknown, string>; areAll: boolean }> {
	const search = filter.trim().slice(0, 200);
	const request = {
		method: 'GET',
		path: '/contacts',
		...(search && { query: { search } }),
	} as const;
	try {
		const extent = { pageSize: PAGE_SIZE, most: 1 };
		const { records, paginationToken } = await listed(context, request, extent);
		const names = new Map(records.map((record) => [record.id, labelOf(record) ?? '']));
		return { names, areAll: paginationToken === undefined };
	} catch {
		return { names: new Map(), areAll: true };
	}
}

/** The day of a time, such as 2026-01-31; undefined for what is no time. */
function dayOf(time: string | undefined, timezone: string): string | undefined {
	const date = time === undefined ? NaN : Date.parse(time);
	if (Number.isNaN(date)) return undefined;
	return tryToParseDateTime(new Date(date), timezone).setZone(timezone).toISODate() ?? undefined;
}

interface Filtered {
	/** What stands in brackets behind a record's name. */
	marks?: Marks;
	/** The records with their names, where those are kept elsewhere. */
	named?: (records: IDataObject[]) => Promise<IDataObject[]>;
	/** Whether a record passes the filter whatever its entry holds. */
	isFound?: (record: IDataObject) => boolean;
	/** What stands below the matches, once they were named. */
	notes?: INodeListSearchItems[];
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
	{
		marks,
		named = async (records) => records,
		isFound = () => false,
		notes = [],
		filter,
		paginationToken: cursor,
		pageSize,
		query,
	}: Filtered,
): Promise<INodeListSearchResult> {
	const request = { method: 'GET', path, query: { ...query, ...(cursor && { cursor }) } } as const;
	const entries = async (records: IDataObject[]) => entriesOf(await named(records), marks);
	if (filter?.trim()) {
		const { records, paginationToken } = await listed(context, request, {
			pageSize,
			maxPages: PAGES_AT_ONCE,
		});
		const all = await entries(records);
		const matches = new Set(matching(all, filter));
		const results = all.filter(
			(entry, index) => matches.has(entry) || isFound(records[index] ?? {}),
		);
		results.push(...notes);
		if (paginationToken) results.push(notAll(records.length));
		return { results, paginationToken };
	}
	const { records, paginationToken } = await listed(context, request, { pageSize, most: 1 });
	return { results: await entries(records), paginationToken };
}

/** The most pages that one look into a dropdown reads. */
const PAGES_AT_ONCE = 3;

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
