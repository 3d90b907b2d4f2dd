import { plainText } from '../../copiedText';
import { isExpression } from '../../expression';
import { InvalidInput } from '../../invalidInput';
import { isEmpty } from './empty';

/**
 * A user's own key (specification: Limits, Idempotency 6); undefined if the field is empty.
 * @param raw the value as the workflow holds it
 * @throws InvalidInput for other characters than visible ASCII, and for an expression that yields nothing
 */
export function parseIdempotencyKey(
	value: unknown,
	label: string,
	raw: unknown,
): string | undefined {
	const key = isEmpty(value) ? '' : plainText(String(value));
	if (key === '' && isExpression(raw)) throw emptyKey(label);
	if (isEmpty(value)) return undefined;
	if (/^[\x21-\x7e]+$/.test(key)) return key;
	throw new InvalidInput(
		label,
		'holds spaces or characters outside ASCII',
		'Use 1 to 255 letters, digits and punctuation marks without spaces, for example an event ID, or remove the option to have a key generated for each item.',
	);
}

const emptyKey = (label: string): InvalidInput =>
	new InvalidInput(
		label,
		'is empty',
		'Make sure that the item has the value the expression reads, or remove the option. Without your own key, a second execution would do everything again.',
	);
