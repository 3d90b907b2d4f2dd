import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import type { Field } from './field';
import { listOf } from './list';

const LABEL = 'Clear Fields';

/** Properties whose value is a list; they are cleared to an empty one. */
const LISTS = ['tags', 'emails', 'phones'];

/**
 * The only way by which an update empties anything.
 * @param options the properties that the resource lets clear, in alphabetical order
 */
export const clearFieldsField = (options: INodePropertyOptions[]): Field => ({
	property: {
		displayName: LABEL,
		name: 'clearFields',
		type: 'multiOptions',
		options,
		default: [],
		description:
			'Fields to empty. This is the only way to clear a field: empty values elsewhere are not sent. It wins over a value given for the same field.',
	},
	read: clearedOf,
});

/** `null` for each property to be cleared, `[]` for lists. */
export function clearedOf(value: unknown): IDataObject | undefined {
	const names = listOf(value, LABEL);
	if (!names) return undefined;
	return Object.fromEntries(
		names.map((name) => [String(name), LISTS.includes(String(name)) ? [] : null]),
	);
}
