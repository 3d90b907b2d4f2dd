import type { Call } from '../http/operation';
import type { Channel, Conversation, Message, User } from '../model';
import type { Service } from '../service';
import type { Account } from '../store/account';

interface Written {
	conversation: Conversation;
	type: Message['type'];
	text: string;
	authorId: string;
}

interface Draft extends Written {
	channel: Channel;
	/** The customer's, E.164. */
	phone: string | null;
}

/**
 * Records a pending message and queues it; it counts against the channel's limit.
 * When the queue refuses it afterwards (a fault), it stays in the conversation as failed.
 */
export function sendMessage(call: Call, draft: Draft): { message: Message; isRefused: boolean } {
	const { service, account, method, path } = call;
	const { channel, phone, type } = draft;
	service.limits.takeChannelSlot(channel.id);
	const message = record(service, account, draft);
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

/**
 * A user writes in the service's own app: the message ends `sent` and tells `message.sent`. No rule
 * of the API, limit or fault applies.
 */
export function writeAsUser(
	service: Service,
	account: Account,
	{ conversation, user, text }: { conversation: Conversation; user: User; text: string },
): Message {
	const message = record(service, account, { conversation, type: 'text', text, authorId: user.id });
	account.conversations.update(conversation.id, { status: 'open', updatedAt: message.createdAt });
	service.outbox.queue(account, message.id);
	return message;
}

function record(service: Service, account: Account, written: Written): Message {
	const { conversation, type, text, authorId } = written;
	const stamp = service.stamp('msg');
	return account.messages.insert({
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
}
