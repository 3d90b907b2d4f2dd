/** Unicode's format characters, such as U+200B and U+202A, and variation selectors. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;

/** A text without its invisible characters, which come along if it is copied from a chat or a PDF. */
export const visibleText = (text: string): string => text.replace(INVISIBLE, '');

/** A text as its reader sees it: without invisible characters, with plain blanks, and with none around it. */
export const plainText = (text: string): string =>
	visibleText(text)
		.replace(/\p{Space_Separator}/gu, ' ')
		.trim();

/**
 * Characters that are invisible on their own: white space, format characters, combining marks,
 * and letters that are drawn as nothing, such as the Hangul filler.
 */
const NOTHING_TO_SEE = /^[\s\p{Cf}\p{Mn}\u2800\u3164\u115F\u1160\uFFA0]*$/u;

/** Whether a text looks empty. */
export const showsNothing = (text: string): boolean => NOTHING_TO_SEE.test(text);

/**
 * A text in a normal form of Unicode. Of the combining marks behind a letter it keeps the first 30, the limit
 * of Unicode's stream-safe format: the time to sort them grows with the square of their number.
 */
export const normalizeUnicode = (text: string, form: 'NFC' | 'NFD'): string =>
	text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize(form);

/**
 * Characters that look like a hyphen: the dashes of Unicode's general punctuation, its minus sign, and the
 * wide and the small hyphen.
 */
const HYPHENS = /[\u2010-\u2015\u2212\uFE63\uFF0D]/g;

/** A text with plain hyphens. */
export const plainHyphens = (text: string): string => text.replace(HYPHENS, '-');

/**
 * A text without the characters at both ends that match. A single pattern that ends with `+$` would take
 * quadratic time: it would begin anew at each character.
 * @param pattern matches a single character, and has no flag `g`
 */
export function trimMatching(text: string, pattern: RegExp): string {
	const characters = [...text];
	const isDropped = (at: number) => pattern.test(characters[at] ?? '');
	let [start, end] = [0, characters.length];
	while (start < end && isDropped(start)) start += 1;
	while (start < end && isDropped(end - 1)) end -= 1;
	return characters.slice(start, end).join('');
}
