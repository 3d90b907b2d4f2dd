import type { JsonValue } from 'n8n-workflow';
import { InvalidInput } from '../../invalidInput';
import { assertParsedValue } from '../../mistakes/judge';
import { isBlank, isEmpty } from './empty';
import { assertMaxLength, MAX_SINGLE_VALUE_LENGTH } from './length';
import { assertPlainListText } from './listTexts';

/** The properties of records whose value is a list. */
export const LIST_PROPERTIES = ['tags', 'emails', 'phones'];

export const COMMA = /,/;
/** What separates the entries of lists that never hold a semicolon. */
export const COMMA_OR_SEMICOLON = /[,;]/;

/**
 * The entries of an array, of a JSON array in a text, or of a text with separators, which are trimmed.
 * Undefined if there are none, so that an empty expression replaces nothing.
 * @param assertText throws InvalidInput for a text that is no list with these separators
 * @throws InvalidInput for objects and mistakes
 */
export function parseList(
	value: unknown,
	label: string,
	separator: RegExp = COMMA,
	assertText?: (text: string, label: string) => void,
): JsonValue[] | undefined {
	if (isEmpty(value)) return undefined;
	if (!Array.isArray(value) && typeof value === 'object') {
		throw new InvalidInput(
			label,
			'takes a list, but got an object',
			'Use an array, or a text with commas between the entries.',
		);
	}
	const array: JsonValue[] | undefined = Array.isArray(value) ? value : arrayIn(String(value));
	const entries = array ?? split(String(value), separator);
	assertParsedValue(entries, label);
	const filled = undefinedIfEmpty(entries.filter((entry) => !isBlank(entry)));
	if (filled && !array) assertText?.(String(value), label);
	return filled;
}

/**
 * The entries of a list of phones or emails, without what other programs put around them.
 * @param unwrap gives an entry without that
 * @param assertEntry throws InvalidInput for an entry that can't be sent
 * @throws InvalidInput for such an entry of a text. An array may come from a record, so its entries are not judged.
 */
export function parseUnwrappedList(
	value: unknown,
	label: string,
	unwrap: (text: string) => string,
	assertEntry: (entry: JsonValue) => void,
): JsonValue[] | undefined {
	const entries = parseList(value, label, COMMA_OR_SEMICOLON, (text) =>
		assertPlainListText(text, label, { mayBeQuoted: true }),
	);
	for (const entry of entries ?? []) assertMaxLength(entry, label, MAX_SINGLE_VALUE_LENGTH);
	const unwrapped = entries
		?.map((entry) => (typeof entry === 'string' ? unwrap(entry) : entry))
		.filter((entry) => entry !== '');
	if (!Array.isArray(value)) unwrapped?.forEach(assertEntry);
	return undefinedIfEmpty(unwrapped);
}

/** A list, or undefined for an empty one, which would empty the list of a record. */
export const undefinedIfEmpty = <Entry>(entries: Entry[] = []): Entry[] | undefined =>
	entries.length > 0 ? entries : undefined;

const split = (text: string, separator: RegExp): JsonValue[] =>
	text.split(separator).map((entry) => entry.trim());

/** The array in a JSON text, which models write that use the node as a tool. */
export function arrayIn(text: string): JsonValue[] | undefined {
	try {
		const parsed: unknown = JSON.parse(text);
		return Array.isArray(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}
