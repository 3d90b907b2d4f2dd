import {
	tryToParseDateTime,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';
import { DEFAULT_PAGE_SIZE } from '../fields/options';
import { conversations } from '../resources/conversation/conversationList';
import { firstText, guessed } from '../resources/guesses';
import { idsIn, RecordSummaries } from '../resources/shared/includeNames';
import type { ApiRequest } from '../transport/request';
import { filterEntries, toEntries } from './entries';
import { bestEffortAsk, readRecords, type DropdownRecords } from './readRecords';

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

/** Conversations, by the names and phones of their contacts, with their state and day. */
export async function searchConversations(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	const found = await readForFilter(this, conversations, filter, cursor);
	const contacts = new RecordSummaries(await bestEffortAsk(this, CONTACTS_EXTENT));
	const search = found.records.some(contactOf) && filter?.trim().slice(0, 200);
	// The service finds contacts by what no label shows, such as an email.
	const matching = search
		? await contacts.readAll(
				{ path: '/contacts', query: { search } },
				DEFAULT_PAGE_SIZE,
				() => false,
			)
		: undefined;
	const matchingIds = new Set(matching?.records.map(({ record }) => record.id));
	// Only on the first page: the note is there already when the user scrolls on.
	const notes = matching?.nextCursor && !cursor ? [moreContactsNote(matchingIds.size)] : [];
	const timezone = this.getTimezone();
	const suffixes = (conversation: IDataObject) =>
		[
			firstText(conversation, guessed.conversationState),
			dayOf(firstText(conversation, guessed.conversationDate), timezone),
		].filter((suffix) => suffix !== undefined);
	const isMatch = (index: number) => matchingIds.has(contactOf(found.records[index] ?? {}));
	const result = toResult(found, toEntries(found.records, suffixes), filter, isMatch, notes);
	const shownIds = new Set(result.results.map(({ value }) => value));
	const shown = found.records.filter(({ id }) => shownIds.has(String(id)));
	await contacts.readLinked('/contacts', idsIn(shown, guessed.conversationContactId));
	const named = toEntries(
		shown.map((conversation) => withContact(conversation, contacts)),
		suffixes,
	);
	const namedById = new Map(named.map((entry) => [entry.value, entry]));
	return {
		...result,
		results: result.results.map((entry) => namedById.get(entry.value) ?? entry),
	};
}

/** Most requests for the contacts of conversations, and the ms for all of them: an ID is a label, too. */
const CONTACTS_EXTENT = { maxRequests: 10, timeoutMs: 10_000 };

const contactOf = (conversation: IDataObject) => conversation[guessed.conversationContactId];

/** A conversation with the name and phone of its contact as its name, where these are known. */
function withContact(conversation: IDataObject, contacts: RecordSummaries): IDataObject {
	const id = contactOf(conversation);
	// The name falls back to the phone.
	const nameAndPhone = new Set([contacts.of(id), contacts.of(id, 'phone')]);
	const name = [...nameAndPhone].filter((text) => text !== null).join(', ');
	return name === '' ? conversation : { ...conversation, name };
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
