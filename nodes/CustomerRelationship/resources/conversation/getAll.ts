import { idFilter } from '../../fields/filters';
import { contactIdField } from '../../fields/resourceLocators';
import { makeListOperation } from '../shared/listOperation';
import { contactEnrichment } from './includeContact';
import { conversationListRequest } from './conversationList';

/** Conversations, `GET /conversations`. */
export const getAll = makeListOperation({
	...conversationListRequest,
	plural: 'conversations',
	filterFields: [idFilter(contactIdField({ description: 'Only conversations with this contact' }))],
	hasPageSize: false,
	enrichment: contactEnrichment,
	description: 'Get many conversations, optionally those with a contact',
});
