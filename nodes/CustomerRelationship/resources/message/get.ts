import { idField } from '../../fields/id';
import { conversationIdField } from '../../fields/resourceLocators';
import { optionsOf } from '../../fields/options';
import { getByIdRequest, path } from '../../transport/request';
import type { Operation } from '../shared/operation';
import { chosenId } from '../shared/parameters';
import { oneRequest } from '../shared/prepared';

const conversation = conversationIdField({
	required: true,
	description: 'The conversation that holds the message',
});
const message = idField({
	displayName: 'Message ID',
	name: 'messageId',
	required: true,
	placeholder: 'e.g. 8f14e45f',
	description: 'The message to get',
});

/** Conversations, `GET /conversations/{id}/messages/{messageId}`. */
export const get: Operation = {
	name: 'Get',
	value: 'get',
	action: 'Get message',
	description: 'Get a message with its status: pending, sent, delivered, read or failed',
	kind: 'read',
	properties: [conversation.property, message.property, optionsOf('read')],
	prepare: (parameters) =>
		oneRequest({
			...getByIdRequest(path`/conversations/${chosenId(parameters, conversation)}/messages`, {
				id: chosenId(parameters, message),
			}),
			scope: 'inbox:read',
		}),
};
