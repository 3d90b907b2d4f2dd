import { plainText } from '../../copiedText';
import { InvalidInput } from '../../invalidInput';

/** The longest ID, in characters (specification: Limits, Path id length). */
export const MAX_ID_LENGTH = 64;
/** The longest idempotency key of a user, in characters (specification: Limits, Idempotency storage). */
export const MAX_KEY_LENGTH = 255;
/** The longest search, in characters (specification: Limits, `search` length). */
export const MAX_SEARCH_LENGTH = 200;
/** Longer than any valid single value, in characters. A phone may be a chat link with a text in it. */
export const MAX_SINGLE_VALUE_LENGTH = 1_000;

/**
 * Checks a text before any pattern looks at it. White space around it and invisible characters do not count.
 * @throws InvalidInput for a text that is longer than its field allows
 */
export function assertMaxLength(value: unknown, label: string, maxLength: number): void {
	if (typeof value !== 'string' || value.length <= maxLength) return;
	const { length } = plainText(value);
	if (length <= maxLength) return;
	throw new InvalidInput(
		label,
		`has ${length} characters, but takes at most ${maxLength}`,
		'Check the expression, or the column that the value comes from.',
	).withValue(value);
}
