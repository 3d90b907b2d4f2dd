/** What the table’s mistakes look like. Each search takes time in proportion to the length of the text. */
import { quote } from '../quote';
import { isDate } from '../typeGuards';
import { isProgramDateTime } from './dates';

type Find = (value: unknown) => string | undefined;

/** Finds a text that matches, and quotes the match. @param reason what it is, put behind it */
export const quoted =
	(pattern: RegExp, reason = ''): Find =>
	(value) => {
		const match = typeof value === 'string' ? pattern.exec(value) : null;
		return match ? `${quote(match[0].trim())}${reason}` : undefined;
	};

/** Finds a text whose whole passes the test, blanks around it aside, and quotes it. */
export const quotedWhole =
	(test: RegExp | ((text: string) => boolean), reason = ''): Find =>
	(value) => {
		if (typeof value !== 'string') return undefined;
		const text = value.trim();
		const passes = test instanceof RegExp ? test.test(text) : test(text);
		return passes ? `${quote(text)}${reason}` : undefined;
	};

/** Finds what passes the test, and describes it. */
export const described =
	(test: (value: unknown) => boolean, description: string): Find =>
	(value) =>
		test(value) ? description : undefined;

export const matches = (pattern: RegExp) => (value: unknown) =>
	typeof value === 'string' && pattern.test(value);

/** Finds a character, and quotes the word that holds it. */
export const wordWith =
	(character: string, reason: string): Find =>
	(value) => {
		const at = typeof value === 'string' ? value.indexOf(character) : -1;
		if (typeof value !== 'string' || at === -1) return undefined;
		const [before = ''] = /\S{0,40}$/.exec(value.slice(Math.max(0, at - 40), at)) ?? [];
		const [after = ''] = /^\S{0,40}/.exec(value.slice(at, at + 40)) ?? [];
		return `“${before}${after}”${reason}`;
	};

/** The first expression in a text, from `{{` to `}}`. */
export function expressionIn(value: unknown): string | undefined {
	if (typeof value !== 'string') return undefined;
	const start = value.indexOf('{{');
	const end = start === -1 ? -1 : value.indexOf('}}', start + 2);
	return end === -1 ? undefined : value.slice(start, end + 2);
}

/** Finds the first expression in a text, and quotes it. */
export function quotedExpression(value: unknown): string | undefined {
	const expression = expressionIn(value);
	return expression === undefined ? undefined : quote(expression);
}

/** Whether a text stands between an opening and a closing mark. */
export const isBetween = (start: string, end: string) => (text: string) =>
	text.length >= start.length + end.length && text.startsWith(start) && text.endsWith(end);

export function hasUnopenedBraces(text: unknown): boolean {
	const count = (brace: string) => String(text).split(brace).length - 1;
	return String(text).includes('}}') && count('}') >= count('{') + 2;
}

/** Finds a date with its time that nobody has formatted. */
export const unformattedDate: Find = (value) =>
	isDate(value) || isProgramDateTime(value)
		? `${quote(String(isDate(value) ? value.toJSON() : value).trim())}, a date as programs write it`
		: undefined;

/** The object or list that a text holds in JSON. */
export function jsonIn(value: unknown): object | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	if (!/^[[{]/.test(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * The way to a text in an object or list, as an expression takes it: `.output`, `[0].text`; undefined where there is none
 * near the top.
 */
export function firstTextIn(json: unknown, depth = 1): string | undefined {
	if (typeof json === 'string') return '';
	if (typeof json !== 'object' || json === null || depth > 3) return undefined;
	for (const [name, entry] of Object.entries(json).slice(0, 20)) {
		const within = firstTextIn(entry, depth + 1);
		const isPlain = /^[a-z_$][\w$]*$/i.test(name);
		const step = Array.isArray(json)
			? `[${name}]`
			: isPlain
				? `.${name}`
				: `[${JSON.stringify(name)}]`;
		// Braces would end the expression.
		if (within !== undefined && step.length <= 50 && !/[{}]/.test(step)) return `${step}${within}`;
	}
	return undefined;
}

/** Whether a text is one block between fences that stand on lines of their own. On one line they are the messenger’s monospace. */
export function isFencedBlock(value: unknown): boolean {
	const lines = typeof value === 'string' ? value.trim().split(/\r?\n/) : [];
	const isFence = (line: string) => line.trimStart().startsWith('```');
	const fences = lines.flatMap((line, at) => (isFence(line) ? [at] : []));
	return (
		fences.join() === `0,${lines.length - 1}` &&
		/^```[\w+#.-]*$/.test((lines[0] ?? '').trimEnd()) &&
		lines.at(-1)?.trimStart() === '```'
	);
}

/**
 * What becomes of accented letters, typographic marks and emoji in UTF-8 that is read as Latin-1, or as Windows-1252.
 * Behind a capital letter, `Ã` and a mark may be the end of a word: `“AMANHÔ`.
 */
export const MISREAD_UTF8 =
	/[ÂÃ][\u0080-\u009F\u00A1-\u00BF€‚ƒ„†‡ˆ‰Š‹ŒŽ‘“•˜™šœžŸ]|Â\u00A0|(?<!\p{Lu})Ã[\u00A0…’”–—›]|â(?:€|\u0080).?|ð(?:Ÿ|\u009F).?.?/u;

/** Finds a letter as links write it, in a word that is no link. */
export function codedLetter(value: unknown): string | undefined {
	const words = typeof value === 'string' && /%C3%/i.test(value) ? value.split(/\s/) : [];
	const word = words.find((one) => /%C3%[89AB][\dA-F]/i.test(one) && !/[/=?]/.test(one));
	return word === undefined ? undefined : `${quote(word)}, with a letter as links write it`;
}

/** A character that is written as an HTML entity. */
export const HTML_CHARACTER = /&(?:[a-z]{2,8}\d{0,2}|#\d{1,7}|#x[\da-f]{1,6});/i;

const NAMED_CHARACTERS = new Map(
	Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }),
);
/** Combining marks by what HTML calls a letter with them, as in `atilde`. */
const ACCENTS = new Map(
	Object.entries({
		...{ acute: '\u0301', grave: '\u0300', circ: '\u0302', tilde: '\u0303' },
		...{ uml: '\u0308', cedil: '\u0327' },
	}),
);

/** The character of an HTML entity; undefined for one of the rarer names. */
export function characterOf(entity: string): string | undefined {
	const name = entity.slice(1, -1);
	if (name.startsWith('#')) {
		const code = Number(name.replace(/^#x/i, '0x').replace('#', ''));
		const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
		return isCharacter ? String.fromCodePoint(code) : undefined;
	}
	const accent = ACCENTS.get(name.slice(1));
	const letter = accent && `${name[0]}${accent}`.normalize('NFC');
	return NAMED_CHARACTERS.get(name) ?? (letter?.length === 1 ? letter : undefined);
}
