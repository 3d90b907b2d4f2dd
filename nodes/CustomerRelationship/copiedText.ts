/** Unicode's format characters, such as U+200B and U+202A, and variation selectors. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;

/** A text without the characters that nobody sees and that come along where it is copied from a chat or a PDF. */
export const visible = (text: string): string => text.replace(INVISIBLE, '');

/** A text as it is meant where nobody means more than what is seen: with plain blanks, and none around it. */
export const plainText = (text: string): string =>
	visible(text)
		.replace(/\p{Space_Separator}/gu, ' ')
		.trim();

/** A text without certain characters at its end. A pattern that ends with `+$` would begin anew at each of them. */
export function trimEnd(text: string, character: RegExp): string {
	let end = text.length;
	while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
	return text.slice(0, end);
}
