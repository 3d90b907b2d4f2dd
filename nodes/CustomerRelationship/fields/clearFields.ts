import type { INodePropertyOptions, JsonObject } from 'n8n-workflow';
import type { Field } from './field';
import { InvalidInput } from '../invalidInput';
import { listOf } from './list';

const LABEL = 'Clear Fields';

/** Properties whose value is a list; they are cleared to an empty one. */
export const LISTS = ['tags', 'emails', 'phones'];

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
		clearedOf(
			value,
			options.map((option) => String(option.value)),
		),
});

/**
 * `null` for each property to be cleared, `[]` for lists.
 * @throws InvalidInput for properties that the resource does not let clear
 */
function clearedOf(value: unknown, clearable: string[]): JsonObject {
	const cleared: JsonObject = {};
	for (const entry of listOf(value, LABEL) ?? []) {
		const name = String(entry);
		if (!clearable.includes(name)) {
			throw new InvalidInput(
				LABEL,
				`can’t clear “${name}”`,
				`Choose from ${clearable.join(', ')}.`,
			);
		}
		cleared[name] = LISTS.includes(name) ? [] : null;
	}
	return cleared;
}
