/** Unicode's format characters, such as U+200B and U+202A, and variation selectors. */
const INVISIBLE = /[\p{Cf}\p{Variation_Selector}]/gu;

/** A text without the characters that nobody sees and that come along where it is copied from a chat or a PDF. */
export const visible = (text: string): string => text.replace(INVISIBLE, '');

/** A text as it is meant where nobody means more than what is seen: with plain blanks, and none around it. */
export const plainText = (text: string): string =>
	visible(text)
		.replace(/\p{Space_Separator}/gu, ' ')
		.trim();

/**
 * Characters of which nothing is seen if they stand alone: white space, format characters, combining marks, and letters
 * that are drawn as nothing, such as the Hangul filler.
 */
const NOTHING_TO_SEE = /^[\s\p{Cf}\p{Mn}\u2800\u3164\u115F\u1160\uFFA0]*$/u;

/** Whether nothing is seen of a text. */
export const showsNothing = (text: string): boolean => NOTHING_TO_SEE.test(text);

/**
 * A text in a normal form of Unicode, with at most 30 combining marks behind a letter, as Unicode's stream-safe format has
 * it: sorting more of them takes time with the square of their number.
 */
export const normalized = (text: string, form: 'NFC' | 'NFD'): string =>
	text.replace(/(\p{M}{30})\p{M}+/gu, '$1').normalize(form);

/** Characters that look like a hyphen: Unicode's dashes, its minus sign, and the wide and the small hyphen. */
const HYPHENS = /[\u2010-\u2015\u2212\uFE63\uFF0D]/g;

/** A text with plain hyphens. */
export const plainHyphens = (text: string): string => text.replace(HYPHENS, '-');

/** A text without what stands at its ends. A pattern that ends with `+$` would begin anew at each character. @param dropped fits a single character, and has no flag `g` */
export function withoutEnds(text: string, dropped: RegExp): string {
	const characters = [...text];
	const isDropped = (at: number) => dropped.test(characters[at] ?? '');
	let [start, end] = [0, characters.length];
	while (start < end && isDropped(start)) start += 1;
	while (start < end && isDropped(end - 1)) end -= 1;
	return characters.slice(start, end).join('');
}
