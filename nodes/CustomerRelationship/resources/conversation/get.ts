import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../fields/field';
import { optionsOf } from '../../fields/options';
import { MAX_SINGLE_VALUE_LENGTH } from '../../fields/parsers/length';
import { parseCount } from '../../fields/parsers/number';
import { conversationIdField } from '../../fields/resourceLocators';
import { wholeBody, withOptions, type Ask } from '../../transport/ask';
import { NotFoundInList, readList, type ListResult } from '../../transport/pages';
import { recordIdOf, type ApiRequest, type RecordRef } from '../../transport/request';
import { RequestFailed } from '../../transport/requestFailed';
import { withEnrichment } from '../shared/enrichment';
import type { Operation } from '../shared/operation';
import { chosenRecord, collectionFieldValue } from '../shared/parameters';
import { intentOfRequest } from '../shared/prepared';
import { contactLinkName, conversationListRequest } from './conversationList';
import { contactEnrichment } from './includeContact';

const conversation = conversationIdField({
	required: true,
	description: 'The conversation to get',
	hint: 'After an event about a message choose By ID and give {{ $json.data.conversationId }}',
});

/** Default and largest value of `maxPages`. */
const DEFAULT_MAX_PAGES = 20;
const LARGEST_MAX_PAGES = 500;

const maxPages: Field<number> = {
	property: {
		displayName: 'Max Pages',
		name: 'maxPages',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: LARGEST_MAX_PAGES },
		default: DEFAULT_MAX_PAGES,
		description: `The most pages of the list of conversations to search. A page is one request, which serves all items. Without this option it is ${DEFAULT_MAX_PAGES}.`,
	},
	purpose: 'setting',
	maxLength: MAX_SINGLE_VALUE_LENGTH,
	read: (value) => parseCount(value, 'Max Pages', LARGEST_MAX_PAGES) ?? DEFAULT_MAX_PAGES,
};

/**
 * Conversations, `GET /conversations`: the specification shows no way to ask for one by its ID. The node
 * reads the list until the conversation is there; all items of a run share its pages. If the conversation's
 * contact is known, the node also searches that contact's conversations: before the list or, if a run has
 * more items than *Max Pages*, after it.
 */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get conversation',
	description:
		'Get a conversation by its ID, with its contact if you want. Unless the node knows the conversation’s contact from earlier answers, it searches the list page by page.',
	kind: 'read',
	properties: [conversation.property, optionsOf('read', [contactEnrichment.field, maxPages])],
	prepare: withEnrichment(contactEnrichment, (parameters) => {
		const record = chosenRecord(parameters, conversation);
		const pageLimit = collectionFieldValue(parameters, maxPages);
		return {
			intent: intentOfRequest(conversationListRequest),
			async perform(ask, links) {
				const search = {
					record,
					pageLimit,
					contactId: links?.idBehind(contactLinkName(record.id)),
				};
				// The contacts of many items take more requests than the pages of the list, which serve all of them.
				const asksContactFirst = parameters.itemCount <= pageLimit;
				const matchByContact = asksContactFirst ? await findByContact(ask, search) : undefined;
				if (matchByContact) return { records: [matchByContact] };
				const { match, searched, isWhole } = await findInList(ask, search, conversationListRequest);
				const found = match ?? (asksContactFirst ? undefined : await findByContact(ask, search));
				if (found) return { records: [found] };
				throw new NotFoundInList(record, 'conversations', searched, isWhole);
			},
		};
	}),
};

/** What conversation is looked for, and how. */
interface Search {
	record: RecordRef;
	/** The most pages of a list to read. */
	pageLimit: number;
	/** The conversation's contact, if it is known. */
	contactId: string | undefined;
}

type Match = ListResult['records'][number];

/**
 * Looks for a conversation among those of its contact. Undefined if it is not there, or if the contact can't
 * be seen.
 */
async function findByContact(ask: Ask, search: Search): Promise<Match | undefined> {
	const { contactId } = search;
	if (contactId === undefined) return undefined;
	const request = { ...conversationListRequest, query: { contactId } };
	return await findInList(ask, search, request).then(({ match }) => match, undefinedIfRefused);
}

/**
 * Looks for a conversation in a list.
 * @returns also how many records were searched, and whether they are the whole list
 */
async function findInList(
	ask: Ask,
	{ record, pageLimit }: Search,
	request: ApiRequest,
): Promise<{ match: Match | undefined; searched: number; isWhole: boolean }> {
	const isMatch = (listed: IDataObject) => recordIdOf(listed) === record.id;
	const { records, hasMore } = await readList(
		withOptions(ask, { cacheAs: wholeBody, cacheFor: 'run' }),
		request,
		{ maxPages: pageLimit, goesOn: (page) => !page.some(isMatch) },
	);
	const match = records.find(({ record: listed }) => isMatch(listed));
	return { match, searched: records.length, isWhole: !hasMore };
}

/**
 * The access token's user may see a conversation without its contact.
 * @throws the error if it is about something else
 */
function undefinedIfRefused(error: unknown): undefined {
	const failure = RequestFailed.orThrow(error);
	if (failure.decision?.unreadable === undefined) throw failure;
}
