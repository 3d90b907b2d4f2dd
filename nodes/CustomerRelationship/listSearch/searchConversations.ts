import {
	tryToParseDateTime,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchItems,
	type INodeListSearchResult,
} from 'n8n-workflow';
import { DEFAULT_PAGE_SIZE } from '../fields/options';
import { conversations } from '../resources/conversation/conversationList';
import { firstText, assumedProperties } from '../resources/guesses';
import { idsIn, RecordSummaries } from '../resources/shared/recordSummaries';
import { readForFilter, toResult } from './clientSideSearch';
import { toEntries } from './entries';
import { createBestEffortAsk } from './readRecords';
import { searchTextOf } from './serverSideSearch';

/** Conversations, by the names and phones of their contacts, with their state and day. */
export async function searchConversations(
	this: ILoadOptionsFunctions,
	filter?: string,
	cursor?: string,
): Promise<INodeListSearchResult> {
	const list = await readForFilter(this, conversations, { filter, cursor });
	const contacts = new RecordSummaries(await createBestEffortAsk(this, CONTACTS_EXTENT));
	// The service finds contacts by what no label shows, such as an email.
	const search = list.records.some(contactOf) && searchTextOf(filter);
	const matchingContacts = search
		? await contacts.readAll(
				{ path: '/contacts', query: { search } },
				DEFAULT_PAGE_SIZE,
				() => false,
			)
		: undefined;
	const matchingIds = new Set(matchingContacts?.records.map(({ record }) => record.id));
	const matchingConversations = list.records.filter((one) => matchingIds.has(contactOf(one)));
	const matchingConversationIds = new Set(matchingConversations.map(({ id }) => String(id)));
	// Only on the first page: the note is there already when the user scrolls on.
	const notes = matchingContacts?.nextCursor && !cursor ? [moreContactsNote(matchingIds.size)] : [];
	const timezone = this.getTimezone();
	const suffixesOf = (conversation: IDataObject) =>
		[
			firstText(conversation, assumedProperties.conversationState),
			dayIn(firstText(conversation, assumedProperties.conversationDate), timezone),
		].filter((suffix) => suffix !== undefined);
	const result = toResult(list, toEntries(list.records, suffixesOf), filter, {
		isMatch: ({ value }) => matchingConversationIds.has(String(value)),
		notes,
	});
	const resultIds = new Set(result.results.map(({ value }) => value));
	const resultConversations = list.records.filter(({ id }) => resultIds.has(String(id)));
	await contacts.readLinked(
		'/contacts',
		idsIn(resultConversations, assumedProperties.conversationContactId),
	);
	const entriesWithContact = toEntries(
		resultConversations.map((conversation) => withContact(conversation, contacts)),
		suffixesOf,
	);
	const entryById = new Map(entriesWithContact.map((entry) => [entry.value, entry]));
	return {
		...result,
		results: result.results.map((entry) => entryById.get(entry.value) ?? entry),
	};
}

/** Most requests for the contacts of conversations, and the ms for all of them: an ID is a label, too. */
const CONTACTS_EXTENT = { maxRequests: 10, timeoutMs: 10_000 };

const contactOf = (conversation: IDataObject) =>
	conversation[assumedProperties.conversationContactId];

/** A conversation whose name is the name and phone of its contact, if these are known. */
function withContact(conversation: IDataObject, contacts: RecordSummaries): IDataObject {
	const id = contactOf(conversation);
	// The name falls back to the phone.
	const nameAndPhone = new Set([contacts.of(id), contacts.of(id, 'phone')]);
	const name = [...nameAndPhone].filter((text) => text !== null).join(', ');
	return name === '' ? conversation : { ...conversation, name };
}

/** The day of a time, such as 2026-01-31; undefined for a text that is no time. */
function dayIn(time: string | undefined, timezone: string): string | undefined {
	const date = time === undefined ? NaN : Date.parse(time);
	if (Number.isNaN(date)) return undefined;
	return tryToParseDateTime(new Date(date), timezone).setZone(timezone).toISODate() ?? undefined;
}

const moreContactsNote = (count: number): INodeListSearchItems => ({
	name: `Only the newest ${count} contacts that match were looked through: type more to narrow it down, or give the ID`,
	value: '',
});
