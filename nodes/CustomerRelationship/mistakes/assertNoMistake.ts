import { findWarnings, findWithin, refuse, type Warning } from './findMistake';
import { FIELD_KINDS } from './mistake';

/** @throws InvalidInput for a value that holds a mistake of every field, such as NaN or an invalid date, at any depth */
export const assertNoMistake = (value: unknown, label: string): void =>
	refuse(findWithin('value', value, 'filter'), label, 'filter');

/**
 * Judges a value of which nothing was typed, such as a cell of a row.
 * @param name of the parameter or column that it is for
 * @param code of the expression that yields it, if it is a part of a text
 * @returns what is odd in it, and sent
 * @throws InvalidInput for what nobody means
 */
export function judgeYielded(
	value: unknown,
	label: string,
	name: string,
	code?: string,
): Warning[] {
	const field = FIELD_KINDS[name] ?? 'written';
	refuse(findWithin('value', value, field), label, field, code);
	refuse(findWithin('yieldedValue', value, field), label, field, code);
	return findWarnings(value, field, label);
}

/** @throws InvalidInput for the heading of a column that was read wrongly */
export const assertHeadingIsRead = (heading: string, label: string): void =>
	refuse(findWithin('value', heading, 'heading'), label, 'heading');
