import type { IDataObject } from 'n8n-workflow';
import { optionsOf } from '../../fields/options';
import { conversationId } from '../../fields/resourceLocators';
import { NotListed } from '../../transport/pages';
import { readList } from '../../transport/pagesOfPlan';
import { marked, whole } from '../../transport/plan';
import { recordId } from '../../transport/request';
import { withNames } from '../names';
import { chosenRecord, type Operation } from '../operation';
import { contactOfConversation } from './contact';
import { conversations } from './listed';

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
	plan: withNames(contactOfConversation, function* (parameters) {
		const record = chosenRecord(parameters, conversation);
		const isIt = (listed: IDataObject) => recordId(listed) === record.id;
		const pages = readList(conversations, {
			maxPages: MAX_PAGES,
			goesOn: (page) => !page.some(isIt),
		});
		const { records, nextCursor } = yield* marked(pages, { sharedAs: whole, inRunOnly: true });
		const found = records.find((one) => isIt(one.record));
		if (!found)
			throw new NotListed(record, 'conversations', records.length, nextCursor === undefined);
		return { records: [found] };
	}),
};
