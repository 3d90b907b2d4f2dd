/** Long texts on which a search that goes back takes time with the square of the length, and how much of them is quoted. */

/** A beginning, what is repeated behind it, and an end at which a match of the rest fails. */
type Pattern = readonly [name: string, beginning: string, repeated: string, end: string];

const PATTERNS: readonly Pattern[] = [
	['letters of one byte', '', 'a', ''],
	['letters of two bytes', '', 'ã', ''],
	['letters of three bytes', '', '名', ''],
	['letters of four bytes', '', '𝒜', ''],
	['emoji', '', '👩🏾‍🔧', ''],
	['emoji and letters', '', '🚀名ção', ''],
	['words', '', 'um dois ', 'três'],
	['opening braces', '', '{', ''],
	['double braces', '', '{{ ', 'a'],
	['double braces, never closed', 'a {{ nome', ' {', '} a'],
	['closing braces', '{{', '}', 'a'],
	['opening brackets', '', '[', 'a'],
	['double brackets', 'a', '[[a', ']'],
	['angle brackets', 'a', '<', 'b'],
	['HTML', '<p>', '<br><a href=', '>'],
	['quotation marks', 'a', '"', 'b'],
	['apostrophes', 'a', "'", 'b'],
	['backslashes', 'a', '\\', 'b'],
	['line breaks, typed out', 'a', '\\n', 'b'],
	['blanks', 'a', ' ', 'b'],
	['special blanks', 'a', '\u00A0', 'b'],
	['line breaks', 'a', '\n', 'b'],
	['tabs', 'a', '\t', 'b'],
	['blanks and line breaks', 'a', ' \r\n', 'b'],
	['fences', '```', 'json```', 'a'],
	['hyphens', '', '-', 'a'],
	['commas', 'a', ',', 'b'],
	['semicolons', 'a', ';', 'b'],
	['dots', 'a', '.', 'b'],
	['digits', '', '1', 'a'],
	['digits and hyphens', '+', '11-', 'a'],
	['at signs', 'a', '@a', '@'],
	['currency', '1', 'R$ ', '1'],
	['hashes', '#', 'REF#', 'a'],
	['entities', 'a', '&amp', ' a'],
	['percent signs', 'a', '%C3', '%'],
	['invisible characters', 'a', '\u200B', 'b'],
	['combining marks', 'a', '\u0303', 'b'],
	['JSON, never closed', '', '["', 'a'],
];

/** A kind of text, at any length. */
export interface Kind {
	name: string;
	/** @param length in characters (UTF-16 code units) */
	text(length: number): string;
}

function kindOf([name, beginning, repeated, end]: Pattern): Kind {
	return {
		name,
		text(length) {
			const times = Math.floor((length - beginning.length - end.length) / repeated.length);
			return `${beginning}${repeated.repeat(times)}${end}`;
		},
	};
}

/** What a reader of another encoding leaves, in the middle of a word. */
const unreadable: Kind = {
	name: 'an unreadable character in the middle',
	text: (length) => `${'a'.repeat(length / 2)}\uFFFD${'a'.repeat(length / 2 - 1)}`,
};

export const KINDS: readonly Kind[] = [...PATTERNS.map(kindOf), unreadable];

/** The longest is that of the bound; shorter ones come first, so that a slow pattern fails soon. */
export const LENGTHS: readonly number[] = [12_000, 48_000, 192_000];

/** No longer text takes longer than this: far above what judging takes, far below what going back would. */
export const BOUND_MS = 2_000;

/** More of a value is never quoted. */
const MAX_QUOTED = 100;

const withoutBlanks = (text: string) => text.replace(/\s/g, '');

/**
 * The first part of a sentence that quotes more than 100 characters of the text; blanks don't count, since a quotation
 * may join them. The text repeats itself: what stands in it stands near its beginning, or near its end.
 */
export function longQuotation(sentence: string, text: string): string | undefined {
	const blanks = /\s{101}/.exec(sentence);
	if (blanks) return blanks[0];
	const said = withoutBlanks(sentence);
	const parts = [text.slice(0, 1_000), text.slice(-1_000)].map(withoutBlanks);
	for (let start = 0; start + MAX_QUOTED < said.length; start += 1) {
		const quoted = said.slice(start, start + MAX_QUOTED + 1);
		if (parts.some((part) => part.includes(quoted))) return quoted;
	}
	return undefined;
}
