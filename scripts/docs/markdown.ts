import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Converts a description's HTML to Markdown. @throws for an element that it does not know */
export function markdownOf(html: string): string {
	const text = html
		.replace(/<code>(.*?)<\/code>/g, '`$1`')
		.replace(/<b>(.*?)<\/b>/g, '**$1**')
		.replace(/<a href="([^"]+)">(.*?)<\/a>/g, '[$2]($1)');
	const unknown = /<\/?[a-z][^>]*>/i.exec(text);
	if (unknown) throw new Error(`No Markdown is known for ${unknown[0]} in: ${html}`);
	return text;
}

/** Adds the full stop that n8n's style omits after a single sentence. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** A Markdown table; vertical bars in cells are escaped. */
export function table(head: string[], rows: string[][]): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`;
	return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** Joins paragraphs, headings and tables with blank lines; empty ones are left out. */
export const blocks = (...parts: Array<string | undefined>): string =>
	parts.filter((part) => part).join('\n\n');

/** The anchor of a heading, as GitHub makes it. */
export const anchor = (heading: string): string =>
	heading
		.toLowerCase()
		.replace(/[^\w\- ]/g, '')
		.replace(/ /g, '-');

/** `a`, `a or b`, `a, b or c`. */
export const either = (words: string[]): string =>
	words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** `company` → companies. */
export const plural = (word: string): string =>
	word.endsWith('y') ? `${word.slice(0, -1)}ies` : `${word}s`;

/** The first line of every page that a script writes. */
export const WRITTEN =
	'<!-- Written by `npm run docs` from the node’s own descriptions. Change those, or scripts/docs/. -->';

/**
 * Fills in a page's text of `texts/`: each marker, a line such as `<!-- fields -->`, is replaced by the part of its
 * name, or by a text of `texts/shared/`.
 * @throws for a marker without a part, and for a part without a marker
 */
export function filled(name: string, parts: Record<string, string>, source = WRITTEN): string {
	const left = new Set(Object.keys(parts));
	const page = textOf(name).replace(/^<!-- (\w+) -->$/gm, (marker, part: string) => {
		const shared = `shared/${part}`;
		if (left.delete(part)) return parts[part] ?? '';
		if (existsSync(fileOf(shared))) return textOf(shared);
		throw new Error(`texts/${name}.md: nothing is written at ${marker}`);
	});
	if (left.size > 0) throw new Error(`texts/${name}.md has no marker for ${[...left].join(', ')}`);
	return `${source}\n\n${page.replace(/\n{3,}/g, '\n\n')}`;
}

const fileOf = (name: string) => join(__dirname, 'texts', `${name}.md`);
const textOf = (name: string) => readFileSync(fileOf(name), 'utf8');
