import type { JsonValue } from 'n8n-workflow';
import { isEmpty, type Field, type Shown } from './field';
import { InvalidInput } from '../invalidInput';

/** A list that the user writes as text with commas, or that an expression gives as an array. */
export function listField(property: Shown): Field<JsonValue[] | undefined> {
	return {
		property: { ...property, type: 'string', default: '' },
		read: (value) => listOf(value, property.displayName),
	};
}

/**
 * The entries of a list: a text is split at its commas and blanks around entries are dropped;
 * the entries of an array, or of one written as JSON, stay as they are. Undefined when nothing is left, so that an empty
 * expression replaces nothing.
 * @throws InvalidInput for objects
 */
export function listOf(value: unknown, label: string): JsonValue[] | undefined {
	if (isEmpty(value)) return undefined;
	if (!Array.isArray(value) && typeof value === 'object') {
		throw new InvalidInput(
			label,
			'takes a list, but got an object',
			'Give an array, or a text with commas between the entries.',
		);
	}
	const entries: JsonValue[] = Array.isArray(value)
		? value
		: (arrayIn(String(value)) ?? split(String(value)));
	const filled = entries.filter((entry) => !isEmpty(entry));
	return filled.length > 0 ? filled : undefined;
}

const split = (text: string): JsonValue[] => text.split(',').map((entry) => entry.trim());

/** An array that was written as JSON; models that use the node as a tool do so. */
function arrayIn(text: string): JsonValue[] | undefined {
	try {
		const parsed: unknown = JSON.parse(text);
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}
