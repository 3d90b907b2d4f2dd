import type { IDataObject } from 'n8n-workflow';
import { additionalFields } from '../../fields/additionalFields';
import { booleanField, textField, type Field } from '../../fields/field';
import { additionalBodyField } from '../../fields/json';
import { InvalidInput } from '../../fields/invalidInput';
import { channelId } from '../../fields/locators';
import { optionsOf } from '../../fields/options';
import { countOf } from '../../fields/paging';
import { phoneField, sameNumber } from '../../fields/phone';
import {
	checkAgainstText,
	pastedTextOf,
	previewOf,
	templateOf,
	templateProperties,
	templateTextProperty,
} from '../../fields/template';
import { path } from '../../transport/request';
import { bodyOf } from '../body';
import type { ItemParameters, Operation } from '../operation';

const phone = phoneField({
	displayName: 'Phone',
	name: 'phone',
	required: true,
	placeholder: 'e.g. (11) 98765-4321',
	description:
		'The customer’s phone with area code, with or without mask. Without a country code Brazil is assumed; for another country start with + and the code.',
});

const additional: Field[] = [
	textField({
		displayName: 'Name',
		name: 'name',
		description: 'The contact’s name, used only when the contact is new or has none',
	}),
	channelId({
		description:
			'Official channel to send through. Without it the first active one that the access token’s user may use is chosen; with more than one number, pick one.',
	}),
	booleanField({
		displayName: 'Assign to Self',
		name: 'assignToSelf',
		default: false,
		description:
			'Whether to assign the conversation to the access token’s user. Otherwise a new one waits in the queue of the channel’s default department.',
	}),
];

const includePreview: Field = booleanField({
	displayName: 'Include Preview',
	name: 'includePreview',
	default: false,
	description:
		'Whether to add <code>_preview</code> to the item: Template Text (under Additional Fields) with the variables filled in',
});

const waitForOutcome: Field = {
	property: {
		displayName: 'Wait for Outcome (Seconds)',
		name: 'waitForOutcome',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: 3600 },
		default: 30,
		description:
			'Wait up to this long until the message is sent or has failed, so that the workflow can branch on <code>message.status</code>. Needs the scope inbox:read. A message that is still pending then is given out as it is.',
	},
	read: (value) => (Number(value) === 0 ? undefined : countOf(value, 'Wait for Outcome (Seconds)')),
};

/** Conversations, `POST /conversations`: starts or reuses one and queues a template message. */
export const start: Operation = {
	name: 'Start',
	value: 'start',
	action: 'Start a conversation',
	description: 'Send an approved template to a phone. It costs money and reaches a real person.',
	kind: 'write',
	properties: [
		phone.property,
		...templateProperties,
		additionalFields([...additional, { property: templateTextProperty }, additionalBodyField]),
		optionsOf('write', { extra: [includePreview, waitForOutcome] }),
	],
	request: (parameters) => {
		const values = parameters.collection('additionalFields');
		const to = requiredPhone(parameters);
		const template = templateOf(parameters.read);
		const text = pastedText(parameters);
		if (text !== undefined) checkAgainstText(template.params, text);
		// What is wrong with these has to show before the message leaves.
		previewWanted(parameters);
		outcomeWithin(parameters);
		const body: IDataObject = {
			phone: to,
			template,
			...bodyOf(additional, values, parameters.timezone),
		};
		return {
			method: 'POST',
			path: '/conversations',
			body,
			send: { via: `channel:${String(body.channelId ?? '')}`, opensConversation: true },
			records: [`contacts/${sameNumber(to)}`],
		};
	},
	record: (body, parameters) => {
		const text = pastedText(parameters);
		return previewWanted(parameters) && text !== undefined
			? { ...body, _preview: previewOf(templateOf(parameters.read).params, text) }
			: body;
	},
	followUp: (parameters, record) => {
		const within = outcomeWithin(parameters);
		const message = record.message as IDataObject | undefined;
		if (within === undefined || !message?.id || !record.conversationId) return undefined;
		return {
			request: {
				method: 'GET',
				path: path`/conversations/${String(record.conversationId)}/messages/${String(message.id)}`,
			},
			withinMs: within * 1000,
			settled: ({ status }) => status !== 'pending',
			merge: (started, latest) => ({ ...started, message: latest }),
		};
	},
};

function pastedText(parameters: ItemParameters): string | undefined {
	const { name } = templateTextProperty;
	const raw = parameters.raw('additionalFields') as IDataObject | undefined;
	return pastedTextOf(parameters.collection('additionalFields')[name], raw?.[name]);
}

const previewWanted = (parameters: ItemParameters) =>
	includePreview.read(parameters.collection('options').includePreview, parameters.timezone);

/** In seconds; undefined where nobody waits. */
const outcomeWithin = (parameters: ItemParameters) =>
	waitForOutcome.read(parameters.collection('options').waitForOutcome, parameters.timezone) as
		number | undefined;

function requiredPhone(parameters: ItemParameters): string {
	const value = phone.read(parameters.read('phone'), parameters.timezone) as string | undefined;
	if (value === undefined) {
		throw new InvalidInput(
			'Phone',
			'is empty',
			'Give the customer’s phone. If it comes from an expression, check that the item has one.',
		);
	}
	return value;
}
