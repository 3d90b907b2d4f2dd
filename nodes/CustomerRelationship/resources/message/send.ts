import { OPTIONS_PARAMETER } from '../../fields/collections';
import { isBlank } from '../../fields/parsers/empty';
import { scalarToText } from '../../fields/parsers/text';
import type { Field } from '../../fields/field';
import { InvalidInput } from '../../invalidInput';
import { additionalBody } from '../../fields/json';
import { conversationIdField } from '../../fields/resourceLocators';
import { noticeOf } from '../../fields/notice';
import { maxMessages, optionsOf } from '../../fields/options';
import { sendHours } from '../../fields/sendHours';
import { conversationSenderKey, path } from '../../transport/request';
import { collectionBody, topLevelBody } from '../shared/body';
import { assumedProperties } from '../guesses';
import type { Operation } from '../shared/operation';
import { chosenRecord } from '../shared/parameters';
import { oneRequest } from '../shared/prepared';
import { ruleSettingsOf } from '../shared/ruleSettings';

const conversation = conversationIdField({
	required: true,
	description: 'The conversation to write into',
});

const text: Field<string> = {
	property: {
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 3 },
		required: true,
		default: '',
		placeholder: "e.g. Olá {{ $json.name.split(' ').first() }}, seu pedido saiu para entrega",
		description:
			'What to write. Free text is possible for 24 hours after the customer’s last message. At other times use Conversation > Send Template.',
	},
	purpose: 'text',
	sentAs: assumedProperties.messageText,
	read: (value) => {
		const message = scalarToText(value, 'Text');
		if (message !== undefined && !isBlank(message)) return message;
		throw new InvalidInput('Text', 'is empty', 'Write a message, or check its expression.');
	},
};

/** Conversations, `POST /conversations/{id}/messages`: free text inside the 24-hour window. */
export const send: Operation = {
	name: 'Send',
	value: 'send',
	action: 'Send message (free text, within 24 hours)',
	description:
		'Send a message with free text into a conversation, within 24 hours after the customer’s last message',
	kind: 'write',
	sendsMessage: true,
	properties: [
		noticeOf(
			'Free text is possible for 24 hours after the customer’s last message. At other times use Conversation > Send Template, which costs money for each item.',
		),
		conversation.property,
		text.property,
		optionsOf('write', [additionalBody, maxMessages, sendHours]),
	],
	refusals: {
		// The specification shows none of its codes (Other conversation operations).
		'422': {
			message: 'The service does not take this free text',
			remedy:
				'Most often the 24 hours after the customer’s last message are over, or none has come yet: then use Conversation > Send Template. The code tells if it is something else.',
		},
	},
	prepare(parameters) {
		const record = chosenRecord(parameters, conversation);
		const body = {
			...topLevelBody(parameters, [text]),
			...collectionBody(parameters, OPTIONS_PARAMETER, [additionalBody]),
		};
		const rules = ruleSettingsOf(parameters, { underOptions: [maxMessages, sendHours] });
		return oneRequest(
			{
				method: 'POST',
				path: path`/conversations/${record.id}/messages`,
				scope: 'inbox:send',
				record,
				body,
				messageSend: { via: conversationSenderKey(record.id), opensConversation: false },
			},
			// Several messages into one conversation are usual, so there is no hint. Its lock keeps them one after
			// the other.
			{ target: undefined, message: { rules, isTemplate: false } },
		);
	},
};
