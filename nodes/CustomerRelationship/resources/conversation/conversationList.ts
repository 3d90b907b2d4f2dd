import { isObject } from '../../typeGuards';
import { viaChannel, viaConversation, type ApiRequest } from '../../transport/request';
import { guessed } from '../guesses';

/** Asks for a page of conversations, which also tells which of them share a channel, and so its limit of sends. */
export const conversations: ApiRequest = {
	method: 'GET',
	path: '/conversations',
	scope: 'inbox:read',
	sendersIn: ({ data }) =>
		(Array.isArray(data) ? data.filter(isObject) : []).flatMap((conversation) => {
			const channel = conversation[guessed.conversationChannel];
			if (!channel || !conversation.id) return [];
			return [{ conversation: viaConversation(conversation.id), channel: viaChannel(channel) }];
		}),
};
