import type { JsonValue } from 'n8n-workflow';
import { isBlank, isEmpty } from './empty';
import { InvalidInput } from '../../invalidInput';
import { assertNoMistake } from '../../mistakes/assertNoMistake';

export const COMMA_OR_SEMICOLON = /[,;]/;

/**
 * The entries of a list: a text is split at its commas, or what the field takes for them, and blanks around entries are dropped;
 * the entries of an array, or of one written as JSON, stay as they are. Undefined when nothing is left, so that an empty
 * expression replaces nothing.
 * @throws InvalidInput for objects
 */
export function parseList(
	value: unknown,
	label: string,
	separator: RegExp = /,/,
): JsonValue[] | undefined {
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
		: (arrayIn(String(value)) ?? split(String(value), separator));
	assertNoMistake(entries, label);
	const filled = entries.filter((entry) => !isBlank(entry));
	return filled.length > 0 ? filled : undefined;
}

const split = (text: string, separator: RegExp): JsonValue[] =>
	text.split(separator).map((entry) => entry.trim());

/** An array that was written as JSON; models that use the node as a tool do so. */
function arrayIn(text: string): JsonValue[] | undefined {
	try {
		const parsed: unknown = JSON.parse(text);
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}
