import { plainText } from '../copiedText';
import { isDate, isObject } from '../typeGuards';
import { formattingOf } from './dates';
import {
	characterOf,
	codedLetter,
	described,
	expressionIn,
	firstTextIn,
	hasUnopenedBraces,
	HTML_CHARACTER,
	isBetween,
	isFencedBlock,
	jsonIn,
	matches,
	MISREAD_UTF8,
	quoted,
	quotedExpression,
	quotedWhole,
	unformattedDate,
	wordWith,
} from './finders';
import {
	ALL,
	ALL_VALUES,
	CUSTOMER_READS,
	LOOKED_INTO,
	NO_GAPS,
	SENT,
	WHOLE,
	STORED,
	YIELDED,
	type FieldValue,
	type Mistake,
	type Purpose,
} from './mistake';

const checkExpression = ({ purpose }: Pick<FieldValue, 'purpose'>): string =>
	`Check the expression, and that each item has the value that it reads.${purpose === 'variable' ? ' Or give another word where there is none, such as {{ $json.name || "cliente" }}.' : ''}`;

/** The same, for words that a customer's or a team's own text may hold as well. */
function checkExpressionOrWord(found: FieldValue): string {
	const [word] = /\b(?:undefined|NaN|null)\b/.exec(String(found.value)) ?? [];
	if (word === undefined || !CUSTOMER_READS.includes(found.purpose)) return checkExpression(found);
	const capitalized = word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
	return `${checkExpression(found)} If the text means this word, write it with a capital: {{ $json.text.replaceAll("${word}", "${capitalized}") }}.`;
}

/** What other programs put around the name of what is to be filled in. */
const PLACEHOLDERS = [
	['*|', '|*'],
	['[[', ']]'],
	['<<', '>>'],
	['«', '»'],
	['<%', '%>'],
] as const;

const THINKING_BEGINS = /<(?:think(?:ing)?|thought|reasoning)>/i;
const THINKING_ENDS = /<\/(?:think(?:ing)?|thought|reasoning)>/i;

/**
 * All mistakes. The first error that is found ends the search; of each kind of hint the first is kept. A rule for one kind of field, such as phones or tags, belongs
 * to the parser that reads it (`fields/parsers/`). Each expression that an advice shows has a row in
 * `test/engine/mistakes.test.ts`.
 */
export const MISTAKES: readonly Mistake[] = [
	{
		purposes: ALL,
		sources: ALL_VALUES,
		find: (value) =>
			typeof value === 'number' && !Number.isFinite(value) ? String(value) : undefined,
		advice: checkExpression,
	},
	{
		purposes: ALL,
		sources: ALL_VALUES,
		// n8n makes a text of an invalid date within a collection.
		find: described(
			(value) =>
				isDate(value) ? value.toJSON() === null : matches(/^Invalid date(time)?$/i)(value),
			'an invalid date',
		),
		advice: checkExpression,
	},
	{
		// JavaScript rounds it: two orders would have one key.
		purposes: SENT,
		sources: ALL_VALUES,
		find: described(
			(value) => Number.isInteger(value) && !Number.isSafeInteger(value),
			'a number with more digits than a number can hold, so some of them are lost',
		),
		advice: 'Have it as a text where the item comes from: no expression brings the digits back.',
	},
	{
		purposes: ALL,
		sources: ALL_VALUES,
		find: described(matches(/\p{Surrogate}/u), 'half a character'),
		advice:
			'Check the expression: it may cut an emoji in two. {{ $json.text.replace(/\\p{Surrogate}/gu, "") }} drops the half.',
	},
	{
		purposes: [...STORED, 'heading'],
		sources: ALL_VALUES,
		find: wordWith('\uFFFD', ', in which letters were lost'),
		advice:
			'The file was read in another encoding than it was written in. Read it again: in Extract from File add the option Encoding, with Latin1 for a CSV from Excel.',
	},
	{
		purposes: STORED,
		sources: YIELDED,
		find: quotedWhole(
			/^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|N\/D|VALOR!|NOME\?|N(?:Ú|U\u0301)M!|NULO!|ERROR!|ERRO!|GETTING_DATA|BUSY!|SPILL!|DESPEJAR!|C(?:A|Á|A\u0301)LC!|FIELD!|CAMPO!|BLOCKED!|UNKNOWN!)$|^Err:\d{3}$/i,
			', an error of a spreadsheet',
		),
		advice:
			'Correct the formula in the sheet, or empty the cell: an empty cell is not sent. In the sheet =IFERROR(A2,"") (in Portuguese =SEERRO(A2;"")) leaves such cells empty.',
	},
	{
		// The text of a template. The editor makes an expression of it, and the customer reads “1”.
		purposes: NO_GAPS,
		sources: ['fixed', ...YIELDED],
		find: (_value, { written }) =>
			quoted(/\{\{\s*\d+\s*\}\}/, ', which stands for a variable of a template')(written),
		advice: 'Give what takes its place, such as the customer’s name, not the template’s text.',
	},
	{
		// The editor makes an expression of one that is pasted, but not always of one that is typed.
		purposes: NO_GAPS,
		sources: ['fixed'],
		find: described(
			(value) => expressionIn(value) !== undefined,
			'an expression in a fixed field, so it would go out as it stands',
		),
		advice: 'Switch the field from Fixed to Expression: the switch shows above the field.',
	},
	{
		// The editor closes the braces of an expression by itself: those that are typed as well stay behind it.
		purposes: NO_GAPS,
		sources: ['literal'],
		find: described(hasUnopenedBraces, '“}}” that no “{{” opens'),
		advice: 'Delete it: where you type {{ the editor adds }} by itself.',
	},
	{
		purposes: NO_GAPS,
		sources: ['fixed', 'literal'],
		find: described(
			matches(/\$(?:json|node|input)\b|\$\(["']/),
			'an expression without its braces, so it would go out as it stands',
		),
		advice:
			'Drag the field from the input to here. Or switch from Fixed to Expression and put it in braces, such as {{ $json.name }}.',
	},
	{
		// What JavaScript makes of such values if the expression itself joins them to a text.
		purposes: NO_GAPS,
		sources: YIELDED,
		find: quoted(/\b(?:undefined|NaN|Invalid Date(?:Time)?)\b|\[object Object\]/),
		advice: checkExpressionOrWord,
	},
	{
		purposes: NO_GAPS,
		sources: YIELDED,
		find: quotedWhole(/^null$/),
		advice: checkExpressionOrWord,
	},
	{
		purposes: ['key'],
		sources: YIELDED,
		find: quoted(/\bnull\b/),
		advice: checkExpression,
	},
	{
		purposes: STORED,
		sources: YIELDED,
		find: quotedWhole(/^\[object Object\]$/, ', which an object becomes as a text'),
		advice:
			'Check the expression: take a property of the object, such as {{ $json.address.city }}.',
	},
	{
		purposes: NO_GAPS,
		sources: YIELDED,
		find: quotedExpression,
		advice:
			'n8n does not fill in what stands in braces inside a value. Put something in its place, such as {{ $json.text.replace(/\\{+[^{}]*\\}+/g, $json.name) }}.',
	},
	{
		purposes: STORED,
		sources: YIELDED,
		find: quotedWhole(isBetween('{{', '}}'), ', which nobody filled in'),
		advice:
			'Put the value itself in its place where the item comes from, or leave it empty there: n8n does not fill in what stands in braces inside a value.',
	},
	{
		purposes: CUSTOMER_READS,
		sources: ['fixed', ...YIELDED],
		find: unformattedDate,
		advice: ({ value, written }) =>
			`Say how the customer is to read it, such as ${formattingOf(value, { date: 'dd/MM/yyyy', dateTime: 'dd/MM/yyyy HH:mm' }, written)}. A time is that of the workflow’s time zone.`,
	},
	{
		// What a model writes if it has no value, or as a list of one: words in brackets alone.
		purposes: ['variable'],
		sources: ['yielded'],
		find: quotedWhole(/^[[<]"?[\p{L}_ ]+"?[\]>]$/u, ', words in brackets'),
		advice: checkExpression,
	},
	{
		purposes: CUSTOMER_READS,
		sources: YIELDED,
		find: quotedWhole(
			(text) =>
				PLACEHOLDERS.some(([start, end]) => isBetween(start, end)(text)) ||
				/^(?:(%{1,2})[\p{L}\p{M}\p{N}_. -]+\1|\$?\{[\p{L}\p{M}\p{N}_. -]+\})$/u.test(text),
			', which another program was to fill in',
		),
		advice: 'Give what takes its place, such as {{ $json.name || "cliente" }}.',
	},
	{
		// What Python and databases make of nothing; “Null” and “Nan” are names.
		purposes: CUSTOMER_READS,
		sources: YIELDED,
		find: quotedWhole(/^(?:None|NULL)$/, ', which other programs write where they have nothing'),
		advice: checkExpression,
	},
	{
		purposes: CUSTOMER_READS,
		sources: ['yielded'],
		find: described((value) => jsonIn(value) !== undefined, 'JSON instead of a text'),
		advice: ({ value }) => {
			const json = jsonIn(value);
			const property = firstTextIn(json);
			if (property === undefined) return 'Take the property that the customer is to read.';
			const parsed = `{{ JSON.parse($json.output)${property} }} if $json.output holds the JSON as a text`;
			return Array.isArray(json)
				? `Take the text that the customer is to read, such as ${parsed}.`
				: `Take the property that the customer is to read, such as {{ $json${property} }}, or ${parsed}.`;
		},
	},
	{
		purposes: CUSTOMER_READS,
		sources: ['yielded'],
		find: described(isFencedBlock, 'a block of code between ``` and ```, as a model writes it'),
		advice:
			'Tell the model to answer with the text alone. Or take the fences away: {{ $json.output.replace(/^\\s*```[^\\n]*\\n|\\n\\s*```\\s*$/g, "") }}.',
	},
	{
		purposes: CUSTOMER_READS,
		sources: YIELDED,
		find: quoted(/<\/?(?:think(?:ing)?|thought|reasoning)>/i, ', which a model writes for itself'),
		advice: ({ value }) => {
			const [before = ''] = String(value).split(THINKING_BEGINS);
			const after = String(value).split(THINKING_ENDS).slice(1).pop() ?? '';
			const isAnswer = (text: string) =>
				text.trim() !== '' && !THINKING_BEGINS.test(text) && !THINKING_ENDS.test(text);
			if (isAnswer(after)) {
				return `Turn the model’s thinking off, or take what follows it: {{ $json.output.split(${THINKING_ENDS}).pop().trim() }}.`;
			}
			return isAnswer(before)
				? `Turn the model’s thinking off, or take what stands before it: {{ $json.output.split(${THINKING_BEGINS})[0].trim() }}.`
				: 'Turn the model’s thinking off.';
		},
	},
	{
		purposes: CUSTOMER_READS,
		sources: YIELDED,
		find: quoted(
			/<\|[^|<>]{1,40}\|>|<function=|\bAgent stopped due to [^.]{1,60}\./i,
			', which a model or its agent leaves behind',
		),
		advice:
			'The customer is not meant to read it: end the workflow there, or give an answer of your own in its place.',
	},
	{
		// Such as 0.1 + 0.2. In a link it may be a coordinate.
		purposes: CUSTOMER_READS,
		sources: YIELDED,
		find: (value, { before = '' }) =>
			typeof value === 'number' &&
			/\.\d{11}|e/.test(String(value)) &&
			!(/[=,/@]$/.test(before) && before.includes('://'))
				? `${value}, a number as programs write it`
				: undefined,
		advice:
			'Round it, such as with {{ $json.total.toFixed(2) }}, or with a comma {{ $json.total.toFixed(2).replace(".", ",") }}.',
	},
	{
		purposes: LOOKED_INTO,
		sources: ['embedded'],
		find: described((value) => value === undefined || value === null, 'nothing'),
		advice: checkExpression,
	},
	{
		purposes: ['tagFilter'],
		sources: ['embedded'],
		find: described(
			(value) => typeof value === 'string' && plainText(value) === '',
			'an empty text',
		),
		advice: checkExpression,
	},
	{
		purposes: LOOKED_INTO,
		sources: ['embedded'],
		find: described((value) => Array.isArray(value) && value.length === 0, 'an empty list'),
		advice: checkExpression,
	},
	{
		purposes: NO_GAPS,
		sources: ['embedded'],
		find: described((value) => isObject(value) && !isDate(value), 'an object'),
		advice: checkExpression,
	},
	{
		isWarning: true,
		purposes: ['variable'],
		sources: WHOLE,
		find: described(
			(value) =>
				typeof value === 'string' && /[\n\v\f\r\t\u0085\u2028\u2029]|\s{5}/.test(value.trim()),
			'a line break, a tab or more than four blanks in a row',
		),
		advice:
			'The messaging platform may refuse the message for it, after the service has accepted it. Take it out, such as with {{ $json.text.replace(/\\s+/g, " ") }}, or put it into the template’s own text.',
	},
	{
		isWarning: true,
		purposes: CUSTOMER_READS,
		sources: WHOLE,
		find: quoted(/\\n/, ', a backslash and an n instead of a line break'),
		// A line break within a variable is a mistake as well.
		advice: ({ purpose }) =>
			purpose === 'variable'
				? 'The customer reads it as it stands. Put a blank in its place: {{ $json.text.replaceAll("\\\\n", " ") }}.'
				: 'The customer reads it as it stands. For a line break use {{ $json.text.replaceAll("\\\\n", "\\n") }}, or press Enter in the field.',
	},
	{
		isWarning: true,
		purposes: CUSTOMER_READS,
		sources: WHOLE,
		find: quoted(HTML_CHARACTER, ', a character as HTML writes it'),
		advice: ({ value }) => {
			const [entity = ''] = HTML_CHARACTER.exec(String(value)) ?? [];
			const character = characterOf(entity);
			const replaced =
				character === undefined
					? ''
					: `, such as with {{ $json.text.replaceAll(${JSON.stringify(entity)}, ${JSON.stringify(character)}) }}`;
			return `The customer reads it as it stands. Take the text from where it is no HTML, or put the character in its place${replaced}.`;
		},
	},
	{
		isWarning: true,
		purposes: CUSTOMER_READS,
		sources: ['yielded', 'combined'],
		find: quoted(/\bnull\b/, ', as programs write it where they have nothing'),
		advice: checkExpression,
	},
	{
		isWarning: true,
		purposes: CUSTOMER_READS,
		sources: WHOLE,
		find: quoted(/\\u[\da-f]{4}/i, ', a character as programs write it'),
		advice:
			'The customer reads it as it stands. Take the text from where it is no JSON, or put the letters in their place: {{ $json.text.replace(/\\\\u([\\da-f]{4})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16))) }}.',
	},
	{
		isWarning: true,
		purposes: CUSTOMER_READS,
		sources: WHOLE,
		find: codedLetter,
		advice:
			'The customer reads it as it stands. Read it first: {{ $json.text.replace(/(?:%[\\da-f]{2})+/gi, decodeURIComponent) }}.',
	},
	{
		isWarning: true,
		purposes: CUSTOMER_READS,
		sources: WHOLE,
		find: quoted(/<\/?(?:br|p)\s?\/?>/i, ', a mark of HTML'),
		advice:
			'The customer reads it as it stands. Put a blank in its place: {{ $json.text.replace(/<[^<>]*>/g, " ") }}.',
	},
	lengthHint('text', 4_096),
	lengthHint('variable', 1_024),
	{
		isWarning: true,
		purposes: STORED,
		sources: WHOLE,
		find: quoted(MISREAD_UTF8, ', as of a text that was read in another encoding'),
		advice:
			'Compare it with where it comes from. If a file was read, read it again: in Extract from File add the option Encoding, with UTF-8.',
	},
];

/** A hint about a text that the messaging platform may find too long. */
function lengthHint(purpose: Purpose, most: number): Mistake {
	return {
		isWarning: true,
		purposes: [purpose],
		sources: WHOLE,
		find: described(
			(value) => typeof value === 'string' && value.length > most,
			`more than ${most} characters`,
		),
		advice:
			'The messaging platform may refuse the message for it, after the service has accepted it. Shorten it.',
	};
}
