import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../../typeGuards';
import {
	recordIdOf,
	channelSenderKey,
	conversationSenderKey,
	type ApiRequest,
	type Link,
} from '../../transport/request';
import { assumedProperties } from '../guesses';

/**
 * The request for a page of conversations. It also reads from the answer the contact of each, and which of
 * them share a channel, and so its limit of sends.
 */
export const conversationListRequest: ApiRequest = {
	method: 'GET',
	path: '/conversations',
	scope: 'inbox:read',
	channelsIn: ({ data }) =>
		recordsIn(data).flatMap((conversation) => {
			const channel = conversation[assumedProperties.conversationChannel];
			if (!channel || !conversation.id) return [];
			return [
				{
					conversation: conversationSenderKey(conversation.id),
					channel: channelSenderKey(channel),
				},
			];
		}),
	linksIn: ({ data }) =>
		recordsIn(data).flatMap(({ id, [assumedProperties.conversationContactId]: contactId }) =>
			linksToContact({ conversationId: id, contactId }),
		),
};

/**
 * The name of the link from a conversation to its contact, which stays the same (specification: Conversation
 * and channel).
 */
export const contactLinkName = (conversationId: string): string =>
	`contact of conversation ${conversationId}`;

/** That link as an answer tells it. An answer that does not name both tells none. */
export function linksToContact({ conversationId, contactId }: IDataObject): Link[] {
	const conversation = recordIdOf({ id: conversationId });
	const contact = recordIdOf({ id: contactId });
	if (conversation === undefined || contact === undefined) return [];
	return [{ name: contactLinkName(conversation), id: contact }];
}

const recordsIn = (data: unknown): IDataObject[] =>
	Array.isArray(data) ? data.filter(isObject) : [];
