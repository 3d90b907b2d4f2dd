import { z } from 'zod';
import { pagingQuery, queryId } from '../http/fields';
import { listPage } from '../http/list';
import { operation, type Answer, type Call } from '../http/operation';
import { sendMessage } from '../messaging/sendMessage';
import { fillIn } from '../messaging/templateCatalogue';
import type { Channel, Contact, Conversation } from '../model';
import type { Viewer } from '../rules/authentication';
import { notFound, refuse } from '../rules/errors';
import { parsePhone } from '../rules/phones';
import { mayUseChannel, seesAllConversations, seesConversation } from '../rules/visibility';
import { isOfficial, isUsable } from './channels';
import { createContact } from './contacts';

/** Shown whole by the specification, so an unknown property is refused (README, "Unknown properties"). */
const started = z
	.object({
		phone: z.string().min(1),
		template: z
			.object({
				name: z.string().min(1),
				language: z.string().min(1),
				params: z.array(z.union([z.string(), z.number().transform(String)])).default([]),
			})
			.strict(),
		name: z.string().max(1000).nullish(),
		channelId: z.string().max(64).nullish(),
		assignToSelf: z.boolean().nullish(),
	})
	.strict();

type StartCall = Call<unknown, z.infer<typeof started>>;

export const conversations = [
	operation({
		method: 'GET',
		path: '/conversations',
		scope: 'inbox:read',
		unshown: { query: 'conversationQuery', answer: 'conversation' },
		query: { ...pagingQuery, contactId: queryId },
		run: (call) =>
			listPage(
				call,
				call.account.conversations,
				(conversation) =>
					conversation.status !== 'deleted' &&
					(call.query.contactId === undefined || conversation.contactId === call.query.contactId) &&
					seesConversation(call, conversation),
			),
	}),
	operation({
		method: 'POST',
		path: '/conversations',
		scope: 'inbox:send',
		storage: 'conversationStart',
		body: started,
		run: start,
	}),
];

/** "POST /conversations". Every refusal comes before anything is created (rule 8). */
function start(call: StartCall): Answer {
	const { service, account, user, body } = call;
	const phone = parsePhone(body.phone, 'phone', service.behaviour);
	const channel = chooseChannel(call, sentChannel(call));
	const { name, language, params } = body.template;
	const template = service.templates.find(
		account,
		channel.messagingAccountId ?? '',
		name,
		language,
	);
	const text = fillIn(template, params);
	const known = account.contacts.where('phone', phone)[0];
	const existing = known && conversationOn(call, known, channel);
	requireMayWrite(call, phone, known, existing);
	service.limits.requireChannelSlot(channel.id);
	if (!channel.isQueueOn) refuse('queue_unavailable', 'The send queue is down; nothing was sent.');

	const contact = known
		? nameIfNameless(call, known)
		: createContact(service, account, { phone, name: body.name ?? '' });
	const conversation = existing ? reopen(call, existing) : open(call, contact, channel);
	const { message, isRefused } = sendMessage(call, {
		conversation,
		channel,
		phone,
		type: 'template',
		text,
		authorId: user.id,
	});
	if (isRefused) {
		refuse('queue_unavailable', 'The send queue refused the message, which stays as failed.');
	}
	return {
		status: 202,
		body: {
			conversationId: conversation.id,
			conversationCreated: !existing,
			contactId: contact.id,
			contactCreated: !known,
			message,
		},
	};
}

/** An empty id is no id: the message would go out through whatever channel is the first. */
function sentChannel({ service, body }: StartCall): string | undefined {
	if (body.channelId === '' && !service.behaviour.isTurned('emptyChannelIsNone')) {
		refuse('invalid_parameter', 'channelId is empty.', 'channelId');
	}
	return body.channelId || undefined;
}

/** Rules 1 and 5; without `channelId` the first active official channel that the user may use. */
function chooseChannel(viewer: Viewer, channelId: string | undefined): Channel {
	const { channels } = viewer.account;
	if (channelId === undefined) {
		const first = [...channels].find(
			(one) => isOfficial(one) && isUsable(one) && mayUseChannel(viewer, one),
		);
		return first ?? refuse('no_official_channel', 'You may use no active official channel.');
	}
	const channel = channels.get(channelId);
	if (!channel || !mayUseChannel(viewer, channel)) {
		refuse('resource_not_found', 'The channel was not found.', 'channelId');
	}
	if (!isOfficial(channel)) {
		refuse('channel_not_official', 'channelId is not an official business channel.', 'channelId');
	}
	requireConnected(channel);
	return channel;
}

export function requireConnected(channel: Channel): void {
	if (!isUsable(channel)) {
		refuse(
			'channel_disconnected',
			'The channel is off or needs to be connected again.',
			'channelId',
		);
	}
}

/** Rule 5: whom the token's owner may write to. */
function requireMayWrite(
	viewer: StartCall,
	phone: string,
	contact: Contact | undefined,
	conversation: Conversation | undefined,
): void {
	const { account, user } = viewer;
	const isOthers = (ownerId: string | null | undefined) => !!ownerId && ownerId !== user.id;
	if (!seesAllConversations(viewer)) {
		if (isOthers(contact?.ownerId)) {
			refuse('contact_in_other_wallet', "The contact is in another seller's portfolio.", 'phone');
		}
		if (isOthers(conversation && ownerOf(viewer, conversation))) {
			refuse('conversation_with_other_user', 'The conversation is with another seller.', 'phone');
		}
	}
	if (account.optedOut.has(phone)) {
		refuse('recipient_opted_out', 'The contact asked not to receive messages.', 'phone');
	}
}

/** `name` is used only when the contact is new or has no name. */
function nameIfNameless({ service, account, body }: StartCall, contact: Contact): Contact {
	if (contact.name !== '' || !body.name) return contact;
	const updatedAt = service.clock.timestamp();
	return account.contacts.update(contact.id, { name: body.name, updatedAt });
}

function conversationOn({ account }: Viewer, contact: Contact, channel: Channel) {
	return account.conversations
		.where('contactId', contact.id)
		.find((conversation) => conversation.channelId === channel.id);
}

/** A conversation that already existed, even closed or deleted, is reused and reopened. */
function reopen(call: StartCall, existing: Conversation): Conversation {
	const { service, account, user, body } = call;
	return account.conversations.update(existing.id, {
		status: 'open',
		ownerId: body.assignToSelf ? user.id : ownerOf(call, existing),
		updatedAt: service.clock.timestamp(),
	});
}

/** Only "a new conversation has no owner": a closed one keeps its own (README, `reopenedIsUnowned`). */
function ownerOf({ service }: StartCall, { status, ownerId }: Conversation): string | null {
	return status !== 'open' && service.behaviour.isTurned('reopenedIsUnowned') ? null : ownerId;
}

function open(call: StartCall, contact: Contact, channel: Channel): Conversation {
	const { service, account, user, body } = call;
	return account.conversations.insert({
		...service.stamp('cnv'),
		contactId: contact.id,
		groupName: null,
		channelId: channel.id,
		departmentId: channel.defaultDepartmentId,
		ownerId: body.assignToSelf ? user.id : null,
		dealId: null,
		status: 'open',
		windowExpiresAt: null,
	});
}

/** A conversation within the viewer's sight, or 404. */
export function findConversation(viewer: Viewer, id = ''): Conversation {
	const conversation = viewer.account.conversations.get(id);
	return conversation && conversation.status !== 'deleted' && seesConversation(viewer, conversation)
		? conversation
		: notFound('The conversation');
}
