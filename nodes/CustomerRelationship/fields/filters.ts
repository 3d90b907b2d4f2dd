import type { INodeProperties } from 'n8n-workflow';
import { booleanField, nonEmptyField, type Field } from './field';
import { parseDateTime } from './parsers/dateTime';
import { parseRequiredId } from './parsers/id';
import { MAX_SEARCH_LENGTH, MAX_SINGLE_VALUE_LENGTH } from './parsers/length';
import { parseCount } from './parsers/number';
import { scalarToText } from './parsers/text';

/** A filter by the ID of a record. */
export const idFilter = ({ property, maxLength, read }: Field<string | undefined>): Field<string> =>
	nonEmptyField<string>({
		property,
		purpose: 'filter',
		maxLength,
		read: (value, context) => read(value, context) && parseRequiredId(value, property.displayName),
	});

/** A full-text filter. @param what the properties that are searched, in words */
export const searchFilter = (what: string) =>
	nonEmptyField<string>({
		property: {
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. Souza',
			description: `Part of ${what}, 1 to 200 characters`,
		},
		purpose: 'filter',
		maxLength: MAX_SEARCH_LENGTH,
		read: (value) => scalarToText(value, 'Search')?.trim() || undefined,
	});

/** The only filter that may be added and be empty: the first run of a synchronization has no time yet. */
export const updatedSince: Field<string | undefined> = {
	property: {
		displayName: 'Updated Since',
		name: 'updatedSince',
		type: 'dateTime',
		default: '',
		description:
			'Only records that changed at this time or later. A time without an offset is read in the workflow’s time zone.',
	},
	purpose: 'filter',
	maxLength: MAX_SINGLE_VALUE_LENGTH,
	read: (value, { timezone }) => parseDateTime(value, 'Updated Since', timezone),
};

/** The longest time that Unchanged for Days looks back. */
export const MAX_UNCHANGED_DAYS = 3_650;

/** Applied by the node, which reads what has changed as a second list and leaves it out. */
export const unchangedForDays = nonEmptyField<number>({
	property: {
		displayName: 'Unchanged for Days',
		name: 'unchangedForDays',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_UNCHANGED_DAYS },
		default: 14,
		description:
			'Only records that have not changed for so many days. The node reads all, then what changed, which takes more requests. Messages and tasks change no record.',
	},
	purpose: 'filter',
	maxLength: MAX_SINGLE_VALUE_LENGTH,
	read: (value) => parseCount(value, 'Unchanged for Days', MAX_UNCHANGED_DAYS),
});

export const includeInactive = nonEmptyField(
	booleanField({
		displayName: 'Include Inactive',
		name: 'includeInactive',
		purpose: 'filter',
		default: true,
		description: 'Whether to include deactivated records',
	}),
);

/** A filter by one of a few values. */
export const choiceFilter = (property: Omit<INodeProperties, 'type'>) =>
	nonEmptyField<string>({
		property: { ...property, type: 'options' },
		purpose: 'filter',
		maxLength: MAX_SINGLE_VALUE_LENGTH,
		read: (value) => scalarToText(value, property.displayName)?.trim() || undefined,
	});
