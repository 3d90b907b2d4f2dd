/** Joins sentences with spaces. Parts that are empty, `false` or undefined are left out. */
export const joinSentences = (...parts: Array<string | false | undefined>): string =>
	parts.filter(Boolean).join(' ');

/** Gives a text a capital letter, for the beginning of a sentence. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Lists parts in words, as in “a, b and c”. */
export const listInWords = (parts: readonly string[]): string =>
	[parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');
