/**
 * Reads tags from texts. Where a new mistake in tags goes:
 * - A text is no comma-separated list of tags: a row of the tables here.
 * - A single tag is wrong in every field: `assertTag`.
 * - A single tag must not be stored, but users may still filter by it or remove it: a new parser in `tags.ts`. Use it in the fields of
 *   `fields/tags.ts` except Remove Tags. They also read what `columns/rowReader.ts` joins from several columns.
 * - A tag is missing in a filter: `parseTagsOfFilter`. If an expression left the gap in a text, `mistakes/table.ts`, with
 *   the purpose `tagFilter`: parsers don't know what was typed.
 */
import { visibleText } from '../../copiedText';
import { InvalidInput } from '../../invalidInput';
import { isDate } from '../../typeGuards';

/** Something other than tags, in the way of another program. */
interface Kind {
	fits: RegExp;
	/** What is wrong with it, as in "begins with a quotation mark". */
	problem: string;
	remedy: string;
}

const PLAIN = 'Enter only the tags, separated by commas, such as vip, newsletter.';
const AS_ARRAY =
	'Separate tags with commas. If this is part of a tag, use an array, such as {{ ["a;b"] }}.';
const ENTRIES =
	'Enter only the entries, separated by commas, or use an expression that returns an array of texts.';
const NAMES =
	'Use only the names, as a list of texts: {{ $json.tags.map(t => t.name) }}, with your own property in place of name.';

/** Texts that are no list with commas; one that is a list in JSON is read before. */
const NO_LIST: readonly Kind[] = [
	{ fits: /^\{\s*["'“]/, problem: 'holds an object', remedy: NAMES },
	{ fits: /^\[\s*\{/, problem: 'is a list of objects, but not valid JSON', remedy: NAMES },
	{ fits: /^\[\s*["'“”‘’`[]/, problem: 'is a list, but not valid JSON', remedy: PLAIN },
	{ fits: /^\[.*\]$/s, problem: 'is a list, but not valid JSON', remedy: PLAIN },
];

const QUOTED: Kind = {
	fits: /^["'“‘`«]/,
	problem: 'begins with a quotation mark',
	remedy: PLAIN,
};

const IN_EVERY_TAG_FIELD: readonly Kind[] = [QUOTED, ...NO_LIST];

/** A first entry in quotes before others: quotes around a single one are dropped where they mean nothing. */
const QUOTED_ENTRIES: Kind = {
	...QUOTED,
	fits: /^["'“‘`«][^,;]*["'”’`»]\s*[,;]\s*[^\s,;]/,
};

/** What in a filter makes one tag of several, which no record has. */
const IN_FILTERS: readonly Kind[] = [
	{ fits: /;/, problem: 'holds “;”', remedy: AS_ARRAY },
	{ fits: /\|/, problem: 'holds “|”', remedy: AS_ARRAY },
	{ fits: /[\n\r\u2028\u2029]/, problem: 'holds a line break', remedy: AS_ARRAY },
	{ fits: /\t/, problem: 'holds a tab', remedy: AS_ARRAY },
	{ fits: /[；，、]/, problem: 'holds a separator other than a comma', remedy: AS_ARRAY },
	{
		fits: /(?:^|,)\s*["'“‘`«]/,
		problem: 'holds a quotation mark before a tag',
		remedy: PLAIN,
	},
	{ fits: /,\s*\{(?:\s*["'“]|[^},]*:)/, problem: 'holds an object', remedy: NAMES },
];

/** @throws InvalidInput for a text that is no comma-separated list of tags */
export function assertTagText(text: string, label: string, isFilter: boolean): void {
	const kind = kindOf(text, isFilter ? [...IN_EVERY_TAG_FIELD, ...IN_FILTERS] : IN_EVERY_TAG_FIELD);
	if (kind) throw new InvalidInput(label, kind.problem, kind.remedy);
}

/**
 * @param mayBeQuoted whether quotes around a single entry are dropped
 * @throws InvalidInput for a text that is a list in the way of another program
 */
export function assertListText(text: string, label: string, mayBeQuoted = false): void {
	const kind = kindOf(text, [mayBeQuoted ? QUOTED_ENTRIES : QUOTED, ...NO_LIST]);
	if (kind) throw new InvalidInput(label, kind.problem, ENTRIES);
}

function kindOf(text: string, kinds: readonly Kind[]): Kind | undefined {
	const plain = visibleText(text).trim();
	return kinds.find(({ fits }) => fits.test(plain));
}

/** @throws InvalidInput for a tag that is an object or a list */
export function assertTag(tag: unknown, label: string): void {
	if (typeof tag !== 'object' || tag === null || isDate(tag)) return;
	throw Array.isArray(tag)
		? new InvalidInput(
				label,
				'holds a list within the list',
				'Use a flat list of texts, such as {{ $json.tags.flat() }}.',
			)
		: new InvalidInput(label, 'holds an object', NAMES);
}
