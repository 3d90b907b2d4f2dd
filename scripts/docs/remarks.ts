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

/**
 * What the pages say besides the panel: where the panel has no room, or the rule is the service's. The specification
 * holds them under Endpoints, and the records under Resources and their fields.
 */
export interface ResourceRemarks {
	/** What the records are. */
	about: string;
	/** Properties of a record, each with what it is; other properties come along as the service sends them. */
	record: RecordRows;
	/** What else there is to know of the record. */
	recordNote?: string;
	/** Those that there is more to say of than their panel does. */
	operations: Record<string, OperationRemarks>;
}

export interface OperationRemarks {
	/** Who may do it, if not everybody whose token has the scope. */
	who?: string;
	/** The specification does not show what the service answers. */
	answerIsNotShown?: true;
	/** What the output is, if not the record, or the records of a list. */
	out?: string;
	/** Good to know; a paragraph each. */
	know?: string[];
	/** The error codes to reckon with, besides those of every operation. */
	refusals?: string[];
}

const MANAGERS = 'managers';
const CUSTOM_FIELD_ERRORS = ['unknown_custom_field', 'invalid_custom_field_value'];
const NEW_DEAL_ERRORS = [
	...['missing_required_custom_fields', 'stage_not_in_pipeline', 'stage_is_final'],
	...['pipeline_inactive', 'contact_not_found', 'company_not_found', 'owner_not_found'],
	...CUSTOM_FIELD_ERRORS,
];
const MONEY = 'Give the value either in reais or in cents, not both.';
const TAGS =
	'**Tags (Replace All)** replaces all tags. **Add Tags** and **Remove Tags** change some: the node reads the record first, and writes only if something changes. “VIP” and “vip” are one tag, spelled as the record has it. Executions of one n8n wait for each other, so none of their tags is lost. But if somebody changes the tags in the app at that same moment, or another worker does in queue mode, their change is lost: the API has no way to notice it.';
const NAMES =
	'With **Include Names** the node asks for each pipeline, stage, company and contact at most once in an execution. Where that takes fewer requests, it reads their lists, 100 records in each request.';
const NEWEST_FIRST =
	'Newest first means: in the order of creation. If a list breaks off, that is an error, never half a list. If there are more records than **Limit**, a hint says so.';
const SIMPLIFY =
	'With **Simplify** a list is a text with commas, an object is columns such as `address_city`, and the value in reais; custom fields stand at the top by their ID, as `custom_name` where another column is called `name`. **Include Names** then adds `pipeline`, `stage`, `company`, `contact`, `contact_phone` and `contact_email` as far as the record has them, and **Include Response Details** `_response_statusCode` and so on. Every row of a run has the same columns, over all pages and items; an item that fails has its error alone. See [the recipe](../recipes.md#export-to-csv).';
const SYNC = 'To copy only what changes see [the recipe](../recipes.md#incremental-sync).';

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

export const remarks: Record<string, ResourceRemarks> = {
	channel: {
		about:
			'The numbers and accounts through which messages travel: official business messaging, QR-code messaging, social networks, e-mail. Template messages need an official channel.',
		record: [[{ id: TEXT }, 'What **Channel** takes in *Conversation > Send Template*.']],
		recordNote: 'The service’s specification shows no other property of a channel.',
		operations: {
			getAll: {
				answerIsNotShown: true,
				know: [
					'To send through a certain number you need not list the channels first: *Conversation > Send Template* has a dropdown of them.',
				],
			},
		},
	},
	company: {
		about:
			'Customers that are companies, known by their CNPJ. A company is never deleted. It is deactivated, and stays linked to its contacts and deals.',
		record: [
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
		recordNote:
			'The specification does not show what the service calls the legal and the trade name; the node sends `legalName` and `tradeName`. If your service calls them otherwise, send them under **Additional Body**.',
		operations: {
			create: {
				know: [
					'Without **Owner ID** a seller becomes the owner. A manager’s company then has no owner. A seller can only create their own companies.',
				],
				refusals: ['cnpj_already_in_use', 'owner_not_found', ...CUSTOM_FIELD_ERRORS],
			},
			upsert: {
				out: 'the company; **Include Response Details** tells in `_response.created` whether it is new',
				know: [
					'The node looks for the company with the same CNPJ, also among deactivated ones. It changes only what you give. A deactivated company stays deactivated. **Emails** and **Phones** are added to those that it has: no list gets shorter. If nothing differs, nothing is written, and the company is given out as it is. If somebody else creates the company at that moment, the node updates it.',
					'The node puts `:create` or `:update` behind an **Idempotency Key** of your own. A company that the access token’s user does not see is not found, and cannot be created either. The error is then [`cnpj_already_in_use`](../errors.md#cnpj_already_in_use).',
				],
				refusals: ['cnpj_already_in_use', 'owner_not_found', ...CUSTOM_FIELD_ERRORS],
			},
			deactivate: {
				who: MANAGERS,
				out: 'the company, with `isActive: false`',
				know: ['A company that is deactivated already is given out without an error.'],
			},
			getAll: {
				know: [
					'A manager sees all companies of the account. A seller sees those they own, those of their deals and those of their contacts.',
					`${NEWEST_FIRST} ${SYNC}`,
					SIMPLIFY,
				],
			},
			update: {
				know: [
					'Of the address only the parts that you give are replaced. **Emails** and **Phones** are replaced as a whole. Only managers can change the owner.',
				],
				refusals: ['cnpj_already_in_use', 'owner_not_found', ...CUSTOM_FIELD_ERRORS],
			},
		},
	},
	contact: {
		about: 'People. A phone belongs to one contact only, with or without punctuation.',
		record: [
			[{ id: TEXT }, 'Never changes. The `contact.created` event calls it `contactId`.'],
			[{ name: TEXT }, 'Text.'],
			[{ phone: TEXT_OR_NULL }, 'Or `null`. Unique among the contacts.'],
			[{ email: TEXT_OR_NULL }, 'Or `null`.'],
			[{ tags: TEXTS }, 'A list of texts.'],
			[{ customFields: OBJECT }, 'By field ID, which the service calls slug.'],
			[{ companyId: TEXT_OR_NULL }, 'The company it is linked to, or `null`.'],
			[{ ownerId: TEXT_OR_NULL }, 'The user who owns it, or `null`.'],
		],
		operations: {
			upsert: {
				who: MANAGERS,
				out: 'the contact; **Include Response Details** tells in `_response.created` whether it is new',
				know: [
					'The service looks for the contact by **Phone**, with or without punctuation and country code. It looks by **Email** only if you give no phone, or if the contact with that email has none. A contact with another phone is never overwritten: a new one is created.',
					'Give at least one of **Name**, **Phone** and **Email**. With a name alone each run creates a contact. A new contact causes the event `contact.created`: a published *Welcome* workflow then writes to them.',
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
					'A manager sees all contacts. A seller sees those they own and the primary contacts of their deals.',
					`${NEWEST_FIRST} ${SYNC}`,
					SIMPLIFY,
				],
			},
			update: {
				who: MANAGERS,
				know: [
					'Only what you give changes. To empty a field, choose it under **Clear Fields**. An empty text, or an expression without a result, clears nothing.',
					`${TAGS} *Create or Update* of a contact has no such gap, if everybody uses it: there the service itself adds the tags.`,
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
			'The inbox. A conversation belongs to one contact and one channel. It begins with a template message. Free text is possible for 24 hours after each reply of the customer.',
		record: [
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
		recordNote:
			'The specification does not show the properties of the conversations that **Get Many** lists. A message names its conversation and no contact. Use **Get** with **Include Contact**, or keep `conversationId` beside `contactId` when you send the template.',
		operations: {
			get: {
				answerIsNotShown: true,
				out: 'the conversation; with **Include Contact** its contact’s record stands in `_contact`, or null where it has none or the access token’s user does not see it',
				know: [
					'The specification shows no way to ask for one conversation, so the list is read until the conversation is there, at most 20 pages. All items of a run share these pages. Where it is not among them, the error says how many conversations were looked through; if you know the contact, *Get Many* with the filter **Contact** finds it.',
					'With **Include Contact** a message event leads to a name, a phone and tags in one step: **Conversation** by ID is `{{ $json.data.conversationId }}`. See [the recipe](../recipes.md#tell-who-did-not-get-a-message).',
				],
			},
			getAll: {
				answerIsNotShown: true,
				know: [
					'To see whether a contact has a conversation yet, filter by **Contact** and set **Limit** to 1.',
				],
			},
			start: {
				out: 'the conversation, the contact and the message, as [below](#what-send-template-gives-out)',
				know: [
					'For one item the node never sends twice, whatever breaks on the way. A *second execution* sends again, unless you give an **Idempotency Key**, as in [Retry-safe sends](../recipes.md#retry-safe-sends).',
					'The output means that the message is queued, not that it has arrived. To know how it ends use the events `message.sent` and `message.failed`, or **Wait for Outcome**.',
					'A new number becomes a contact, which causes the event `contact.created`. If the service refuses, it creates nothing: no contact, no conversation, no message. (Only `queue_unavailable` may leave a failed message.)',
					'**Check Only** shows who would get what. Each item gives out `{ "preview", "warnings", "request": { "method", "path", "body" }, "checkOnly": true }`. A hint first names the guard that would stop the run, then counts the messages and says what they cost by the API documentation’s estimate. `preview` is **Template Text** with its variables filled in; the node does not compare it with the approved template. `warnings` name a mobile number with eight digits, and one phone in several items.',
					'If the node would send more than 50 messages in an execution, it sends none until you raise **Most Messages**. What does not leave within **Send Hours** is not sent, and the node does not wait until morning: see [the recipe](../recipes.md#weekly-reminder-with-a-look-first).',
					'A channel sends 30 messages a minute, and the node keeps to that: 300 items take about ten minutes.',
					'A seller who does not see all conversations can write only to their own contacts and to those without an owner.',
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
			'Sales opportunities. A deal is in one stage of one pipeline, and is open, won or lost. **Move** brings it to another open stage. **Win** and **Lose** close it.',
		record: [
			[{ id: TEXT, title: TEXT }, ''],
			[{ pipelineId: TEXT, stageId: TEXT }, 'Where it stands.'],
			[{ status: TEXT }, '`open`, `won` or `lost`.'],
			[{ ownerId: TEXT }, 'The user responsible for it.'],
			[{ contactId: TEXT_OR_NULL, companyId: TEXT_OR_NULL }, 'Primary contact and company.'],
			[{ valueCents: INTEGER, currency: TEXT }, 'Whole cents, and `BRL`.'],
			[{ tags: TEXTS, customFields: OBJECT }, 'A list of texts; values by field ID.'],
		],
		operations: {
			create: {
				know: [
					`Pick a **Pipeline**, a **Stage** or both. The stage must be an open one. ${MONEY}`,
					'Without **Owner ID** a seller’s deal is their own. For a manager the account’s lead round-robin chooses the owner. If it is off, the manager becomes the owner. A seller can only create their own deals.',
					'A new deal causes the event `deal.created` and starts the account’s *deal created* automations.',
				],
				refusals: NEW_DEAL_ERRORS,
			},
			upsert: {
				out: 'the deal; **Include Response Details** tells in `_response.created` whether it is new',
				know: [
					'The node looks for the newest open deal that the contact has in the pipeline: the first of the service’s list. The deal gets what you give, and **Tags** are added to its own. Its title, its stage and its tags stay. If nothing differs, nothing is written, and the deal is given out as it is. If there is no such deal, one is created; only then **Title** and **Stage** count. See [the recipe](../recipes.md#lead-form).',
					'If somebody closes the deal between the look and the update, the closed deal gets the update: the API has no way to prevent it. Check `status` of the output if that matters.',
					'**Several at once** for one contact, in one execution or in several of one n8n process, come one after the other, so that they make one deal. The service itself allows several: two n8n processes (workers in queue mode), or somebody in the app, can each make one in the same moment. Where one lead may come to two processes, an **Idempotency Key** made of that lead, such as the event’s ID, makes one deal of it. Two different leads of one contact may then still make two. Tags that an *Update* or somebody in the app writes between the look and the write are replaced where tags are added.',
					'A deal that the access token’s user does not see is not found: with a seller’s token a colleague’s deal is not, and a second one is created. An **Idempotency Key** of your own goes out with `:create` or `:update` behind it.',
					MONEY,
				],
				refusals: NEW_DEAL_ERRORS,
			},
			delete: {
				answerIsNotShown: true,
				who: MANAGERS,
				out: '`deleted: true` and what the service answers',
				know: ['This cannot be undone. Linked conversations stay, without a deal.'],
			},
			getAll: {
				know: [
					'A manager sees all deals of the account. A seller sees those they are responsible for.',
					`${NEWEST_FIRST} ${SYNC}`,
					SIMPLIFY,
					NAMES,
				],
			},
			lose: {
				answerIsNotShown: true,
				refusals: ['pipeline_without_lost_stage', 'lost_reason_not_found'],
			},
			move: {
				answerIsNotShown: true,
				know: [
					'If you pick the deal from the list, **Stage** lists the stages of its pipeline. If the deal is an expression, it lists the stages of all pipelines, each behind the pipeline’s name. See [the recipe](../recipes.md#deal-board-moves).',
				],
				refusals: ['stage_is_final', 'stage_not_in_pipeline', 'stage_not_found'],
			},
			update: {
				know: [
					`${MONEY} Only managers can change the owner. The service notifies the new one.`,
					TAGS,
				],
				refusals: [
					'stage_change_not_allowed',
					'contact_not_found',
					'company_not_found',
					'owner_not_found',
					...CUSTOM_FIELD_ERRORS,
				],
			},
			win: { answerIsNotShown: true, refusals: ['pipeline_without_won_stage'] },
		},
	},
	message: {
		about:
			'What is written in a conversation. The first message is a template, by *Conversation > Send Template*. Free text is possible for 24 hours after the customer’s last message.',
		record: MESSAGE,
		operations: {
			get: {
				know: [
					'A seller who does not serve the channel’s department does not find messages of a new conversation without an owner.',
				],
			},
			send: {
				answerIsNotShown: true,
				out: 'what the service answers: the message, as far as is known',
				know: [
					'The event `message.received` opens the 24 hours. At other times the service refuses the message. Its code for that is not specified.',
					'Each send counts towards the channel’s 30 messages a minute.',
				],
				refusals: ['recipient_opted_out', 'channel_disconnected', 'queue_unavailable'],
			},
		},
	},
	pipeline: {
		about:
			'Sales boards. Each has stages, from left to right: the open ones in their order, then won, then lost.',
		record: [
			[{ id: TEXT }, 'Never changes.'],
			[{ isActive: BOOLEAN }, '`false` once it is deactivated. It then takes no new deals.'],
			[{ order: undefined }, 'Its place in the list, behind the default pipeline.'],
		],
		recordNote:
			'A stage has an `id`, too. The specification does not show its other properties. Its place in the list is its place on the board.',
		operations: {
			getAll: {
				know: ['Managers and sellers see the same ones.'],
			},
			getStages: {
				answerIsNotShown: true,
				out: 'the stages, an item each',
				know: ['It works for a deactivated pipeline, too.'],
			},
		},
	},
};
