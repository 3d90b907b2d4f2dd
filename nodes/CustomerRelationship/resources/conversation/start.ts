import type { IDataObject, JsonObject, JsonValue } from 'n8n-workflow';
import { docsLinkHtml } from '../../docsLink';
import { additionalFieldsCollection, ADDITIONAL_FIELDS_PARAMETER } from '../../fields/collections';
import { booleanField, textField, type Field } from '../../fields/field';
import { MAX_SINGLE_VALUE_LENGTH } from '../../fields/parsers/length';
import { parseCount } from '../../fields/parsers/number';
import { isObject } from '../../typeGuards';
import { additionalBody } from '../../fields/json';
import { InvalidInput } from '../../invalidInput';
import { channelIdField } from '../../fields/resourceLocators';
import { noticeHiddenInTool, toolNoticesOf } from '../../fields/notice';
import { oncePerPhone, oncePerPhoneInTool } from '../../fields/oncePerPhone';
import { maxMessages, optionsOf } from '../../fields/options';
import { messagePhoneField } from '../../fields/phone';
import { lastEightDigitsOf, phoneKeyIgnoringNinthDigit } from '../../fields/comparisonKeys';
import { countsAs } from '../../fields/countsAs';
import { sendHours } from '../../fields/sendHours';
import { allowEmptyVariables, templateFields } from '../../fields/template';
import { parseTemplate } from '../../fields/parsers/template';
import { warningsOfStaleRows } from '../../fields/templateRows';
import { fillTemplate, parseTemplateTextField } from '../../fields/parsers/templateText';
import { whoGetsIt, whoGetsItFields } from '../../fields/whoGetsIt';
import {
	getByIdRequest,
	channelSenderKey,
	conversationSenderKey,
	path,
	type ApiRequest,
} from '../../transport/request';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import { RequestFailed } from '../../transport/requestFailed';
import { collectionBody } from '../shared/body';
import type { Operation, OperationResult } from '../shared/operation';
import {
	unparsedFieldValue,
	fieldValue,
	collectionFieldValue,
	type ItemParameters,
} from '../shared/parameters';
import { intentOfRequest, oneRecord } from '../shared/prepared';
import { incompletePhone } from '../shared/refusals';
import { hasRuleThatWritesReceiver, ruleSettingsOf } from '../shared/ruleSettings';
import { linksToContact } from './conversationList';

const phone = messagePhoneField({
	displayName: 'Phone',
	name: 'phone',
	required: true,
	placeholder: 'e.g. (11) 98765-4321',
	description:
		'The customer’s phone with area code. Outside of Brazil it starts with + and the country code. A phone that no contact has becomes a contact, with Name if you give it.',
});

const additional = [
	textField({
		displayName: 'Name',
		name: 'name',
		purpose: 'record',
		placeholder: 'e.g. Ana Souza',
		description: 'The contact’s name. It is used only if the contact is new or has no name.',
	}),
	channelIdField({
		description:
			'Official channel to send through. If you have more than one, pick one: else the service takes the first active one that the access token’s user may use.',
	}),
	booleanField({
		displayName: 'Assign to Self',
		name: 'assignToSelf',
		purpose: 'record',
		default: true,
		description:
			'Whether to assign the conversation to the access token’s user. While this is off, a new conversation waits in the queue of the channel’s default department.',
	}),
	additionalBody,
];

/** Largest value of `waitForOutcome`. */
const MAX_WAIT_FOR_OUTCOME_SECONDS = 3600;

const waitForOutcome: Field<number | undefined> = {
	property: {
		displayName: 'Wait for Outcome (Seconds)',
		name: 'waitForOutcome',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_WAIT_FOR_OUTCOME_SECONDS },
		default: 30,
		description:
			'How long to wait until the message is sent or has failed. <code>message.status</code> then tells, or is <code>pending</code>. The access token needs the scope inbox:read.',
	},
	purpose: 'setting',
	maxLength: MAX_SINGLE_VALUE_LENGTH,
	read: (value) =>
		Number(value) === 0
			? undefined
			: parseCount(value, 'Wait for Outcome (Seconds)', MAX_WAIT_FOR_OUTCOME_SECONDS),
};

/** Conversations, `POST /conversations`: starts or reuses one and queues a template message. */
export const start: Operation = {
	name: 'Send Template',
	value: 'start',
	action: 'Send template message',
	description:
		'Send an approved template message to a phone. This starts a conversation, or reopens the one that exists. It costs money and reaches a real person.',
	kind: 'write',
	sendsMessage: true,
	properties: [
		noticeHiddenInTool(
			`Each item sends a template message to a real person, which costs money. To see it first, add Check Only under Options. Does a second run send again? ${docsLinkHtml('reference/resources/conversation.md#send-template', 'What prevents it')}.`,
		),
		...toolNoticesOf(
			'Each call sends a template message to a real person, which costs money. Set Tool Description to Set Manually, and say so there.',
			'Choose the template yourself and paste its text: each variable is then a field for the model. Keep Once per Phone on: a further call for a phone then sends nothing.',
			`Press the sparkles at a field to have the model fill it in, but take Phone from the workflow’s data: the node can’t tell a made-up one. ${docsLinkHtml('reference/resources/conversation.md#as-an-ai-agents-tool', 'More')}.`,
		),
		phone.property,
		...Object.values(templateFields).map(({ property }) => property),
		oncePerPhone.property,
		oncePerPhoneInTool.property,
		whoGetsIt,
		additionalFieldsCollection(additional),
		optionsOf('write', [allowEmptyVariables, waitForOutcome, maxMessages, sendHours, countsAs]),
	],
	refusals: {
		...incompletePhone,
		'resource_not_found channelId': {
			message: 'The channel was not found',
			remedy:
				'Pick one under Additional Fields > Channel: it must be of this account, and one that the access token’s user may use.',
		},
		idempotency_key_reused: {
			message: 'The idempotency key was already used for a different message',
			remedy:
				'This message was not sent now: the first one under this key counts, and most likely the customer has it. Only if this one is to be sent as well, give it another Idempotency Key. If you gave no key, an expression such as $now changed the message between two tries, or two nodes have the same ID, as after editing the workflow’s JSON: delete one of them and add it anew.',
		},
		'idempotency_key_reused oncePerPhone': {
			message:
				'Not sent now: this node has sent this template to this phone in the last 24 hours, or tried to',
			remedy:
				'It may have arrived, have failed since, or have been refused, as without a subscription or a permission: the conversation in the service shows whether it arrived. To send this one all the same, as after a wrong phone or text, run the node for this item alone with Once per Phone off.',
		},
		'idempotency_key_reused countsAs': {
			message:
				'Not sent now: something was sent to this phone under this word in the last 24 hours, by this node or another, or was refused in a way that the service keeps',
			remedy:
				'It may have arrived, have failed since, or have been refused, as without a subscription or a permission: the conversation in the service shows whether it arrived. To send this one all the same, run the node for this item alone with another word under Counts As.',
		},
		'idempotency_key_reused daysBetween': {
			message:
				'Not sent now: something was sent to this phone since its contact was last remembered, or was tried',
			remedy:
				'An earlier try of this item may have sent it, or another item or run with the same Remember In field: the conversation in the service shows whether it arrived. If it did not, correct the contact’s field, and run the item again 24 hours later.',
		},
		// `PATCH` is the write of the day of Days Between.
		'PATCH unknown_custom_field': {
			message: 'Contacts have no custom field with this field ID',
			remedy:
				'Under Remember In give the technical name that stands in the service’s settings, such as last_campaign, not the label. If the field is missing, create it there, for dates.',
		},
		'PATCH invalid_custom_field_value': {
			message: 'This custom field does not take a date',
			remedy: 'Under Remember In choose a field of contacts for dates, which holds nothing else.',
		},
		// `POST` restricts this to the message: rules before sending also read and write contacts.
		'POST internal_error': {
			message: 'The service had an internal error',
			remedy:
				'If the message is not there, send it again, with Once per Phone off, another word under Counts As or another Idempotency Key, if you use one of them: otherwise the service gives this answer again for 24 hours. If it happens again, report the request ID to the service’s support.',
		},
		queue_unavailable: {
			message: 'The service’s send queue is down',
			remedy:
				'Each try may leave a failed message in the conversation, so the node does not try again by itself. Run the workflow again later.',
		},
	},
	alreadyDone: {
		what: 'Nothing was sent now',
		why: 'the service took this very message before, and this output is about that one. The conversation shows whether it arrived. To send it once more, run these items and nobody else, one for each phone, with Once per Phone off, another word under Counts As or another Idempotency Key, whichever is set. With Days Between, empty the contact’s field 24 hours after that message, and run it again.',
	},
	prepare(parameters) {
		const phoneInput = requiredPhone(parameters);
		const mayBeEmpty = collectionFieldValue(parameters, allowEmptyVariables) ?? false;
		const text = parseTemplateTextField(parameters.raw('templateText'));
		const template = parseTemplate(
			(name) => unparsedFieldValue(parameters, templateFields[name]),
			text,
			mayBeEmpty,
		);
		const waitSeconds = collectionFieldValue(parameters, waitForOutcome);
		const body: JsonObject = {
			phone: phoneInput,
			template,
			...collectionBody(parameters, ADDITIONAL_FIELDS_PARAMETER, additional),
		};
		// Your Own JSON may have put another phone in its place.
		const receiverPhone = String(body.phone);
		const via = channelSenderKey(body.channelId ?? '');
		const request: ApiRequest = {
			method: 'POST',
			path: '/conversations',
			body,
			scope: 'inbox:send',
			// The only ID of the request that may be not found.
			record: body.channelId ? { param: 'channelId', id: String(body.channelId) } : undefined,
			messageSend: { via, opensConversation: true },
			channelsIn: ({ conversationId }) =>
				conversationId
					? [{ conversation: conversationSenderKey(conversationId), channel: via }]
					: [],
			doneAtIn: ({ message }) => (isObject(message) ? timeOf(message.createdAt) : undefined),
			linksIn: linksToContact,
		};
		const rules = ruleSettingsOf(parameters, {
			// The variant of the field in an agent's tool has the same name.
			atTop: [oncePerPhone],
			underOptions: [maxMessages, sendHours, countsAs],
			aboutReceiver: whoGetsItFields,
		});
		// Your Own JSON may have put another template in its place.
		const isShown = text !== undefined && body.template === template;
		return {
			intent: {
				...intentOfRequest(request),
				locks: [`contacts/${lastEightDigitsOf(receiverPhone)}`],
				readsBeforeWriting: hasRuleThatWritesReceiver(rules) || undefined,
				target: undefined,
				phone: receiverPhone,
				warnings: warningsOfStaleRows(text, parameters.read('templateVariables')),
				message: {
					phone: receiverPhone,
					isTemplate: true,
					preview: isShown ? fillTemplate(text, template.params) : undefined,
					oncePerPhoneId: oncePerPhoneIdOf(body, rules[countsAs.property.name]),
					rules,
				},
			},
			async perform(ask) {
				const answer = await ask(request);
				if (!waitSeconds) return oneRecord(answer);
				const { message, unreadExtra } = await waitUntilSettled(ask, answer, waitSeconds * 1000);
				return {
					...oneRecord(answer, { ...answer.body, ...(message && { message }) }),
					unreadExtra,
				};
			},
		};
	},
};

function timeOf(value: unknown): number | undefined {
	const ms = Date.parse(String(value));
	return Number.isNaN(ms) ? undefined : ms;
}

/** Ms before each look at what became of a message. */
const LOOK_EVERY_MS = 1_500;

interface SettledMessage {
	/** The message as it was last seen. */
	message?: IDataObject;
	unreadExtra?: OperationResult['unreadExtra'];
}

/**
 * Looks at a queued message until it is sent or has failed.
 * @param withinMs how long to look, in ms
 */
async function waitUntilSettled(
	ask: Ask,
	{ body, receivedAt }: Answer,
	withinMs: number,
): Promise<SettledMessage> {
	const conversation = body.conversationId;
	const id = isObject(body.message) ? body.message.id : undefined;
	if (!id || !conversation) return {};
	const request: ApiRequest = {
		...getByIdRequest(path`/conversations/${String(conversation)}/messages`, { id: String(id) }),
		scope: 'inbox:read',
	};
	const deadline = receivedAt + withinMs;
	let message: IDataObject | undefined;
	for (let now = receivedAt; now < deadline;) {
		const afterMs = Math.min(LOOK_EVERY_MS, deadline - now);
		try {
			const look = await ask(request, { afterMs, deadline });
			message = look.body;
			now = look.receivedAt;
		} catch (error) {
			const what = 'The message was queued, but its outcome could not be read';
			return { message, unreadExtra: { what, error: RequestFailed.orThrow(error) } };
		}
		if (message.status !== 'pending') break;
	}
	return { message };
}

/**
 * Identifies a template and a phone, whatever the language, the variables and the channel. With a word it
 * identifies the word and the phone, whatever the template.
 * @param word what the message counts as, if the user says so
 */
function oncePerPhoneIdOf(
	{ phone: receiverPhone, template }: JsonObject,
	word?: JsonValue,
): string {
	const subscriber = phoneKeyIgnoringNinthDigit(String(receiverPhone));
	if (word !== undefined) return JSON.stringify({ word, phone: subscriber });
	const name = isObject(template) ? template.name : template;
	return JSON.stringify([name, subscriber]);
}

function requiredPhone(parameters: ItemParameters): string {
	const value = fieldValue(parameters, phone);
	if (value !== undefined) return value;
	throw new InvalidInput(
		'Phone',
		'is empty',
		'Give the customer’s phone. If it comes from an expression, check that the item has one.',
	);
}
