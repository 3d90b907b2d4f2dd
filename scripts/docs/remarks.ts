/**
 * What the pages say besides the panel: where the panel has no room, or the rule is the service's. The specification
 * holds them under Endpoints, and the records under Resources and their fields.
 */
export interface ResourceRemarks {
	/** What the records are. */
	about: string;
	/** Properties of a record, each with what it is; other properties come along as the service sends them. */
	record: Array<[property: string, meaning: string]>;
	/** What else there is to know of the record. */
	recordNote?: string;
	/** Those that there is more to say of than their panel does. */
	operations: Record<string, OperationRemarks>;
}

export interface OperationRemarks {
	/** Who may do it, if not everybody whose token has the scope. */
	who?: string;
	/** What the output is, if not the record, or the records of a list. */
	out?: string;
	/** Good to know; a paragraph each. */
	know?: string[];
	/** The error codes to reckon with, besides those of every operation. */
	refusals?: string[];
}

const MANAGERS = 'managers';
const CUSTOM_FIELD_ERRORS = ['unknown_custom_field', 'invalid_custom_field_value'];
const MONEY = 'Give the value either in reais or in cents, not both.';
const TAGS =
	'The API replaces tags as a whole. With **Add Tags** and **Remove Tags** the node reads the record first, and writes only if they change something. Case and blanks around make no other tag: “VIP” and “vip” are one, spelled as the record has it. Executions in one n8n process wait for each other there, so that none of their tags is lost; what somebody else writes between the two requests, in the app or from another process (a worker in queue mode), is replaced: the API has no way to notice it.';
const NAMES =
	'With **Include Names** each pipeline, stage, company and contact is asked for at most once in an execution; where it takes fewer requests their lists are read, 100 to a page.';
const NEWEST_FIRST =
	'Newest first means in the order of their creation. A list that breaks off half-way is an error, never half a list; where one goes on behind **Limit**, a hint says so.';
const SYNC = 'For an incremental sync see [the recipe](../recipes.md#incremental-sync).';

const MESSAGE: Array<[string, string]> = [
	['`id`, `conversationId`', 'The message and its conversation.'],
	['`direction`', '`outbound` for messages sent through the API.'],
	[
		'`type`, `text`',
		'`template` for a template message; its text then has the variables filled in.',
	],
	['`media`', '`null` for template messages.'],
	[
		'`status`',
		'`pending`, `sent`, `delivered`, `read` or `failed`. *Sent* means that the channel took it, not that it arrived.',
	],
	[
		'`error`',
		'On a failed message its `code`, such as `recipient_invalid` or `template_rejected`; otherwise `null`.',
	],
	['`authorId`', 'The user that the access token belongs to.'],
	['`sentAt`, `createdAt`, `updatedAt`', 'Times in UTC.'],
];

export const remarks: Record<string, ResourceRemarks> = {
	channel: {
		about:
			'The numbers and accounts through which messages travel: official business messaging, QR-code messaging, social networks, e-mail. Template messages need an official channel.',
		record: [['`id`', 'What **Channel** takes when a conversation is started.']],
		recordNote: 'The service’s specification shows no other property of a channel.',
		operations: {
			getAll: {
				know: [
					'To send through a certain number you need not list the channels first: *Conversation > Start* has a dropdown of them.',
				],
			},
		},
	},
	company: {
		about:
			'Customers that are legal entities, known by their CNPJ. A company is never deleted: it is deactivated, and stays linked to its contacts and deals.',
		record: [
			['`id`', 'Never changes.'],
			['`isActive`', '`false` once it is deactivated.'],
			['`cnpj`', 'Digits only, or `null`. Unique in the account, deactivated companies included.'],
			['`address`', 'An object of address parts.'],
			['`emails`, `phones`', 'Lists.'],
			['`customFields`', 'By slug.'],
			['`ownerId`', 'The user who owns it, or `null`.'],
		],
		recordNote:
			'The specification does not show what the service calls the legal and the trade name; the node sends `legalName` and `tradeName`. If your service calls them otherwise, send them under **Additional Body**.',
		operations: {
			create: {
				know: [
					'Without **Owner ID** a seller becomes the owner; a manager’s company has none. A seller can only create companies of their own.',
				],
				refusals: ['cnpj_already_in_use', 'owner_not_found', ...CUSTOM_FIELD_ERRORS],
			},
			upsert: {
				out: 'the company; **Include Response Details** tells in `_response.created` whether it is new',
				know: [
					'The company with the same CNPJ is looked for, deactivated ones included; only what you give is changed in it, and a deactivated one stays deactivated. With the CNPJ alone an existing company is given out as it is. If somebody else creates it at that moment, the node looks again and updates it.',
					'An **Idempotency Key** of your own goes out with `:create` or `:update` behind it. A company that the access token’s user does not see is not found, and can’t be created either: the answer is then [`cnpj_already_in_use`](../errors.md#cnpj_already_in_use).',
				],
				refusals: ['cnpj_already_in_use', 'owner_not_found', ...CUSTOM_FIELD_ERRORS],
			},
			deactivate: {
				who: MANAGERS,
				out: 'the company, with `isActive: false`',
				know: ['Doing it again gives the same company, without an error.'],
			},
			getAll: {
				know: [
					'A manager sees all companies of the account; a seller those they own, those of their deals and those of the contacts they see.',
					`${NEWEST_FIRST} ${SYNC}`,
				],
			},
			update: {
				know: [
					'Address parts are replaced one by one, **Emails** and **Phones** as a whole. Only managers change the owner.',
				],
				refusals: ['cnpj_already_in_use', 'owner_not_found', ...CUSTOM_FIELD_ERRORS],
			},
		},
	},
	contact: {
		about: 'People. A phone belongs to one contact only, however it is written.',
		record: [
			['`id`', 'Never changes. The `contact.created` event calls it `contactId`.'],
			['`name`', 'Text.'],
			['`phone`', 'Or `null`. Unique among the contacts.'],
			['`email`', 'Or `null`.'],
			['`tags`', 'A list of texts.'],
			['`customFields`', 'By slug.'],
			['`companyId`', 'The company it is linked to, or `null`.'],
			['`ownerId`', 'The user who owns it, or `null`.'],
		],
		operations: {
			upsert: {
				who: MANAGERS,
				out: 'the contact; **Include Response Details** tells in `_response.created` whether it is new',
				know: [
					'The service looks for an existing contact by **Phone**, with or without mask and country code. By **Email** it looks only when no phone is given, or when the contact with that email has no phone. A contact with a different phone is never overwritten: a new one is created.',
					'At least one of **Name**, **Phone** and **Email** is needed. With a name alone every run creates a contact. A new contact triggers the event `contact.created`.',
				],
				refusals: [
					'phone_already_in_use',
					'company_not_found',
					'owner_not_found',
					...CUSTOM_FIELD_ERRORS,
				],
			},
			getAll: {
				know: [
					'A manager sees all contacts; a seller those they own and the primary contacts of their deals.',
					`${NEWEST_FIRST} ${SYNC}`,
				],
			},
			update: {
				who: MANAGERS,
				know: [
					'Only what you give changes. To empty a field, name it under **Clear Fields**: an empty text or an expression without a result clears nothing.',
					`${TAGS} For contacts *Create or Update* is the way around that, if all use it: there the service itself adds the tags, and waits for nobody’s **Add Tags**.`,
				],
				refusals: [
					'phone_already_in_use',
					'company_not_found',
					'owner_not_found',
					...CUSTOM_FIELD_ERRORS,
				],
			},
		},
	},
	conversation: {
		about:
			'The inbox. A conversation belongs to one contact and one channel; it begins with a template message, and free text is possible for 24 hours after each reply of the customer.',
		record: [
			[
				'`conversationId`, `conversationCreated`',
				'The conversation, and whether it is new. One that existed is used again and reopened.',
			],
			['`contactId`, `contactCreated`', 'The contact, and whether it is new.'],
			['`message`', 'The [message](message.md#what-a-message-holds), at first `pending`.'],
		],
		recordNote:
			'The specification does not show the properties of the conversations that **Get Many** lists. A message names its conversation and no contact: keep `conversationId` beside `contactId` when you start one.',
		operations: {
			getAll: {
				know: [
					'Whether a contact has any conversation yet: filter by **Contact** and set **Limit** to 1.',
				],
			},
			start: {
				out: 'the conversation, the contact and the message, as [below](#what-start-gives-out)',
				know: [
					'The node never sends one twice for the same item, whatever breaks on the way. So that a *second execution* does not send again either, give a key of your own as **Idempotency Key**, as in [Retry-safe sends](../recipes.md#retry-safe-sends).',
					'The answer means that the message is queued, not that it has arrived. How it ends is told by the events `message.sent` and `message.failed`, or by **Wait for Outcome**.',
					'A number that is not known becomes a contact, and `contact.created` is triggered. On a refusal nothing is created: no contact, no conversation, no message. (But for `queue_unavailable`, which leaves a message that failed.)',
					'A channel sends 30 messages a minute. The node keeps to that: 300 items take about ten minutes.',
					'A seller who does not see all conversations reaches contacts without owner and their own only.',
				],
				refusals: [
					'template_not_found',
					'template_params_mismatch',
					'template_not_supported',
					'recipient_opted_out',
					'channel_not_official',
					'no_official_channel',
					'channel_disconnected',
					'contact_in_other_wallet',
					'conversation_with_other_user',
					'queue_unavailable',
				],
			},
		},
	},
	deal: {
		about:
			'Sales opportunities. A deal stands in one stage of one pipeline, and is open, won or lost. It moves through the open stages with **Move** and leaves the board with **Win** or **Lose**.',
		record: [
			['`id`, `title`', ''],
			['`pipelineId`, `stageId`', 'Where it stands.'],
			['`status`', '`open`, `won` or `lost`.'],
			['`ownerId`', 'The user responsible for it.'],
			['`contactId`, `companyId`', 'Primary contact and company.'],
			['`valueCents`, `currency`', 'Whole cents, and `BRL`.'],
			['`tags`, `customFields`', 'A list of texts; values by slug.'],
		],
		operations: {
			create: {
				know: [
					`Pick a **Pipeline**, a **Stage** or both; a stage has to be an open one. ${MONEY}`,
					'Without **Owner ID** a seller becomes responsible; for a manager the account’s lead round-robin decides when it is on, and otherwise the manager does. A seller can only create deals of their own.',
					'Creating a deal triggers the event `deal.created` and the account’s *deal created* automations.',
				],
				refusals: [
					'missing_required_custom_fields',
					'stage_not_in_pipeline',
					'stage_is_final',
					'pipeline_inactive',
					'contact_not_found',
					'company_not_found',
					'owner_not_found',
					...CUSTOM_FIELD_ERRORS,
				],
			},
			delete: {
				who: MANAGERS,
				out: '`deleted: true` and what the service answers',
				know: ['This can’t be undone. Linked conversations are left without a deal.'],
			},
			getAll: {
				know: [
					'A manager sees all deals of the account, a seller those they are responsible for.',
					`${NEWEST_FIRST} ${SYNC}`,
					NAMES,
				],
			},
			lose: {
				refusals: ['pipeline_without_lost_stage', 'lost_reason_not_found'],
			},
			move: {
				know: [
					'With a deal picked from the list, the dropdown shows the stages of its pipeline; with an expression, those of all pipelines, each behind its pipeline’s name. See [the recipe](../recipes.md#deal-board-moves).',
				],
				refusals: ['stage_is_final', 'stage_not_in_pipeline', 'stage_not_found'],
			},
			update: {
				know: [`${MONEY} Only managers change the owner; the new one is notified.`, TAGS],
				refusals: [
					'stage_change_not_allowed',
					'contact_not_found',
					'company_not_found',
					'owner_not_found',
					...CUSTOM_FIELD_ERRORS,
				],
			},
			win: { refusals: ['pipeline_without_won_stage'] },
		},
	},
	message: {
		about:
			'What is written in a conversation. The first message is a template, by *Conversation > Start*; free text follows within 24 hours of the customer’s last message.',
		record: MESSAGE,
		operations: {
			get: {
				know: [
					'A seller who does not serve the channel’s department does not find messages of a new conversation without owner.',
				],
			},
			send: {
				out: 'what the service answers: the message, as far as is known',
				know: [
					'The event `message.received` opens the 24 hours. Outside of them the service refuses; what code it gives is not specified.',
					'Each send counts towards the channel’s 30 messages a minute.',
				],
				refusals: ['recipient_opted_out', 'channel_disconnected', 'queue_unavailable'],
			},
		},
	},
	pipeline: {
		about:
			'Sales boards. Each has its stages, from left to right: the open ones in their order, then won, then lost.',
		record: [
			['`id`', 'Never changes.'],
			['`isActive`', '`false` once it is deactivated; it then takes no new deal.'],
			['`order`', 'Its place in the list, behind the default pipeline.'],
		],
		recordNote:
			'A stage has an `id`, too. The specification does not show its other properties; its place in the list tells where it stands on the board.',
		operations: {
			getAll: {
				know: ['Managers and sellers see the same ones.'],
			},
			getStages: {
				out: 'the stages, an item each',
				know: ['It works for a deactivated pipeline, too.'],
			},
		},
	},
};
