import { idFilter } from '../../fields/filters';
import { contactId } from '../../fields/resourceLocators';
import { listOperation } from '../list';

/** Conversations, `GET /conversations`. */
export const getAll = listOperation({
	plural: 'conversations',
	path: '/conversations',
	filterFields: [idFilter(contactId({ description: 'Only conversations with this contact' }))],
	sized: false,
	description: 'Get many conversations, optionally those with a contact',
});
