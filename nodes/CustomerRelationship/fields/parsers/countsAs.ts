import { normalizeUnicode, plainText, showsNothing } from '../../copiedText';
import { InvalidInput } from '../../invalidInput';
import { parseText } from './text';

/**
 * The word that messages count as, in the form in which it is compared: blanks at its ends, invisible characters and case
 * do not matter.
 * @throws InvalidInput if nothing is seen of it, or if it is no text
 */
export function parseCountsAs(value: unknown, label: string): string {
	const word = normalizeUnicode(plainText(parseText(value, label) ?? ''), 'NFC').toLowerCase();
	if (!showsNothing(word)) return word;
	throw new InvalidInput(
		label,
		'is empty',
		'Give a word, such as reminder, or check its expression. To have Once per Phone look at this node and template alone, take the option out.',
	);
}
