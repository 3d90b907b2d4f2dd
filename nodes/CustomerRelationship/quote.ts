/** The most characters of a value that an error, a hint or a warning quotes. */
const MOST_CHARACTERS = 100;

/** The beginning of a text, with “…” where more follows. @param most how many characters, emoji counted as one */
export function excerpt(text: string, most = MOST_CHARACTERS): string {
	if (text.length <= most) return text;
	// A character takes two code units at most.
	const characters = [...text.slice(0, 2 * most + 2)];
	return characters.length > most ? `${characters.slice(0, most).join('')}…` : characters.join('');
}

/** A text in quotation marks, shortened. */
export const quote = (text: string): string => `“${excerpt(text)}”`;
