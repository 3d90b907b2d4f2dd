import {
	tryToParseDateTime,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';
import { DEFAULT_PAGE_SIZE } from '../fields/options';
import { conversationListRequest } from '../resources/conversation/conversationList';
import { firstText, assumedProperties } from '../resources/guesses';
import { linkedIdsIn, RecordSummaries } from '../resources/shared/recordSummaries';
import { toEntries } from './entries';
import {
	EMPTY_FURTHER_MATCHES,
	readForFilter,
	filteredDropdownResult,
	type FurtherMatches,
} from './filteredRead';
import { createAskWithRequestCap } from './readRecords';
import { searchTextOf } from './serverSideSearch';

/**
 * The most requests for the contacts of conversations, and the ms after which none begins. Without contacts
 * the list shows IDs.
 */
const CONTACTS_BUDGET = { maxRequests: 10, timeoutMs: 10_000 };

/** Conversations, by the names and phones of their contacts, with their state and day. */
export async function searchConversations(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const list = await readForFilter(this, conversationListRequest, {
		filter,
		cursor: paginationToken,
	});
	const contacts = new RecordSummaries(await createAskWithRequestCap(this, CONTACTS_BUDGET), {
		isBestEffort: true,
	});
	const suffixesOf = stateAndDayIn(this.getTimezone());
	const { values, notes } = await matchByContact(list.records, contacts, filter);
	const result = filteredDropdownResult(list, toEntries(list.records, suffixesOf), filter, {
		values,
		// Only on the first page: the note is there already when the user scrolls on.
		notes: paginationToken ? [] : notes,
	});
	return {
		...result,
		results: await labelWithContacts(result.results, list.records, contacts, suffixesOf),
	};
}

/** The conversations whose contacts the service finds, also by what no label shows, such as an email. */
async function matchByContact(
	records: readonly IDataObject[],
	contacts: RecordSummaries,
	filter: string | undefined,
): Promise<FurtherMatches> {
	const search = records.some(contactOf) && searchTextOf(filter);
	if (!search) return EMPTY_FURTHER_MATCHES;
	const list = { path: '/contacts', query: { search } };
	// The first page is enough.
	const goesOn = () => false;
	const found = await contacts.readAll(list, DEFAULT_PAGE_SIZE, goesOn);
	const contactIds = new Set(found?.records.map(({ record }) => record.id));
	const matches = records.filter((conversation) => contactIds.has(contactOf(conversation)));
	return {
		values: new Set(matches.map(({ id }) => String(id))),
		notes: found?.hasMore ? [moreContactsNote(contactIds.size)] : [],
	};
}

const contactOf = (conversation: IDataObject) =>
	conversation[assumedProperties.conversationContactId];

/** Makes the entries again with the names of their contacts, which are read for these entries alone. */
async function labelWithContacts(
	entries: INodeListSearchItems[],
	records: readonly IDataObject[],
	contacts: RecordSummaries,
	suffixesOf: (conversation: IDataObject) => string[],
): Promise<INodeListSearchItems[]> {
	const ids = new Set(entries.map(({ value }) => value));
	const shown = records.filter(({ id }) => ids.has(String(id)));
	await contacts.readLinked(
		'/contacts',
		linkedIdsIn(shown, assumedProperties.conversationContactId),
	);
	const named = shown.map((conversation) => withContact(conversation, contacts));
	const labelled = new Map(toEntries(named, suffixesOf).map((entry) => [entry.value, entry]));
	return entries.map((entry) => labelled.get(entry.value) ?? entry);
}

/** A conversation whose name is the name and phone of its contact, if these are known. */
function withContact(conversation: IDataObject, contacts: RecordSummaries): IDataObject {
	const id = contactOf(conversation);
	// The name falls back to the phone.
	const nameAndPhone = new Set([contacts.of(id), contacts.of(id, 'phone')]);
	const name = [...nameAndPhone].filter((text) => text !== null).join(', ');
	return name === '' ? conversation : { ...conversation, name };
}

const stateAndDayIn = (timezone: string) => (conversation: IDataObject) =>
	[
		firstText(conversation, assumedProperties.conversationState),
		dayIn(firstText(conversation, assumedProperties.conversationDate), timezone),
	].filter((suffix) => suffix !== undefined);

/** The day of a time, such as 2026-01-31; undefined for a text that is no time. */
function dayIn(time: string | undefined, timezone: string): string | undefined {
	const date = Date.parse(time ?? '');
	if (Number.isNaN(date)) return undefined;
	return tryToParseDateTime(new Date(date), timezone).setZone(timezone).toISODate() ?? undefined;
}

const moreContactsNote = (count: number): INodeListSearchItems => ({
	name: `Only the newest ${count} contacts that match were looked through: type more to narrow it down, or give the ID`,
	value: '',
});
