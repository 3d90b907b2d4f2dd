import { idFilter } from '../../fields/filters';
import { contactIdField } from '../../fields/resourceLocators';
import { makeListOperation } from '../shared/listOperation';
import { contactOfConversation } from './includeContact';
import { conversations } from './conversationList';

/** Conversations, `GET /conversations`. */
export const getAll = makeListOperation({
	...conversations,
	plural: 'conversations',
	filterFields: [idFilter(contactIdField({ description: 'Only conversations with this contact' }))],
	hasPageSize: false,
	enrichment: contactOfConversation,
	description: 'Get many conversations, optionally those with a contact',
});
