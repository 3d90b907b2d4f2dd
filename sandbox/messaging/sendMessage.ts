import type { Call } from '../http/operation';
import type { Channel, Conversation, Message } from '../model';

interface Draft {
	conversation: Conversation;
	channel: Channel;
	/** The customer's, E.164. */
	phone: string | null;
	type: Message['type'];
	text: string;
	authorId: string;
}

/**
 * Records a pending message and queues it; it counts against the channel's limit.
 * When the queue refuses it afterwards (a fault), it stays in the conversation as failed.
 */
export function sendMessage(call: Call, draft: Draft): { message: Message; isRefused: boolean } {
	const { service, account, method, path } = call;
	const { conversation, channel, phone, type, text, authorId } = draft;
	const stamp = service.stamp('msg');
	service.limits.takeChannelSlot(channel.id);
	const message = account.messages.insert({
		...stamp,
		conversationId: conversation.id,
		direction: 'outbound',
		type,
		text,
		media: null,
		status: 'pending',
		error: null,
		internal: false,
		authorId,
		scheduledFor: null,
		sentAt: stamp.createdAt,
	});
	if (type === 'template' && service.faults.strike('queueRefuses', method, path)) {
		return {
			message: service.outbox.fail(account, message.id, 'queue_unavailable'),
			isRefused: true,
		};
	}
	const asked = service.faults.strike('messageFails', method, path)?.code;
	const isUndeliverable = phone !== null && account.undeliverable.has(phone);
	service.outbox.queue(
		account,
		message.id,
		asked ?? (isUndeliverable ? 'recipient_invalid' : undefined),
	);
	return { message, isRefused: false };
}
