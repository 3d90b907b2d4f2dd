import type { INodeProperties } from 'n8n-workflow';
import { isEmpty, type Field } from './field';
import { InvalidInput } from './invalidInput';

/** A list that the user writes as text with commas, or that an expression gives as an array. */
export function listField(property: Omit<INodeProperties, 'type' | 'default'>): Field {
	return {
		property: { ...property, type: 'string', default: '' },
		read: (value) => listOf(value, property.displayName),
	};
}

/**
 * The entries of a list: a text is split at its commas and blanks around entries are dropped;
 * an array's entries stay as they are. Undefined when nothing is left, so that an empty
 * expression replaces nothing.
 * @throws InvalidInput for objects
 */
export function listOf(value: unknown, label: string): unknown[] | undefined {
	if (isEmpty(value)) return undefined;
	if (!Array.isArray(value) && typeof value === 'object') {
		throw new InvalidInput(
			label,
			'takes a list, but got an object',
			'Give an array, or a text with commas between the entries.',
		);
	}
	const entries: unknown[] = Array.isArray(value)
		? value.filter((entry) => !isEmpty(entry))
		: String(value)
				.split(',')
				.map((entry) => entry.trim())
				.filter((entry) => entry !== '');
	return entries.length > 0 ? entries : undefined;
}
