import { isObject } from '../../fields/field';
import { idFilter } from '../../fields/filters';
import { contactId } from '../../fields/resourceLocators';
import { viaChannel, viaConversation } from '../../transport/request';
import { guessed } from '../guesses';
import { listOperation } from '../list';

/** Conversations, `GET /conversations`. */
export const getAll = listOperation({
	plural: 'conversations',
	path: '/conversations',
	scope: 'inbox:read',
	filterFields: [idFilter(contactId({ description: 'Only conversations with this contact' }))],
	sized: false,
	sendersIn: ({ data }) =>
		(Array.isArray(data) ? data.filter(isObject) : []).flatMap((conversation) => {
			const channel = conversation[guessed.conversationChannel];
			if (!channel || !conversation.id) return [];
			return [{ conversation: viaConversation(conversation.id), channel: viaChannel(channel) }];
		}),
	description: 'Get many conversations, optionally those with a contact',
});
