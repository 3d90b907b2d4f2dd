/**
 * How the table finds mistakes, each in linear time. `quote…` returns a quotation of what it finds, `describe…` a
 * description. `is…`, `has…` and `…MayFollow` are tests, `make…` makes a finder or a test.
 */
import { showsNothing } from '../copiedText';
import { quote } from '../quote';
import { isDate } from '../typeGuards';
import { isProgramDateTime } from './dates';
import type { ValueToJudge } from './mistake';

type Searched = Pick<ValueToJudge, 'value'>;
type Find = (judged: Searched) => string | undefined;

/** A finder of a text that matches: it quotes the match. @param suffix says what it is, after the quotation */
export const makeMatchFinder =
	(pattern: RegExp, suffix = ''): Find =>
	({ value }) => {
		const match = typeof value === 'string' ? pattern.exec(value) : null;
		return match ? `${quote(match[0].trim())}${suffix}` : undefined;
	};

/** A finder of a text that passes the test as a whole, apart from white space around it: it quotes the text. */
export const makeWholeTextFinder =
	(test: RegExp | ((text: string) => boolean), suffix = ''): Find =>
	({ value }) => {
		if (typeof value !== 'string') return undefined;
		const text = value.trim();
		const passes = test instanceof RegExp ? test.test(text) : test(text);
		return passes ? `${quote(text)}${suffix}` : undefined;
	};

/** A finder of what passes the test: it describes that. */
export const makeDescribingFinder =
	(test: (value: unknown) => boolean, description: string): Find =>
	({ value }) =>
		test(value) ? description : undefined;

export const makePatternTest = (pattern: RegExp) => (value: unknown) =>
	typeof value === 'string' && pattern.test(value);

/** A finder of a character: it quotes the word that holds it. */
export const makeFinderOfWordWith =
	(character: string, suffix: string): Find =>
	({ value }) => {
		const at = typeof value === 'string' ? value.indexOf(character) : -1;
		if (typeof value !== 'string' || at === -1) return undefined;
		const [before = ''] = /\S{0,40}$/.exec(value.slice(Math.max(0, at - 40), at)) ?? [];
		const [after = ''] = /^\S{0,40}/.exec(value.slice(at, at + 40)) ?? [];
		return `“${before}${after}”${suffix}`;
	};

/** The first expression in a text, from `{{` to `}}`. */
export function expressionIn(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const start = value.indexOf('{{');
	const end = start === -1 ? -1 : value.indexOf('}}', start + 2);
	return end === -1 ? undefined : value.slice(start, end + 2);
}

/** Finds the first expression in a text, and quotes it. */
export function quoteExpressionIn({ value }: Searched): string | undefined {
	const expression = expressionIn(value);
	return expression === undefined ? undefined : quote(expression);
}

/** Tests whether a text stands between an opening and a closing mark. */
export const makeEnclosureTest = (start: string, end: string) => (text: string) =>
	text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);

/** Whether a text has “}}”, and at least two closing braces more than opening ones: JSON has as many of both. */
export function hasUnopenedBraces(text: unknown): boolean {
	const count = (brace: string) => String(text).split(brace).length - 1;
	return String(text).includes('}}') && count('}') >= count('{') + 2;
}

/** Finds a date with a time that nobody has formatted, and quotes it. */
export const quoteUnformattedDate: Find = ({ value }) =>
	isDate(value) || isProgramDateTime(value)
		? `${quote(String(isDate(value) ? value.toJSON() : value).trim())}, an unformatted date`
		: undefined;

/**
 * What accented letters, typographic marks and emoji become if UTF-8 is read as Latin-1 or Windows-1252.
 * After a capital letter, `Ã` before a space or a closing quotation mark is no sign of that: it may end a
 * word, as in `“AMANH\u00C3”`.
 */
export const MISREAD_UTF8 =
	/[ÂÃ][\u0080-\u009F\u00A1-\u00BF€‚ƒ„†‡ˆ‰Š‹ŒŽ‘“•˜™šœžŸ]|Â\u00A0|(?<!\p{Lu})Ã[\u00A0…’”–—›]|â(?:€|\u0080).?|ð(?:Ÿ|\u009F).?.?/u;

/** Finds a word with a URL-encoded letter, except in a link, and quotes it. */
export function quoteUrlEncodedWord({ value }: Searched): string | undefined {
	const words = typeof value === 'string' && /%C3%/i.test(value) ? value.split(/\s/) : [];
	const word = words.find((entry) => /%C3%[89AB][\dA-F]/i.test(entry) && !/[/=?]/.test(entry));
	return word === undefined ? undefined : `${quote(word)}, with a URL-encoded letter`;
}

/** Whether a text ends within a link, after a mark that a coordinate may follow. */
export function coordinateMayFollow(text: string): boolean {
	const lastWord = text.split(/\s/).pop() ?? '';
	return lastWord.includes('://') && /(?:[=,/@]|%2C)$/i.test(lastWord);
}

/**
 * Finds a missing tag in a comma-separated text, and describes it. An empty text passes: its field counts as
 * unset.
 */
export function describeGapInTags({ value }: Searched): string | undefined {
	if (typeof value !== 'string') return undefined;
	const entries = value.split(',').map((entry) => entry.trim());
	const missingEntry = entries.find((entry) =>
		/^(?:undefined|null|NaN|\[object Object\])$/.test(entry),
	);
	if (missingEntry !== undefined) return quote(missingEntry);
	const isGap = entries.length > 1 && entries.some(showsNothing);
	return isGap ? 'a comma with no tag before or after it' : undefined;
}

/**
 * Finds an integer that was probably rounded, and quotes it: it is too large to be exact in JavaScript, and
 * written as JavaScript prints the rounded number. Many numbers of 16 or 17 digits print as themselves, so
 * those are not looked at.
 */
export function quoteRoundedDigits({ value }: Searched): string | undefined {
	const runs = typeof value === 'string' ? (value.match(/\d+/g) ?? []) : [];
	const rounded = runs.find(
		(run) =>
			/^\d{18,21}$/.test(run) && !Number.isSafeInteger(Number(run)) && String(Number(run)) === run,
	);
	return rounded && `${quote(rounded)}, which looks like a number whose last digits were lost`;
}
