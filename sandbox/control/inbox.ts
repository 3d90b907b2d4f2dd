import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { receiveMessage } from '../messaging/receiveMessage';
import { writeAsUser } from '../messaging/sendMessage';
import type { Conversation } from '../model';
import type { Service } from '../service';
import { unknownId } from './refused';

const replySchema = z
	.object({ conversationId: z.string(), text: z.string().trim().min(1).nullable() })
	.strict();
const teamMessageSchema = z
	.object({ conversationId: z.string(), text: z.string().trim().min(1), userId: z.string() })
	.strict();
const conversationSchema = z
	.object({
		status: z.enum(['open', 'closed', 'deleted']),
		ownerId: z.string().nullable(),
		dealId: z.string().nullable(),
	})
	.partial()
	.strict();
const channelSchema = z
	.object({ isConnected: z.boolean(), needsReconnecting: z.boolean(), isQueueOn: z.boolean() })
	.partial()
	.strict();
const templateSchema = z.object({ isApproved: z.boolean() }).strict();

/** Newest first; all of them when not limited. */
const listSchema = z.object({ limit: z.coerce.number().int().min(1).optional() }).strict();

type ById = { Params: { id: string } };

/** The inbox as the service's own app has it, both sides of a conversation, channels and templates. */
export function inboxRoutes(service: Service) {
	const account = service.mainAccount;
	const find = (id: string) => account.conversations.get(id) ?? unknownId('conversation');
	const withNewest = (conversation: Conversation) => {
		const contact = account.contacts.get(conversation.contactId ?? '');
		const messages = account.messages.where('conversationId', conversation.id);
		return {
			...conversation,
			contactName: conversation.groupName ?? contact?.name ?? '',
			contactPhone: contact?.phone ?? null,
			contactTags: contact?.tags ?? [],
			ownerName: account.users.get(conversation.ownerId ?? '')?.name ?? null,
			channelName: account.channels.get(conversation.channelId)?.name ?? '',
			messageCount: messages.length,
			lastMessage: messages.at(-1) ?? null,
		};
	};
	return async (app: FastifyInstance): Promise<void> => {
		app.get('/conversations', (request) => {
			const { limit = account.conversations.size } = listSchema.parse(request.query);
			return account.conversations.page({ limit }).records.map(withNewest);
		});
		app.get('/messages', () => [...account.messages]);
		app.get<ById>('/conversations/:id/messages', (request) =>
			account.messages.where('conversationId', find(request.params.id).id),
		);
		app.patch<ById>('/conversations/:id', (request) => {
			const { id } = find(request.params.id);
			const changes = conversationSchema.parse(request.body ?? {});
			const { ownerId, dealId } = changes;
			if (ownerId && !account.users.get(ownerId)) unknownId('user');
			if (dealId && !account.deals.get(dealId)) unknownId('deal');
			return account.conversations.update(id, changes);
		});
		app.post('/customer-messages', (request) => {
			const { conversationId, text } = replySchema.parse(request.body ?? {});
			return receiveMessage(service, account, find(conversationId), text);
		});
		app.post('/team-messages', (request) => {
			const { conversationId, text, userId } = teamMessageSchema.parse(request.body ?? {});
			const conversation = find(conversationId);
			const user = account.users.get(userId) ?? unknownId('user');
			return writeAsUser(service, account, { conversation, user, text });
		});
		app.get('/channels', () => [...account.channels]);
		app.patch<ById>('/channels/:id', (request) => {
			const { id } = account.channels.get(request.params.id) ?? unknownId('channel');
			return account.channels.update(id, channelSchema.parse(request.body ?? {}));
		});
		app.get('/templates', () => [...account.templates]);
		app.patch<ById>('/templates/:id', (request) => {
			const { id } = account.templates.get(request.params.id) ?? unknownId('template');
			return account.templates.update(id, templateSchema.parse(request.body ?? {}));
		});
	};
}
