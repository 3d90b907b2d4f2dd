import type { INodeProperties, JsonValue } from 'n8n-workflow';
import { InvalidInput } from '../invalidInput';
import { collectionOf } from './collections';
import { nonEmptyField, parsedField, type Field } from './field';
import {
	DAYS_BETWEEN_LABEL,
	DEFAULT_DAYS_BETWEEN,
	MAX_DAYS_BETWEEN,
	parseDaysBetween,
	REMEMBER_IN_LABEL,
	type DaysBetween,
} from './parsers/daysBetween';
import { MAX_SINGLE_VALUE_LENGTH } from './parsers/length';
import { parseTagsOfFilter } from './parsers/tags';

/** The parameter name of the collection *Who Gets It*. */
export const WHO_GETS_IT_PARAMETER = 'whoGetsIt';

const tagRule = (displayName: string, name: string, placeholder: string, description: string) =>
	nonEmptyField<JsonValue[]>(
		parsedField(
			{ displayName, name, placeholder, description, purpose: 'tagFilter' },
			parseTagsOfFilter,
		),
	);

const READ_RIGHT_BEFORE =
	'The contact is read right before the message leaves. Comma-separated tags, or an array from an expression.';

export const onlyIfTagged: Field<JsonValue[]> = tagRule(
	'Only If Tagged',
	'onlyIfTagged',
	'e.g. vip',
	`Only a contact that has all of these tags gets the message. ${READ_RIGHT_BEFORE}`,
);

export const notIfTagged: Field<JsonValue[]> = tagRule(
	'Not If Tagged',
	'notIfTagged',
	'e.g. opted_out',
	`A contact with one of these tags does not get the message. ${READ_RIGHT_BEFORE}`,
);

/** Whether the message goes to a phone that belongs to no contact, as far as the access token sees. */
export const unknownContacts: Field<string> = {
	property: {
		displayName: 'Unknown Contacts',
		name: 'unknownContacts',
		type: 'options',
		options: [
			{ name: 'Send', value: 'send', description: 'Unless Only If Tagged is set' },
			{ name: 'Skip', value: 'skip' },
		],
		default: 'send',
		description:
			'What to do with a phone of no contact that the access token can see. If only other rules are set, it gets nothing. Somebody a seller can’t see may have asked you to stop.',
	},
	purpose: 'setting',
	maxLength: MAX_SINGLE_VALUE_LENGTH,
	read: (value) => {
		if (value === 'send' || value === 'skip') return value;
		throw new InvalidInput(
			'Unknown Contacts',
			'is neither send nor skip',
			'Choose one, or have the expression give it.',
		);
	},
};

/** A pause between two messages to one person, over all workflows with the same field. */
export const daysBetween: Field<DaysBetween> = {
	property: {
		displayName: DAYS_BETWEEN_LABEL,
		name: 'daysBetween',
		type: 'fixedCollection',
		placeholder: 'Set Days',
		// Otherwise n8n would drop a rule that was added and left empty, and messages would leave without it.
		typeOptions: { multipleValues: false },
		default: {},
		description:
			'How many days must lie between two messages to a person. The day is written into the contact before the message leaves, so it takes a manager’s token.',
		options: [
			{
				displayName: 'Rule',
				name: 'rule',
				values: [
					{
						displayName: 'Days',
						name: 'days',
						type: 'number',
						typeOptions: { minValue: 1, maxValue: MAX_DAYS_BETWEEN },
						default: DEFAULT_DAYS_BETWEEN,
						description:
							'Days of the calendar, in the workflow’s time zone. With 1, nobody gets two messages on one day.',
					},
					{
						displayName: REMEMBER_IN_LABEL,
						name: 'rememberIn',
						type: 'resourceLocator',
						default: { mode: 'list', value: '' },
						description:
							'A custom field of contacts for dates that nothing else uses: the node writes into it. Workflows with the same field count together. If it is not listed, choose By ID.',
						modes: [
							{
								displayName: 'From List',
								name: 'list',
								type: 'list',
								placeholder: 'Select a field…',
								typeOptions: { searchListMethod: 'searchContactDateFields', searchable: true },
							},
							{
								displayName: 'By ID',
								name: 'slug',
								type: 'string',
								placeholder: 'e.g. last_campaign',
							},
						],
					},
				],
			},
		],
	},
	purpose: 'setting',
	read: (value, { timezone }) => parseDaysBetween(value, timezone),
};

export const whoGetsItFields: readonly Field[] = [
	onlyIfTagged,
	notIfTagged,
	unknownContacts,
	daysBetween,
];

/** The collection, as the panel shows it. */
export const whoGetsIt: INodeProperties = collectionOf(
	'Who Gets It',
	WHO_GETS_IT_PARAMETER,
	'Add Rule',
	whoGetsItFields,
);
