/** The most characters of a value that an error, a hint or a warning quotes. */
const MAX_CHARACTERS = 100;

/** The beginning of a text. It splits no surrogate pair. */
export const beginningOf = (text: string, most: number): string =>
	text.length > most ? text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '') : text;

/** The beginning of a text, with “…” if more follows. */
export const excerpt = (text: string, most = MAX_CHARACTERS): string =>
	text.length > most ? `${beginningOf(text, most)}…` : text;

/** A text in quotation marks, shortened. */
export const quote = (text: string): string => `“${excerpt(text)}”`;
