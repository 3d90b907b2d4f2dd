import type { IDataObject } from 'n8n-workflow';
import type { Field } from '../../fields/field';
import { optionsOf } from '../../fields/options';
import { MAX_VALUE_LENGTH } from '../../fields/parsers/length';
import { parseCount } from '../../fields/parsers/number';
import { conversationId } from '../../fields/resourceLocators';
import { wholeBody, withOptions, type Ask } from '../../transport/ask';
import { NotListed, readList } from '../../transport/pages';
import { recordId, type ApiRequest } from '../../transport/request';
import { RequestFailed } from '../../transport/requestFailed';
import { withEnrichment } from '../shared/enrichment';
import type { Operation } from '../shared/operation';
import { chosenRecord, collectionValue } from '../shared/parameters';
import { intentOf } from '../shared/prepared';
import { contactLinkName, conversations } from './conversationList';
import { contactOfConversation } from './includeContact';

const conversation = conversationId({
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
	maxLength: MAX_VALUE_LENGTH,
	read: (value) => parseCount(value, 'Max Pages', LARGEST_MAX_PAGES) ?? DEFAULT_MAX_PAGES,
};

/**
 * Conversations, `GET /conversations`: the specification shows no way to ask for one by its ID. If its contact is known,
 * the node searches that contact's conversations. Otherwise it reads the list until the conversation is there; all items
 * of a run share its pages.
 */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get conversation',
	description:
		'Get a conversation by its ID, with its contact if you want. Unless the node knows the conversation’s contact from earlier answers, it searches the list page by page.',
	kind: 'read',
	properties: [conversation.property, optionsOf('read', [contactOfConversation.field, maxPages])],
	prepare: withEnrichment(contactOfConversation, (parameters) => {
		const record = chosenRecord(parameters, conversation);
		const pageLimit = collectionValue(parameters, maxPages);
		const search = async (ask: Ask, request: ApiRequest) => {
			const isMatch = (listed: IDataObject) => recordId(listed) === record.id;
			const { records, nextCursor } = await readList(
				withOptions(ask, { cacheAs: wholeBody, cacheFor: 'run' }),
				request,
				{ maxPages: pageLimit, goesOn: (page) => !page.some(isMatch) },
			);
			const match = records.find(({ record: listed }) => isMatch(listed));
			return { match, searched: records.length, isWhole: nextCursor === undefined };
		};
		return {
			intent: intentOf(conversations),
			async run(ask) {
				const contactId = ask.idBehind?.(contactLinkName(record.id));
				const searchByContact = async () => {
					if (contactId === undefined) return undefined;
					const request = { ...conversations, query: { contactId } };
					return await search(ask, request).then(({ match }) => match, undefinedIfRefused);
				};
				// The contacts of many items take more requests than the pages of the list, which serve all of them.
				const asksContactFirst = parameters.itemCount <= pageLimit;
				const ofContact = asksContactFirst ? await searchByContact() : undefined;
				if (ofContact) return { records: [ofContact] };
				const { match, searched, isWhole } = await search(ask, conversations);
				const listed = match ?? (asksContactFirst ? undefined : await searchByContact());
				if (listed) return { records: [listed] };
				throw new NotListed(record, 'conversations', searched, isWhole);
			},
		};
	}),
};

/** The access token's user may see a conversation without its contact. @throws the error if it is about something else */
function undefinedIfRefused(error: unknown): undefined {
	const failure = RequestFailed.orThrow(error);
	if (failure.decision?.unreadable === undefined) throw failure;
}
