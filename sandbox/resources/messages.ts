import { z } from 'zod';
import { ok } from '../http/list';
import { operation, type Answer, type Call } from '../http/operation';
import { sendMessage } from '../messaging/sendMessage';
import { notFound, refuse } from '../rules/errors';
import { mayUseChannel } from '../rules/visibility';
import { isOfficial } from './channels';
import { findConversation, requireConnected } from './conversations';

/** README, "Free text". */
const LONGEST_TEXT = 4096;
const sent = z.object({
	text: z.string().max(LONGEST_TEXT).regex(/\S/, 'must hold something to read'),
});

export const messages = [
	operation({
		method: 'GET',
		path: '/conversations/:id/messages/:messageId',
		scope: 'inbox:read',
		run: (call) => {
			const conversation = findConversation(call, call.params.id);
			const message = call.account.messages.get(call.params.messageId ?? '');
			return message?.conversationId === conversation.id ? ok(message) : notFound('The message');
		},
	}),
	operation({
		method: 'POST',
		path: '/conversations/:id/messages',
		scope: 'inbox:send',
		unshown: { body: 'newMessage', answer: 'sentMessage' },
		body: sent,
		run: send,
	}),
];

/** Free text inside the 24-hour window ("Limits"). */
function send(call: Call<unknown, z.infer<typeof sent>>): Answer {
	const { service, account, user, body } = call;
	const conversation = findConversation(call, call.params.id);
	const channel = account.channels.get(conversation.channelId);
	if (!channel || !mayUseChannel(call, channel)) notFound('The channel');
	requireConnected(channel);
	if (conversation.groupName !== null) {
		refuse('conversation_is_group', 'Messages to a group cannot be sent through the API.');
	}
	const { phone = null } = account.contacts.get(conversation.contactId ?? '') ?? {};
	if (phone && account.optedOut.has(phone)) {
		refuse('recipient_opted_out', 'The contact asked not to receive messages.');
	}
	const { windowExpiresAt } = conversation;
	const isOpen = windowExpiresAt !== null && Date.parse(windowExpiresAt) > service.clock.now();
	if (isOfficial(channel) && !isOpen) {
		refuse(
			'conversation_window_closed',
			'Free text needs a reply of the customer in the last 24 hours; send a template instead.',
		);
	}
	service.limits.requireChannelSlot(channel.id);
	if (!channel.isQueueOn) refuse('queue_unavailable', 'The send queue is down; nothing was sent.');
	account.conversations.update(conversation.id, {
		status: 'open',
		updatedAt: service.clock.timestamp(),
	});
	const { message } = sendMessage(call, {
		conversation,
		channel,
		phone,
		type: 'text',
		text: body.text,
		authorId: user.id,
	});
	return { status: 202, body: message };
}
