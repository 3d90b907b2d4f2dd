/**
 * Refuses texts that are no list of tags, or of other entries. Where a new mistake in tags goes:
 * - A text is no comma-separated list of tags: a row of the tables here.
 * - A single tag is wrong in every field: `assertTagIsText`.
 * - A single tag must not be stored, but users may still filter by it or remove it: a new parser in
 *   `tags.ts`. Use it in the fields of `fields/tags.ts` except Remove Tags. These fields also read what
 *   `columns/rowCellCollector.ts` joins.
 * - A tag is missing in a filter: `parseTagsOfFilter`. If an expression left the gap in a text: `mistakes/table.ts`,
 *   purpose `tagFilter`, because parsers don't know what was typed.
 */
import { visibleText } from '../../copiedText';
import { InvalidInput } from '../../invalidInput';
import { isDate } from '../../typeGuards';

/** A reason why a text is no list of tags or entries: it is written as another program would. */
interface TextProblem {
	fits: RegExp;
	/** What is wrong with the text, as in "begins with a quotation mark". */
	problem: string;
	remedy: string;
}

const ONLY_TAGS = 'Enter only the tags, separated by commas, such as vip, newsletter.';
const USE_ARRAY =
	'Separate tags with commas. If this is part of a tag, use an array, such as {{ ["a;b"] }}.';
const ONLY_ENTRIES =
	'Enter only the entries, separated by commas, or use an expression that returns an array of texts.';
const ONLY_NAMES =
	'Use only the names, as a list of texts: {{ $json.tags.map(t => t.name) }}, with your own property in place of name.';

/** Texts that are no list with commas. A list in valid JSON is read before they are looked for. */
const NO_LIST: readonly TextProblem[] = [
	{ fits: /^\{\s*["'“]/, problem: 'holds an object', remedy: ONLY_NAMES },
	{ fits: /^\[\s*\{/, problem: 'is a list of objects, but not valid JSON', remedy: ONLY_NAMES },
	{ fits: /^\[\s*["'“”‘’`[]/, problem: 'is a list, but not valid JSON', remedy: ONLY_TAGS },
	{ fits: /^\[.*\]$/s, problem: 'is a list, but not valid JSON', remedy: ONLY_TAGS },
];

const QUOTED: TextProblem = {
	fits: /^["'“‘`«]/,
	problem: 'begins with a quotation mark',
	remedy: ONLY_TAGS,
};

const IN_EVERY_TAG_FIELD: readonly TextProblem[] = [QUOTED, ...NO_LIST];

/** A first entry in quotes, with others behind it. Quotes around a single entry may be dropped. */
const QUOTED_ENTRIES: TextProblem = {
	...QUOTED,
	fits: /^["'“‘`«][^,;]*["'”’`»]\s*[,;]\s*[^\s,;]/,
};

/** Signs that a text of a filter holds several tags that would be read as one. No record has such a tag. */
const IN_FILTERS: readonly TextProblem[] = [
	{ fits: /;/, problem: 'holds “;”', remedy: USE_ARRAY },
	{ fits: /\|/, problem: 'holds “|”', remedy: USE_ARRAY },
	{ fits: /[\n\r\u2028\u2029]/, problem: 'holds a line break', remedy: USE_ARRAY },
	{ fits: /\t/, problem: 'holds a tab', remedy: USE_ARRAY },
	{ fits: /[；，、]/, problem: 'holds a separator other than a comma', remedy: USE_ARRAY },
	{
		fits: /(?:^|,)\s*["'“‘`«]/,
		problem: 'holds a quotation mark before a tag',
		remedy: ONLY_TAGS,
	},
	{ fits: /,\s*\{(?:\s*["'“]|[^},]*:)/, problem: 'holds an object', remedy: ONLY_NAMES },
];

/** @throws InvalidInput for a text that is no comma-separated list of tags */
export function assertTagListText(text: string, label: string, isFilter: boolean): void {
	const found = findProblem(
		text,
		isFilter ? [...IN_EVERY_TAG_FIELD, ...IN_FILTERS] : IN_EVERY_TAG_FIELD,
	);
	if (found) throw new InvalidInput(label, found.problem, found.remedy);
}

/**
 * @param mayBeQuoted whether quotes around a single entry are dropped
 * @throws InvalidInput for a text that is a list as another program writes it
 */
export function assertPlainListText(
	text: string,
	label: string,
	{ mayBeQuoted = false } = {},
): void {
	const found = findProblem(text, [mayBeQuoted ? QUOTED_ENTRIES : QUOTED, ...NO_LIST]);
	if (found) throw new InvalidInput(label, found.problem, ONLY_ENTRIES);
}

function findProblem(text: string, candidates: readonly TextProblem[]): TextProblem | undefined {
	const plain = visibleText(text).trim();
	return candidates.find(({ fits }) => fits.test(plain));
}

/** @throws InvalidInput for a tag that is an object or a list */
export function assertTagIsText(tag: unknown, label: string): void {
	if (typeof tag !== 'object' || tag === null || isDate(tag)) return;
	throw Array.isArray(tag)
		? new InvalidInput(
				label,
				'holds a list within the list',
				'Use a flat list of texts, such as {{ $json.tags.flat() }}.',
			)
		: new InvalidInput(label, 'holds an object', ONLY_NAMES);
}
