import type { Conversation, Message } from '../model';
import type { Service } from '../service';
import { timestampOf } from '../clock';
import type { Account } from '../store/account';

/** "Free-text window". */
const WINDOW_MS = 24 * 60 * 60 * 1000;

/**
 * The customer replied: opens the 24-hour window and tells `message.received`.
 * @param text null for a picture
 */
export function receiveMessage(
	service: Service,
	account: Account,
	conversation: Conversation,
	text: string | null,
): Message {
	const stamp = service.stamp('msg');
	const message = account.messages.insert({
		...stamp,
		conversationId: conversation.id,
		direction: 'inbound',
		type: text === null ? 'image' : 'text',
		text: text ?? '',
		media: text === null ? { mimeType: 'image/jpeg' } : null,
		status: 'delivered',
		error: null,
		internal: false,
		authorId: null,
		scheduledFor: null,
		sentAt: stamp.createdAt,
	});
	account.conversations.update(conversation.id, {
		status: 'open',
		windowExpiresAt: timestampOf(service.clock.now() + WINDOW_MS),
		updatedAt: stamp.createdAt,
	});
	service.deliveries.emit(account, 'message.received', message);
	return message;
}
