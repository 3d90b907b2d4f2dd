import type { INodePropertyOptions, JsonObject } from 'n8n-workflow';
import type { Field } from './field';
import { parseClearFieldsToBody } from './parsers/clearFields';

const LABEL = 'Clear Fields';

/**
 * The properties that an update empties; empty values in other fields clear nothing.
 * @param options the properties that can be cleared, in alphabetical order
 */
export const clearFieldsField = (
	options: INodePropertyOptions[],
): Field<JsonObject | undefined> => ({
	property: {
		displayName: LABEL,
		name: 'clearFields',
		type: 'multiOptions',
		options,
		default: [],
		description:
			'Fields to empty in the record. An empty value in any other field clears nothing. A field that is chosen here is emptied, even if it also has a value.',
	},
	purpose: 'setting',
	spread: true,
	read: (value) =>
		parseClearFieldsToBody(
			value,
			LABEL,
			options.map((option) => String(option.value)),
		),
});
