import { normalizeUnicode } from '../../copiedText';
import { InvalidInput } from '../../invalidInput';
import { isEmpty } from './empty';

/**
 * A value as text; undefined if it is empty.
 * @throws InvalidInput for objects and lists
 */
export function scalarToText(value: unknown, label: string): string | undefined {
	if (isEmpty(value)) return undefined;
	if (typeof value === 'object') {
		throw new InvalidInput(
			label,
			`takes a text, but got ${Array.isArray(value) ? 'a list' : 'an object'}`,
			'Check the expression: it should return a single value.',
		);
	}
	return String(value);
}

/** A text in lower case and without accents, for comparison. */
export const foldCaseAndAccents = (text: string): string =>
	normalizeUnicode(text, 'NFD').replace(/\p{M}/gu, '').toLowerCase();
