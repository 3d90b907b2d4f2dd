import {
	BOOLEAN,
	INTEGER,
	LIST,
	OBJECT,
	OBJECT_OR_NULL,
	shownTypes,
	TEXT,
	TEXT_OR_NULL,
	TEXTS,
	type RecordRows,
} from './propertyTypes';

const MESSAGE: RecordRows = [
	[{ id: TEXT, conversationId: TEXT }, 'The message and its conversation.'],
	[{ direction: TEXT }, '`outbound` for messages sent through the API.'],
	[
		{ type: TEXT, text: TEXT },
		'`template` for a template message; its text then has the variables filled in.',
	],
	[{ media: OBJECT_OR_NULL }, '`null` for template messages.'],
	[
		{ status: TEXT },
		'`pending`, `sent`, `delivered`, `read` or `failed`. *Sent* means that the channel took it, not that it arrived.',
	],
	[
		{ error: { ...OBJECT_OR_NULL, properties: { code: TEXT } } },
		'On a failed message its `code`, such as `recipient_invalid` or `template_rejected`; otherwise `null`.',
	],
	[{ authorId: TEXT }, 'The user that the access token belongs to.'],
	[{ sentAt: TEXT_OR_NULL, createdAt: TEXT, updatedAt: TEXT }, 'Times in UTC.'],
	[
		{ internal: BOOLEAN, scheduledFor: TEXT_OR_NULL },
		'`scheduledFor` is `null` for messages sent through the API.',
	],
];

/** The properties of each resource's record (specification: Resources and their fields). */
export const records: Record<string, RecordRows> = {
	channel: [[{ id: TEXT }, 'What **Channel** takes in *Conversation > Send Template*.']],
	company: [
		[{ id: TEXT }, 'Never changes.'],
		[{ isActive: BOOLEAN }, '`false` once it is deactivated.'],
		[
			{ cnpj: TEXT_OR_NULL },
			'Digits only, or `null`. Unique in the account, deactivated companies included.',
		],
		[{ address: OBJECT }, 'An object of address parts.'],
		[{ emails: LIST, phones: LIST }, 'Lists.'],
		[{ customFields: OBJECT }, 'By field ID, which the service calls slug.'],
		[{ ownerId: TEXT_OR_NULL }, 'The user who owns it, or `null`.'],
	],
	contact: [
		[{ id: TEXT }, 'Never changes. The `contact.created` event calls it `contactId`.'],
		[{ name: TEXT }, 'Text.'],
		[{ phone: TEXT_OR_NULL }, 'Or `null`. Unique among the contacts.'],
		[{ email: TEXT_OR_NULL }, 'Or `null`.'],
		[{ tags: TEXTS }, 'A list of texts.'],
		[{ customFields: OBJECT }, 'By field ID, which the service calls slug.'],
		[{ companyId: TEXT_OR_NULL }, 'The company it is linked to, or `null`.'],
		[{ ownerId: TEXT_OR_NULL }, 'The user who owns it, or `null`.'],
	],
	conversation: [
		[
			{ conversationId: TEXT, conversationCreated: BOOLEAN },
			'The conversation, and whether it is new. One that existed is used again and reopened.',
		],
		[{ contactId: TEXT, contactCreated: BOOLEAN }, 'The contact, and whether it is new.'],
		[
			{ message: { type: 'object', properties: shownTypes(MESSAGE) } },
			'The [message](message.md#what-a-message-holds), at first `pending`.',
		],
	],
	deal: [
		[{ id: TEXT, title: TEXT }, ''],
		[{ pipelineId: TEXT, stageId: TEXT }, 'Where it stands.'],
		[{ status: TEXT }, '`open`, `won` or `lost`.'],
		[{ ownerId: TEXT }, 'The user responsible for it.'],
		[{ contactId: TEXT_OR_NULL, companyId: TEXT_OR_NULL }, 'Primary contact and company.'],
		[{ valueCents: INTEGER, currency: TEXT }, 'Whole cents, and `BRL`.'],
		[{ tags: TEXTS, customFields: OBJECT }, 'A list of texts; values by field ID.'],
	],
	message: MESSAGE,
	pipeline: [
		[{ id: TEXT }, 'Never changes.'],
		[{ isActive: BOOLEAN }, '`false` once it is deactivated. It then takes no new deals.'],
		[{ order: undefined }, 'Its place in the list, behind the default pipeline.'],
	],
};

/** Operations whose answer the specification does not show. */
export const ANSWER_IS_NOT_SHOWN = new Set([
	'channel.getAll',
	'conversation.get',
	'conversation.getAll',
	'deal.delete',
	'deal.lose',
	'deal.move',
	'deal.win',
	'message.send',
	'pipeline.getStages',
]);
