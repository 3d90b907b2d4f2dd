import type { IDataObject } from 'n8n-workflow';
import { optionsOf } from '../../fields/options';
import { conversationId } from '../../fields/resourceLocators';
import { asking, wholeBody } from '../../transport/ask';
import { NotListed, readList } from '../../transport/pages';
import { recordId } from '../../transport/request';
import { withNames } from '../shared/includeNames';
import type { Operation } from '../shared/operation';
import { chosenRecord } from '../shared/parameters';
import { intentOf } from '../shared/prepared';
import { contactOfConversation } from './includeContact';
import { conversations } from './conversationList';

const conversation = conversationId({
	required: true,
	description: 'The conversation to get',
	hint: 'After an event about a message choose By ID and give {{ $json.data.conversationId }}',
});

/** Most pages to read for the items of a run, all together. */
const MAX_PAGES = 20;

/**
 * Conversations, `GET /conversations`: the specification shows no way to ask for one by its ID, so the list is read until
 * it is there. All items of a run share its pages.
 */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get conversation',
	description:
		'Get a conversation by its ID, with its contact if you want. The node searches up to 20 pages of the list for it.',
	kind: 'read',
	properties: [conversation.property, optionsOf('read', [contactOfConversation.field])],
	prepare: withNames(contactOfConversation, (parameters) => {
		const record = chosenRecord(parameters, conversation);
		const isWanted = (listed: IDataObject) => recordId(listed) === record.id;
		return {
			intent: intentOf(conversations),
			async run(ask) {
				const { records, nextCursor } = await readList(
					asking(ask, { cacheAs: wholeBody, cacheFor: 'run' }),
					conversations,
					{ maxPages: MAX_PAGES, goesOn: (page) => !page.some(isWanted) },
				);
				const found = records.find((one) => isWanted(one.record));
				if (found) return { records: [found] };
				const isWhole = nextCursor === undefined;
				throw new NotListed(record, 'conversations', records.length, isWhole);
			},
		};
	}),
};
