import { idFilter } from '../../fields/filters';
import { contactId } from '../../fields/resourceLocators';
import { listOperation } from '../list';
import { contactOfConversation } from './contact';
import { conversations } from './listed';

/** Conversations, `GET /conversations`. */
export const getAll = listOperation({
	...conversations,
	plural: 'conversations',
	filterFields: [idFilter(contactId({ description: 'Only conversations with this contact' }))],
	sized: false,
	naming: contactOfConversation,
	description: 'Get many conversations, optionally those with a contact',
});
