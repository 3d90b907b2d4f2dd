/** Joins a surname, which has a heading of its own, with the name of its row. */
import { plainHyphens, plainText } from '../copiedText';
import { foldCaseAndAccents } from '../fields/parsers/text';

/** What sheets hold in place of a name that is not known. */
const NO_NAMES = ['null', 'n/a', 'none', 'undefined', '-'];

/** Whether a cell holds what sheets write in place of a name. */
export const isNoName = (cell: unknown): boolean => NO_NAMES.includes(comparable(cell));

/**
 * The name, then the surname. Words that end the name and begin the surname are not repeated. A name that has every
 * word of the surname stays as it is.
 * @returns undefined if the name is missing or a list, or the surname has no letter
 */
export function fullName(name: unknown, surname: unknown): string | undefined {
	if (name === undefined || typeof name === 'object') return undefined;
	if (typeof surname !== 'string' || !/\p{L}/u.test(surname)) return undefined;
	const [firstNames, surnames] = [String(name).trim(), plainText(surname)];
	const words = new Set(wordsIn(firstNames));
	if (wordsIn(surnames).every((word) => words.has(word))) return firstNames;
	const nameWords = comparable(firstNames).split(' ');
	const surnameWords = comparable(surnames).split(' ');
	const shared = surnameWords.indexOf(nameWords.at(-1) ?? '') + 1;
	const overlaps =
		shared > 0 && nameWords.slice(-shared).join(' ') === surnameWords.slice(0, shared).join(' ');
	return [firstNames, ...surnames.split(/\s+/).slice(overlaps ? shared : 0)].join(' ');
}

const comparable = (text: unknown): string =>
	foldCaseAndAccents(plainHyphens(plainText(String(text)))).replace(/\s+/g, ' ');

const wordsIn = (text: string): string[] => comparable(text).match(/[\p{L}\p{N}]+/gu) ?? [];
