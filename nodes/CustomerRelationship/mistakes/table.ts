import { showsNothing } from '../copiedText';
import { isDate, isObject } from '../typeGuards';
import { formattingExpression } from './dates';
import {
	codedLetter,
	describeIf,
	expressionIn,
	gapInTags,
	hasUnopenedBraces,
	isBetween,
	isInLink,
	matches,
	MISREAD_UTF8,
	quoteMatch,
	quoteExpression,
	quoteWhole,
	roundedDigits,
	unformattedDate,
	quoteWordWith,
} from './finders';
import { characterOf, HTML_CHARACTER } from './htmlEntities';
import { firstTextIn, jsonIn } from './jsonText';
import {
	ALL,
	ALL_BUT_LITERAL,
	CUSTOMER_READS,
	EVALUATED_IN_PARTS,
	CUSTOMER_READS_OR_KEY,
	SENT,
	WHOLE,
	STORED,
	NOT_TYPED,
	type FieldValue,
	type Mistake,
	type Purpose,
} from './mistake';
import { plainPath } from './ownExpression';
import { isFencedBlock, THINKING_BEGINS, THINKING_ENDS, THINKING_TAG } from './modelOutput';

function checkExpression({ purpose, raw }: Pick<FieldValue, 'purpose' | 'raw'>): string {
	const check = 'Check the expression, and that each item has the value that it reads.';
	if (purpose !== 'variable') return check;
	const own = plainPath(raw);
	const example = own ?? '$json.name';
	const place = own ? '' : `, with your own field in place of ${example}`;
	return `${check} Or give another word where there is none, such as {{ ${example} || "cliente" }}${place}.`;
}

/** The same, for words that a customer's or a team's own text may hold as well. */
function checkExpressionOrWord(found: FieldValue): string {
	const [word] = /\b(?:undefined|NaN|null)\b/.exec(String(found.value)) ?? [];
	if (word === undefined || !CUSTOMER_READS.includes(found.purpose)) return checkExpression(found);
	const capitalized = word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
	return `${checkExpression(found)} If the text means this word, write it with a capital: {{ ‹text›.replaceAll("${word}", "${capitalized}") }}.`;
}

const HAVE_AS_TEXT =
	'Make it a text in the node where the item comes from: no expression brings the digits back.';

/** What other programs put around the name of what is to be filled in. */
const PLACEHOLDERS = [
	['*|', '|*'],
	['[[', ']]'],
	['<<', '>>'],
	['«', '»'],
	['<%', '%>'],
] as const;

/** A mistake; the list that it stands in says whether it is an error or a warning. */
type Rule = Omit<Mistake, 'isWarning'>;

const ERRORS: readonly Rule[] = [
	{
		purposes: ALL,
		sources: ALL_BUT_LITERAL,
		find: (value) =>
			typeof value === 'number' && !Number.isFinite(value) ? String(value) : undefined,
		remedy: checkExpression,
	},
	{
		purposes: ALL,
		sources: ALL_BUT_LITERAL,
		// n8n makes a text of an invalid date within a collection.
		find: describeIf(
			(value) =>
				isDate(value) ? value.toJSON() === null : matches(/^Invalid date(time)?$/i)(value),
			'an invalid date',
		),
		remedy: checkExpression,
	},
	{
		// JavaScript rounds it: two orders would have one key.
		purposes: SENT,
		sources: ALL_BUT_LITERAL,
		find: describeIf(
			(value) => Number.isInteger(value) && !Number.isSafeInteger(value),
			'a number with more digits than a number can hold, so some of them are lost',
		),
		remedy: HAVE_AS_TEXT,
	},
	{
		purposes: ALL,
		sources: ALL_BUT_LITERAL,
		find: describeIf(matches(/\p{Surrogate}/u), 'half a character'),
		remedy:
			'Check the expression: it may cut an emoji in two. {{ ‹text›.replace(/\\p{Surrogate}/gu, "") }} drops the half.',
	},
	{
		purposes: [...STORED, 'heading'],
		sources: ALL_BUT_LITERAL,
		find: quoteWordWith('\uFFFD', ', in which letters were lost'),
		remedy:
			'The file was read in another encoding than it was written in. Read it again: in Extract from File add the option Encoding, with Latin1 for a CSV from Excel.',
	},
	...wholeOrPart({
		find: quoteWhole(
			/^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|N\/D|VALOR!|NOME\?|N(?:Ú|U\u0301)M!|NULO!|ERROR!|ERRO!|GETTING_DATA|BUSY!|SPILL!|DESPEJAR!|C(?:A|Á|A\u0301)LC!|FIELD!|CAMPO!|BLOCKED!|UNKNOWN!)$|^Err:\d{3}$/i,
			', an error of a spreadsheet',
		),
		remedy:
			'Correct the formula in the sheet, or empty the cell: an empty cell is not sent. In the sheet =IFERROR(A2,"") (in Portuguese =SEERRO(A2;"")) leaves such cells empty.',
	}),
	{
		// The text of a template. The editor makes an expression of it, and the customer reads “1”.
		purposes: CUSTOMER_READS_OR_KEY,
		sources: ['fixed', ...NOT_TYPED],
		find: (_value, { raw }) =>
			quoteMatch(/\{\{\s*\d+\s*\}\}/, ', which stands for a variable of a template')(raw),
		remedy: 'Give what takes its place, such as the customer’s name, not the template’s text.',
	},
	{
		// The editor makes an expression of one that is pasted, but not always of one that is typed.
		purposes: CUSTOMER_READS_OR_KEY,
		sources: ['fixed'],
		find: describeIf(
			(value) => expressionIn(value) !== undefined,
			'an expression in a fixed field, so it would go out as it stands',
		),
		remedy: 'Switch the field from Fixed to Expression: the switch shows above the field.',
	},
	{
		// The editor closes the braces of an expression by itself: those that are typed as well stay behind it.
		purposes: CUSTOMER_READS_OR_KEY,
		sources: ['literal'],
		find: describeIf(hasUnopenedBraces, '“}}” that no “{{” opens'),
		remedy: 'Delete it: where you type {{ the editor adds }} by itself.',
	},
	{
		purposes: CUSTOMER_READS_OR_KEY,
		sources: ['fixed', 'literal'],
		find: describeIf(
			matches(/\$(?:json|node|input)\b|\$\(["']/),
			'an expression without its braces, so it would go out as it stands',
		),
		remedy:
			'Drag the field from the input to here. Or switch from Fixed to Expression and put it in braces, such as {{ $json.name }}.',
	},
	{
		// What JavaScript makes of such values if the expression itself joins them to a text.
		purposes: CUSTOMER_READS_OR_KEY,
		sources: NOT_TYPED,
		find: quoteMatch(/\b(?:undefined|NaN|Invalid Date(?:Time)?)\b|\[object Object\]/),
		remedy: checkExpressionOrWord,
	},
	{
		purposes: CUSTOMER_READS_OR_KEY,
		sources: NOT_TYPED,
		find: quoteWhole(/^null$/),
		remedy: checkExpressionOrWord,
	},
	{
		purposes: ['key'],
		sources: NOT_TYPED,
		find: quoteMatch(/\bnull\b/),
		remedy: checkExpression,
	},
	...wholeOrPart({
		find: quoteWhole(/^\[object Object\]$/, ', an object that was turned into text'),
		remedy:
			'Check the expression: take a property of the object, such as {{ $json.address.city }}.',
	}),
	{
		purposes: CUSTOMER_READS_OR_KEY,
		sources: NOT_TYPED,
		find: quoteExpression,
		remedy:
			'n8n does not fill in what stands in braces inside a value. Put something in its place, such as {{ ‹text›.replace(/\\{+[^{}]*\\}+/g, $json.name) }}.',
	},
	...wholeOrPart({
		find: quoteWhole(isBetween('{{', '}}'), ', which nobody filled in'),
		remedy:
			'Put the value itself in its place where the item comes from, or leave it empty there: n8n does not fill in what stands in braces inside a value.',
	}),
	{
		purposes: CUSTOMER_READS,
		sources: ['fixed', ...NOT_TYPED],
		find: unformattedDate,
		remedy: ({ value, raw }) =>
			`Format it for the customer, such as ${formattingExpression(value, { date: 'dd/MM/yyyy', dateTime: 'dd/MM/yyyy HH:mm' }, raw)}. Times are in the workflow’s time zone.`,
	},
	{
		// What a model writes if it has no value, or as a list of one: words in brackets alone.
		purposes: ['variable'],
		sources: ['yielded'],
		find: quoteWhole(/^[[<]"?[\p{L}_ ]+"?[\]>]$/u, ', words in brackets'),
		remedy: checkExpression,
	},
	{
		purposes: CUSTOMER_READS,
		sources: NOT_TYPED,
		find: quoteWhole(
			(text) =>
				PLACEHOLDERS.some(([start, end]) => isBetween(start, end)(text)) ||
				/^(?:(%{1,2})[\p{L}\p{M}\p{N}_. -]+\1|\$?\{[\p{L}\p{M}\p{N}_. -]+\})$/u.test(text),
			', which another program was to fill in',
		),
		remedy: 'Give what takes its place, such as {{ $json.name || "cliente" }}.',
	},
	{
		// What Python and databases make of nothing; “Null” and “Nan” are names.
		purposes: CUSTOMER_READS,
		sources: NOT_TYPED,
		find: quoteWhole(/^(?:None|NULL)$/, ', which other programs write for an empty value'),
		remedy: checkExpression,
	},
	{
		purposes: CUSTOMER_READS,
		sources: ['yielded'],
		find: describeIf((value) => jsonIn(value) !== undefined, 'JSON instead of a text'),
		remedy: ({ value }) => {
			const json = jsonIn(value);
			const property = firstTextIn(json);
			if (property === undefined) return 'Take the property that the customer is to read.';
			const parsed = `{{ JSON.parse(‹output›)${property} }} if ‹output› holds the JSON as a text`;
			return Array.isArray(json)
				? `Take the text that the customer is to read, such as ${parsed}.`
				: `Take the property that the customer is to read, such as {{ $json${property} }}, or ${parsed}.`;
		},
	},
	{
		purposes: CUSTOMER_READS,
		sources: ['yielded'],
		find: describeIf(isFencedBlock, 'a block of code between ``` and ```, as a model writes it'),
		remedy:
			'Tell the model to answer with the text alone. Or take the fences away: {{ ‹output›.replace(/^\\s*```[^\\n]*\\n|\\n\\s*```\\s*$/g, "") }}.',
	},
	{
		purposes: CUSTOMER_READS,
		sources: NOT_TYPED,
		find: quoteMatch(THINKING_TAG, ', which a model writes for itself'),
		remedy: ({ value }) => {
			const [before = ''] = String(value).split(THINKING_BEGINS);
			const after = String(value).split(THINKING_ENDS).slice(1).pop() ?? '';
			const isAnswer = (text: string) =>
				text.trim() !== '' && !THINKING_BEGINS.test(text) && !THINKING_ENDS.test(text);
			if (isAnswer(after)) {
				return `Turn the model’s thinking off, or take what follows it: {{ ‹output›.split(${THINKING_ENDS}).pop().trim() }}.`;
			}
			return isAnswer(before)
				? `Turn the model’s thinking off, or take what stands before it: {{ ‹output›.split(${THINKING_BEGINS})[0].trim() }}.`
				: 'Turn the model’s thinking off.';
		},
	},
	{
		purposes: CUSTOMER_READS,
		sources: NOT_TYPED,
		find: quoteMatch(
			/<\|[^|<>]{1,40}\|>|<function=|\bAgent stopped due to [^.]{1,60}\./i,
			', which a model or its agent leaves behind',
		),
		remedy:
			'The customer is not meant to read it: end the workflow there, or give an answer of your own in its place.',
	},
	{
		// Such as 0.1 + 0.2. In a link it may be a coordinate.
		purposes: CUSTOMER_READS,
		sources: NOT_TYPED,
		find: (value, { before = '' }) =>
			typeof value === 'number' && /\.\d{11}|e/.test(String(value)) && !isInLink(before)
				? `${value}, a number as programs write it`
				: undefined,
		remedy:
			'Round it, such as with {{ ‹total›.toFixed(2) }}, or with a comma {{ ‹total›.toFixed(2).replace(".", ",") }}.',
	},
	{
		purposes: EVALUATED_IN_PARTS,
		sources: ['embedded'],
		find: describeIf((value) => value === undefined || value === null, 'nothing'),
		remedy: checkExpression,
	},
	{
		purposes: ['tagFilter'],
		sources: ['embedded'],
		find: describeIf((value) => value === '', 'an empty text'),
		remedy: checkExpression,
	},
	{
		// An empty text may be meant in a key, where a part of it is optional.
		purposes: ['tagFilter', 'key'],
		sources: ['embedded'],
		find: describeIf(
			(value) => typeof value === 'string' && value !== '' && showsNothing(value),
			'a text that shows nothing',
		),
		remedy: checkExpression,
	},
	{
		purposes: ['tagFilter'],
		sources: NOT_TYPED,
		find: gapInTags,
		remedy: checkExpression,
	},
	{
		purposes: EVALUATED_IN_PARTS,
		sources: ['embedded'],
		find: describeIf((value) => Array.isArray(value) && value.length === 0, 'an empty list'),
		remedy: checkExpression,
	},
	{
		purposes: EVALUATED_IN_PARTS,
		sources: ['embedded'],
		find: describeIf((value) => isObject(value) && !isDate(value), 'an object'),
		remedy: checkExpression,
	},
];

const WARNINGS: readonly Rule[] = [
	{
		purposes: ['key'],
		sources: NOT_TYPED,
		find: roundedDigits,
		remedy: HAVE_AS_TEXT,
	},
	{
		purposes: ['variable'],
		sources: WHOLE,
		find: describeIf(
			(value) =>
				typeof value === 'string' && /[\n\v\f\r\t\u0085\u2028\u2029]|\s{5}/.test(value.trim()),
			'a line break, a tab or more than four blanks in a row',
		),
		remedy:
			'The messaging platform may refuse the message for it, after the service has accepted it. Take it out, such as with {{ ‹text›.replace(/\\s+/g, " ") }}, or put it into the template’s own text.',
	},
	{
		purposes: CUSTOMER_READS,
		sources: WHOLE,
		find: quoteMatch(/\\n/, ', a backslash and an n instead of a line break'),
		// A line break within a variable is a mistake as well.
		remedy: ({ purpose }) =>
			purpose === 'variable'
				? 'The customer reads it as it stands. Put a blank in its place: {{ ‹text›.replaceAll("\\\\n", " ") }}.'
				: 'The customer reads it as it stands. For a line break use {{ ‹text›.replaceAll("\\\\n", "\\n") }}, or press Enter in the field.',
	},
	{
		purposes: CUSTOMER_READS,
		sources: WHOLE,
		find: quoteMatch(HTML_CHARACTER, ', a character as HTML writes it'),
		remedy: ({ value }) => {
			const [entity = ''] = HTML_CHARACTER.exec(String(value)) ?? [];
			const character = characterOf(entity);
			const replaced =
				character === undefined
					? ''
					: `, such as with {{ ‹text›.replaceAll(${JSON.stringify(entity)}, ${JSON.stringify(character)}) }}`;
			return `The customer reads it as it stands. Take the text from where it is no HTML, or put the character in its place${replaced}.`;
		},
	},
	{
		purposes: CUSTOMER_READS,
		sources: ['yielded', 'combined'],
		find: quoteMatch(/\bnull\b/, ', as programs write it where they have nothing'),
		remedy: checkExpression,
	},
	{
		purposes: CUSTOMER_READS,
		sources: WHOLE,
		find: quoteMatch(/\\u[\da-f]{4}/i, ', a character as programs write it'),
		remedy:
			'The customer reads it as it stands. Take the text from where it is no JSON, or put the letters in their place: {{ ‹text›.replace(/\\\\u([\\da-f]{4})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16))) }}.',
	},
	{
		purposes: CUSTOMER_READS,
		sources: WHOLE,
		find: codedLetter,
		remedy:
			'The customer reads it as it stands. Read it first: {{ ‹text›.replace(/%C3%[89AB][\\dA-F]/gi, decodeURIComponent) }}.',
	},
	{
		purposes: CUSTOMER_READS,
		sources: WHOLE,
		find: quoteMatch(/<\/?(?:br|p)\s?\/?>/i, ', a mark of HTML'),
		remedy:
			'The customer reads it as it stands. Put a blank in its place: {{ ‹text›.replace(/<\\/?(?:br|p)\\s?\\/?>/gi, " ") }}.',
	},
	lengthWarning('text', 4_096),
	lengthWarning('variable', 1_024),
	{
		purposes: STORED,
		sources: WHOLE,
		find: quoteMatch(
			MISREAD_UTF8,
			', which is how a text looks that was read in the wrong encoding',
		),
		remedy:
			'Compare it with where it comes from. If a file was read, read it again: in Extract from File add the option Encoding, with UTF-8.',
	},
];

/**
 * All mistakes, in order: the first error ends the search; of each warning the first for each label is kept.
 *
 * Which sources a rule names: an error about whatever a customer reads, typed or not, `['fixed', 'literal', ...NOT_TYPED]`;
 * one about what only expressions and columns give, `NOT_TYPED`; a warning about the finished text, `WHOLE`.
 *
 * An error for one kind of field, such as phones or tags, belongs to the parser that reads it (`fields/parsers/`): it sees
 * the finished text or list. The exception is an error that depends on where a value comes from, which the parser does not
 * see: a gap in a tag filter is refused if an expression leaves it, not if it was typed. A
 * warning for one kind of field belongs to the `warnings` of its operation's intent, as that of a template's rows does.
 *
 * Each expression that a remedy shows has a row in `test/engine/mistakes.test.ts`.
 */
export const MISTAKES: readonly Mistake[] = [
	...ERRORS,
	...WARNINGS.map((warning) => ({ ...warning, isWarning: true as const })),
];

/**
 * Two rules of one mistake: one for a stored value that an expression gives alone, one for an expression within a longer
 * text or key.
 */
function wholeOrPart(mistake: Omit<Rule, 'purposes' | 'sources'>): Rule[] {
	return [
		{ ...mistake, purposes: STORED, sources: ['yielded'] },
		{ ...mistake, purposes: CUSTOMER_READS_OR_KEY, sources: ['embedded'] },
	];
}

/** Warns of a text that the messaging platform may find too long. */
function lengthWarning(purpose: Purpose, most: number): Rule {
	return {
		purposes: [purpose],
		sources: WHOLE,
		find: describeIf(
			(value) => typeof value === 'string' && value.length > most,
			`more than ${most} characters`,
		),
		remedy:
			'The messaging platform may refuse the message for it, after the service has accepted it. Shorten it.',
	};
}
