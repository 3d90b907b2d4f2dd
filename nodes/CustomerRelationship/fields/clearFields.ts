import type { INodePropertyOptions, JsonObject } from 'n8n-workflow';
import type { Field } from './field';
import { parseClearFields } from './parsers/clearFields';

const LABEL = 'Clear Fields';

/**
 * The only way by which an update empties anything.
 * @param options the properties that the resource lets clear, in alphabetical order
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
	merged: true,
	read: (value) =>
		parseClearFields(
			value,
			LABEL,
			options.map((option) => String(option.value)),
		),
});
