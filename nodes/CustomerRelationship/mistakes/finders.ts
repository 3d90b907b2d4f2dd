/** What the table’s mistakes look like. */
import { isDate, isObject } from '../typeGuards';

type Find = (value: unknown) => string | undefined;

/** Finds a text that matches, and quotes the match. @param reason what it is, put behind it */
export const quoted =
	(pattern: RegExp, reason = ''): Find =>
	(value) => {
		const match = typeof value === 'string' ? pattern.exec(value) : null;
		return match ? `“${match[0].trim()}”${reason}` : undefined;
	};

/** Finds what passes the test, and describes it. */
export const described =
	(test: (value: unknown) => boolean, description: string): Find =>
	(value) =>
		test(value) ? description : undefined;

export const matches = (pattern: RegExp) => (value: unknown) =>
	typeof value === 'string' && pattern.test(value);

export const EXPRESSION = /\{\{.*?\}\}/s;

export function hasUnopenedBraces(text: unknown): boolean {
	const count = (brace: string) => String(text).split(brace).length - 1;
	return String(text).includes('}}') && count('}') >= count('{') + 2;
}

const ISO_DATE_TIME =
	/^\s*\d{4}-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-4])(?::?[0-5]\d){1,2}(?:[.,]\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?\s*$/i;

/** Whether a value is a text as `toISO` writes it; a plain date is for people as well. */
export const isIsoDateTime = matches(ISO_DATE_TIME);

/** Finds a date with its time that nobody has formatted. */
export function unformattedDate(value: unknown): string | undefined {
	const text = isDate(value) ? value.toJSON() : value;
	return isDate(value) || isIsoDateTime(text)
		? `“${String(text).trim()}”, a date as programs write it`
		: undefined;
}

/** The object or list that a text holds in JSON. */
export function jsonIn(value: unknown): object | undefined {
	if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return undefined;
	try {
		return JSON.parse(value);
	} catch {
		return undefined;
	}
}

/** The way to the first text in an object, as an expression takes it: `.output`. */
export function firstTextIn(json: object | undefined): string {
	const entries = Object.entries(json ?? {});
	const [name] = entries.find(([, entry]) => typeof entry === 'string') ?? entries[0] ?? ['output'];
	if (!isObject(json)) return '[0]';
	return /^[a-z_$][\w$]*$/i.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Whether a text is one block between fences that stand on lines of their own. On one line they are the messenger’s monospace. */
export function isFencedBlock(value: unknown): boolean {
	const lines = typeof value === 'string' ? value.trim().split(/\r?\n/) : [];
	const fences = lines.flatMap((line, at) => (/^\s*```/.test(line) ? [at] : []));
	return (
		fences.join() === `0,${lines.length - 1}` &&
		/^```[\w+#.-]*\s*$/.test(lines[0] ?? '') &&
		/^\s*```$/.test(lines.at(-1) ?? '')
	);
}

/**
 * What becomes of accented letters, typographic marks and emoji in UTF-8 that is read as Latin-1, or as Windows-1252.
 * Behind a capital letter, `Ã` and a mark may be the end of a word: `“AMANHÔ`.
 */
export const MISREAD_UTF8 =
	/[ÂÃ][\u0080-\u009F\u00A1-\u00BF€‚ƒ„†‡ˆ‰Š‹ŒŽ‘“•˜™šœžŸ]|Â\u00A0|(?<!\p{Lu})Ã[\u00A0…’”–—›]|â(?:€|\u0080).?|ð(?:Ÿ|\u009F).?.?/u;
