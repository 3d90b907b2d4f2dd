import { normalizeUnicode, plainText } from '../../copiedText';
import { InvalidInput } from '../../invalidInput';
import { isBlank } from './empty';
import { scalarToText } from './text';

/**
 * The word that messages count as, as it is compared: without blanks at its ends, invisible characters and case.
 * @throws InvalidInput if nothing is seen of it, or if it is no text
 */
export function parseCountsAs(value: unknown, label: string): string {
	const word = normalizeUnicode(plainText(scalarToText(value, label) ?? ''), 'NFC').toLowerCase();
	if (!isBlank(word)) return word;
	throw new InvalidInput(
		label,
		'is empty',
		'Give a word, such as reminder, or check its expression. To have Once per Phone look at this node and template alone, take the option out.',
	);
}
