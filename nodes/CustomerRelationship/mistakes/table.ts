/**
 * All mistakes that are looked for in the values of fields: errors, which are not sent, and warnings, which are sent.
 *
 * To add a mistake:
 * 1. Make sure that it belongs here: this table is for mistakes in every field that has one of certain purposes
 *    (`mistake.ts`). A mistake in only some fields of a purpose is an error in their parser, such as
 *    `fields/parsers/phoneProblems.ts`, or a warning of the operation's intent, such as
 *    `warningsOfStaleRows`. Parsers don't know what was typed: if that matters, give these fields a purpose
 *    of their own, as filters by tag have in `tagFilter`. For mistakes in tags, see the top of
 *    `fields/parsers/listTexts.ts`.
 * 2. Choose its `purposes` and `sources`: `mistake.ts` has sets of them, and tables of what a field gives. If
 *    the table of purposes there says that a part is not always given, add a `trace`, or search the whole value
 *    as well. An error in all that is sent usually is one in JSON and in the entries of a list, too:
 *    `inParsedValues`.
 * 3. Choose its list: `ERRORS`, or `WARNINGS` if the value may be meant. Filters, settings and headings have
 *    no warnings: in them a mistake is always an error.
 * 4. Choose its place. The first error ends the search, so a special mistake stands before a general one, such as
 *    `[object Object]` alone before `[object Object]` within a text. Warnings don't end the search. The parts of a
 *    longer text are searched before its whole value. The comments between the entries only group them.
 * 5. Add an example to `EXAMPLES` in `test/unit/mistakes/table.test.ts`, and a row to the tables for users in
 *    `scripts/docs/texts/index.md` (then `npm run docs`). If a remedy shows an expression, add a row to
 *    `test/engine/mistakes.test.ts`, which evaluates it on the value that was found.
 */
import { showsNothing } from '../copiedText';
import { isDate, isObject } from '../typeGuards';
import { dateFormattingExpression, isoOf } from './dates';
import {
	describeGapInTags,
	makeDescribingFinder,
	expressionIn,
	hasUnopenedBraces,
	makeEnclosureTest,
	coordinateMayFollow,
	makePatternTest,
	MISREAD_UTF8,
	quoteExpressionIn,
	makeMatchFinder,
	quoteRoundedDigits,
	quoteUnformattedDate,
	quoteUrlEncodedWord,
	makeWholeTextFinder,
	makeFinderOfWordWith,
} from './finders';
import { decodeHtmlEntity, HTML_ENTITY } from './htmlEntities';
import { pathToFirstText, tryParseObjectOrList } from './jsonText';
import {
	ALL_PURPOSES,
	WHOLE_OR_EMBEDDED_SOURCES,
	CUSTOMER_FACING_PURPOSES,
	CUSTOMER_FACING_OR_KEY_PURPOSES,
	PURPOSES_JUDGED_PER_EXPRESSION,
	NOT_TYPED_SOURCES,
	SINGLE_PIECE_SOURCES,
	SENT_OR_COMPARED_PURPOSES,
	STORED_OR_KEY_PURPOSES,
	TYPED_SOURCES,
	WHOLE_SOURCES,
	type ValueToJudge,
	type Mistake,
	type Purpose,
} from './mistake';
import {
	isFencedBlock,
	THINKING_OPENING_TAG,
	THINKING_CLOSING_TAG,
	THINKING_TAG,
} from './modelOutput';
import { plainPath } from './ownExpression';

const CORRECT = 'Correct it, or delete it.';

function expressionAdvice({ purpose, value }: ValueToJudge): string {
	const check = 'Check the expression, and make sure that each item has the value it reads.';
	// `||` replaces only what JavaScript treats as false.
	return purpose === 'variable' && !value
		? `${check} Or set a fallback, such as {{ ‹name› || "cliente" }}.`
		: check;
}

/** `expressionAdvice`, and how to write a word that is meant so that it passes. */
function expressionOrWordAdvice(judged: ValueToJudge): string {
	const [word] = /\b(?:undefined|NaN|null)\b/.exec(String(judged.value)) ?? [];
	if (word === undefined || !CUSTOMER_FACING_PURPOSES.includes(judged.purpose))
		return expressionAdvice(judged);
	const capitalized = word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
	return `${expressionAdvice(judged)} If the text is meant to contain this word, capitalize it: {{ ‹text›.replaceAll("${word}", "${capitalized}") }}.`;
}

const USE_PROPERTY = 'Use a property of the object, such as {{ $json.address.city }}.';

const TURN_INTO_TEXT_EARLIER =
	'Turn it into text in the node that the item comes from: no expression here can restore the digits.';

const CUSTOMER_SEES_THIS = 'The customer will see exactly this.';

const MAY_BE_REJECTED =
	'The messaging platform may reject the message because of this, even after the service has accepted it.';

const readFileAgain = (encoding: string): string =>
	`Compare it with its source. If it comes from a file, read the file again: in Extract from File, add the option Encoding and choose ${encoding}.`;

/** What other programs put around the name of a placeholder. */
const PLACEHOLDER_DELIMITERS = [
	['*|', '|*'],
	['[[', ']]'],
	['<<', '>>'],
	['«', '»'],
	['<%', '%>'],
] as const;

const quoteTemplateVariable = makeMatchFinder(
	/\{\{\s*\d+\s*\}\}/,
	', a placeholder for a template variable',
);

const ERRORS: readonly Mistake[] = [
	// All fields, or all that is sent.
	{
		name: 'notFinite',
		purposes: ALL_PURPOSES,
		sources: WHOLE_OR_EMBEDDED_SOURCES,
		inParsedValues: true,
		find: ({ value }) =>
			typeof value === 'number' && !Number.isFinite(value) ? String(value) : undefined,
		trace: /Infinity/i,
		remedy: expressionAdvice,
		remedyIfTyped: CORRECT,
	},
	{
		name: 'invalidDate',
		purposes: ALL_PURPOSES,
		sources: WHOLE_OR_EMBEDDED_SOURCES,
		inParsedValues: true,
		// Within a collection n8n turns an invalid date into text.
		find: makeDescribingFinder(
			(value) =>
				isDate(value) ? value.toJSON() === null : makePatternTest(/^Invalid date(time)?$/i)(value),
			'an invalid date',
		),
		trace: /Invalid date/i,
		remedy: expressionAdvice,
		remedyIfTyped: CORRECT,
	},
	{
		name: 'roundedNumber',
		// JavaScript has rounded it, so that two order numbers may have become the same key.
		purposes: SENT_OR_COMPARED_PURPOSES,
		sources: WHOLE_OR_EMBEDDED_SOURCES,
		inParsedValues: true,
		find: makeDescribingFinder(
			(value) => Number.isInteger(value) && !Number.isSafeInteger(value),
			'a number with too many digits to be exact, so the last ones are lost',
		),
		trace: /\d{16}|\de\+\d/i,
		remedy: TURN_INTO_TEXT_EARLIER,
		remedyIfTyped: 'Enter it as text. In JSON, put quotation marks around it.',
	},
	{
		name: 'halfCharacter',
		purposes: ALL_PURPOSES,
		sources: WHOLE_OR_EMBEDDED_SOURCES,
		inParsedValues: true,
		find: makeDescribingFinder(makePatternTest(/\p{Surrogate}/u), 'half a character'),
		remedy:
			'Check the expression: it may cut an emoji in half. {{ ‹text›.replace(/\\p{Surrogate}/gu, "") }} removes what is left of it.',
		remedyIfTyped: CORRECT,
	},

	// Files and sheets.
	{
		name: 'lostLetters',
		purposes: [...STORED_OR_KEY_PURPOSES, 'heading'],
		sources: WHOLE_OR_EMBEDDED_SOURCES,
		find: makeFinderOfWordWith('\uFFFD', ', in which letters were lost'),
		remedy: readFileAgain('Latin1 for a CSV from Excel'),
	},
	...errorsUnlessTyped({
		name: 'spreadsheetError',
		find: makeWholeTextFinder(
			/^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|N\/D|VALOR!|NOME\?|N(?:Ú|U\u0301)M!|NULO!|ERROR!|ERRO!|GETTING_DATA|BUSY!|SPILL!|DESPEJAR!|C(?:A|Á|A\u0301)LC!|FIELD!|CAMPO!|BLOCKED!|UNKNOWN!)$|^Err:\d{3}$/i,
			', a spreadsheet error',
		),
		remedy:
			'Correct the formula in the sheet, or clear the cell: empty cells are not sent. In the sheet, =IFERROR(A2,"") (in Portuguese =SEERRO(A2;"")) leaves such cells empty.',
	}),

	// Braces.
	{
		name: 'templateVariable',
		// Copied from a template’s text. The editor takes {{1}} for an expression, and the customer would read “1”.
		purposes: CUSTOMER_FACING_OR_KEY_PURPOSES,
		sources: SINGLE_PIECE_SOURCES,
		find: ({ value, source, expression }) =>
			quoteTemplateVariable({ value: source === 'fixed' ? value : expression }),
		remedy: 'Enter the value itself, such as the customer’s name, not the template’s text.',
	},
	{
		name: 'expressionInFixedField',
		// Pasting an expression switches the field to Expression; typing one does not always.
		purposes: CUSTOMER_FACING_OR_KEY_PURPOSES,
		sources: ['fixed'],
		find: makeDescribingFinder(
			(value) => expressionIn(value) !== undefined,
			'an expression in a fixed field, so it would be sent as plain text',
		),
		remedy: 'Switch the field from Fixed to Expression with the switch above it.',
	},
	{
		name: 'unopenedBraces',
		// The editor itself closes the braces of an expression. If somebody types them as well, they are left over.
		purposes: CUSTOMER_FACING_OR_KEY_PURPOSES,
		sources: ['literal'],
		find: makeDescribingFinder(hasUnopenedBraces, '“}}” without a “{{” before it'),
		remedy: 'Delete it: when you type {{, the editor adds }} itself.',
	},
	{
		name: 'expressionWithoutBraces',
		purposes: CUSTOMER_FACING_OR_KEY_PURPOSES,
		sources: TYPED_SOURCES,
		find: makeDescribingFinder(
			makePatternTest(/\$(?:json|node|input)\b|\$\(["']/),
			'an expression without braces, so it would be sent as plain text',
		),
		remedy:
			'Drag the value here from the input panel. Or add braces, such as {{ $json.name }}, and switch the field to Expression if it is Fixed.',
	},

	// Gaps in texts and keys.
	...errorsUnlessTyped({
		name: 'objectAsText',
		find: makeWholeTextFinder(/^\[object Object\]$/, ', an object that was turned into text'),
		remedy: USE_PROPERTY,
	}),
	{
		name: 'missingValueInText',
		// What JavaScript inserts for missing values if the expression itself builds a text.
		purposes: CUSTOMER_FACING_OR_KEY_PURPOSES,
		sources: NOT_TYPED_SOURCES,
		find: makeMatchFinder(/\b(?:undefined|NaN|Invalid Date(?:Time)?)\b|\[object Object\]/),
		remedy: expressionOrWordAdvice,
	},
	{
		name: 'nullAlone',
		purposes: CUSTOMER_FACING_OR_KEY_PURPOSES,
		sources: NOT_TYPED_SOURCES,
		find: makeWholeTextFinder(/^null$/),
		remedy: expressionOrWordAdvice,
	},
	{
		name: 'nullInKey',
		purposes: ['key'],
		sources: NOT_TYPED_SOURCES,
		find: makeMatchFinder(/\bnull\b/),
		remedy: expressionAdvice,
	},

	// What programs and models leave.
	{
		name: 'placeholderLeftOver',
		purposes: CUSTOMER_FACING_OR_KEY_PURPOSES,
		sources: NOT_TYPED_SOURCES,
		find: quoteExpressionIn,
		remedy:
			'n8n does not fill in placeholders within a value. Replace it, for example with {{ ‹text›.replace(/\\{+[^{}]*\\}+/g, $json.name) }}.',
	},
	{
		name: 'placeholderAlone',
		purposes: ['record'],
		sources: ['expressionOnly'],
		find: makeWholeTextFinder(
			makeEnclosureTest('{{', '}}'),
			', a placeholder that was not filled in',
		),
		remedy:
			'Replace it with the actual value where the item comes from, or leave it empty there: n8n does not fill in placeholders within a value.',
	},
	{
		name: 'unformattedDate',
		purposes: CUSTOMER_FACING_PURPOSES,
		sources: SINGLE_PIECE_SOURCES,
		find: quoteUnformattedDate,
		remedyIfTyped: 'Write it as people do, such as 25/11/2026.',
		remedy: ({ value }) => {
			const iso = isoOf(value);
			if (iso === undefined) return 'Format it for the customer.';
			const formats = { date: 'dd/MM/yyyy', dateTime: 'dd/MM/yyyy HH:mm' };
			const expression = dateFormattingExpression(iso, formats);
			const zone = expression.includes('toLocal()')
				? ' Times are shown in the workflow’s time zone.'
				: '';
			return `Format it for the customer, for example with ${expression}.${zone}`;
		},
	},
	{
		name: 'wordsInBrackets',
		// Without a value, a model writes a placeholder such as [first name].
		purposes: ['variable'],
		sources: ['expressionOnly'],
		find: makeWholeTextFinder(/^[[<]"?[\p{L}_ ]+"?[\]>]$/u, ', words in brackets'),
		remedy: expressionAdvice,
	},
	{
		name: 'foreignPlaceholder',
		purposes: CUSTOMER_FACING_PURPOSES,
		sources: NOT_TYPED_SOURCES,
		find: makeWholeTextFinder(
			(text) =>
				PLACEHOLDER_DELIMITERS.some(([start, end]) => makeEnclosureTest(start, end)(text)) ||
				/^(?:(%{1,2})[\p{L}\p{M}\p{N}_. -]+\1|\$?\{[\p{L}\p{M}\p{N}_. -]+\})$/u.test(text),
			', a placeholder that another program should have filled in',
		),
		remedy:
			'Fill it in where the item comes from, or use a field that holds the value itself: n8n does not fill in the placeholders of other programs.',
	},
	{
		name: 'foreignEmptyValue',
		// Python and databases print an empty value like this. “Null” and “Nan” are names.
		purposes: CUSTOMER_FACING_PURPOSES,
		sources: NOT_TYPED_SOURCES,
		find: makeWholeTextFinder(/^(?:None|NULL)$/, ', which other programs write for an empty value'),
		remedy: expressionAdvice,
	},
	{
		name: 'json',
		purposes: CUSTOMER_FACING_PURPOSES,
		sources: ['expressionOnly'],
		find: makeDescribingFinder(
			(value) => tryParseObjectOrList(value) !== undefined,
			'JSON instead of text',
		),
		remedy: ({ value, expression }) => {
			const json = tryParseObjectOrList(value);
			const property = pathToFirstText(json);
			if (property === undefined) return 'Use the property that the customer should read.';
			const parsed = `{{ JSON.parse(‹output›)${property} }}`;
			if (plainPath(expression) !== undefined) {
				return `Use the text that the customer should read: ${parsed}.`;
			}
			return Array.isArray(json)
				? `Use the text that the customer should read, such as ${parsed} if ‹output› is a JSON string.`
				: `Use the property that the customer should read, such as {{ $json${property} }}, or ${parsed} if ‹output› is a JSON string.`;
		},
	},
	{
		name: 'codeBlock',
		purposes: CUSTOMER_FACING_PURPOSES,
		sources: ['expressionOnly'],
		find: makeDescribingFinder(
			isFencedBlock,
			'a code block between ``` and ```, as AI models write it',
		),
		remedy:
			'Tell the model to answer in plain text. Or remove the fences: {{ ‹output›.replace(/^\\s*```[^\\n]*\\n|\\n\\s*```\\s*$/g, "") }}.',
	},
	{
		name: 'modelThinking',
		purposes: CUSTOMER_FACING_PURPOSES,
		sources: NOT_TYPED_SOURCES,
		find: makeMatchFinder(THINKING_TAG, ', which marks the model’s own thinking'),
		remedy: ({ value }) => {
			const [before = ''] = String(value).split(THINKING_OPENING_TAG);
			const after = String(value).split(THINKING_CLOSING_TAG).slice(1).pop() ?? '';
			const isAnswer = (text: string) =>
				text.trim() !== '' && !THINKING_OPENING_TAG.test(text) && !THINKING_CLOSING_TAG.test(text);
			if (isAnswer(after)) {
				return `Turn off the model’s thinking, or use only what comes after it: {{ ‹output›.split(${THINKING_CLOSING_TAG}).pop().trim() }}.`;
			}
			return isAnswer(before)
				? `Turn off the model’s thinking, or use only what comes before it: {{ ‹output›.split(${THINKING_OPENING_TAG})[0].trim() }}.`
				: 'Turn off the model’s thinking.';
		},
	},
	{
		name: 'modelArtifact',
		purposes: CUSTOMER_FACING_PURPOSES,
		sources: NOT_TYPED_SOURCES,
		find: makeMatchFinder(
			/<\|[^|<>]{1,40}\|>|<function=|\bAgent stopped due to [^.]{1,60}\./i,
			', which an AI model or agent left in the text',
		),
		remedy:
			'The customer should not see it: stop the workflow when this happens, or send a text of your own instead.',
	},
	{
		name: 'unroundedNumber',
		// Such as 0.1 + 0.2. In a link it may be a coordinate.
		purposes: CUSTOMER_FACING_PURPOSES,
		sources: NOT_TYPED_SOURCES,
		find: ({ value, before = '' }) =>
			typeof value === 'number' && /\.\d{11}|e/.test(String(value)) && !coordinateMayFollow(before)
				? `${value}, an unrounded number`
				: undefined,
		remedy:
			'Round it, for example with {{ ‹total›.toFixed(2) }}, or {{ ‹total›.toFixed(2).replace(".", ",") }} for a decimal comma.',
	},

	// Parts of a longer text, and gaps in tags.
	{
		name: 'nothing',
		purposes: PURPOSES_JUDGED_PER_EXPRESSION,
		sources: ['embedded'],
		find: makeDescribingFinder((value) => value === undefined || value === null, 'nothing'),
		remedy: expressionAdvice,
	},
	{
		name: 'emptyTag',
		purposes: ['tagFilter'],
		sources: ['embedded'],
		find: makeDescribingFinder((value) => value === '', 'an empty text'),
		remedy: expressionAdvice,
	},
	{
		name: 'invisiblePart',
		// In a key an empty text may be meant, such as `{{ $json.suffix || "" }}`.
		purposes: ['tagFilter', 'key'],
		sources: ['embedded'],
		find: makeDescribingFinder(
			(value) => typeof value === 'string' && value !== '' && showsNothing(value),
			'only white space or invisible characters',
		),
		remedy: expressionAdvice,
	},
	{
		name: 'missingTag',
		purposes: ['tagFilter'],
		sources: NOT_TYPED_SOURCES,
		find: describeGapInTags,
		remedy: expressionAdvice,
	},
	{
		name: 'emptyList',
		purposes: PURPOSES_JUDGED_PER_EXPRESSION,
		sources: ['embedded'],
		find: makeDescribingFinder(
			(value) => Array.isArray(value) && value.length === 0,
			'an empty list',
		),
		remedy: expressionAdvice,
	},
	{
		name: 'object',
		purposes: ['record', ...PURPOSES_JUDGED_PER_EXPRESSION],
		sources: ['embedded'],
		find: makeDescribingFinder((value) => isObject(value) && !isDate(value), 'an object'),
		trace: /\[object Object\]/,
		remedy: USE_PROPERTY,
	},
];

const WARNINGS: ReadonlyArray<Omit<Mistake, 'inParsedValues'>> = [
	{
		name: 'roundedDigitsInKey',
		purposes: ['key'],
		sources: NOT_TYPED_SOURCES,
		find: quoteRoundedDigits,
		remedy: TURN_INTO_TEXT_EARLIER,
	},
	{
		name: 'lineBreakInVariable',
		purposes: ['variable'],
		sources: WHOLE_SOURCES,
		find: makeDescribingFinder(
			(value) =>
				typeof value === 'string' && /[\n\v\f\r\t\u0085\u2028\u2029]|\s{5}/.test(value.trim()),
			'a line break, a tab or more than four spaces in a row',
		),
		remedy: `${MAY_BE_REJECTED} Remove it, for example with {{ ‹text›.replace(/\\s+/g, " ") }}, or move it to the template’s own text.`,
		remedyIfTyped: `${MAY_BE_REJECTED} Delete it, or move it to the template’s own text.`,
	},
	{
		name: 'escapedLineBreak',
		purposes: CUSTOMER_FACING_PURPOSES,
		sources: WHOLE_SOURCES,
		find: makeMatchFinder(/\\n/, ', a backslash and an n instead of a line break'),
		// In a variable, a line break would be a mistake as well.
		remedy: ({ purpose }) =>
			purpose === 'variable'
				? `${CUSTOMER_SEES_THIS} Replace it with a space: {{ ‹text›.replaceAll("\\\\n", " ") }}.`
				: `${CUSTOMER_SEES_THIS} For a line break, use {{ ‹text›.replaceAll("\\\\n", "\\n") }}.`,
		remedyIfTyped: ({ purpose }) =>
			purpose === 'variable'
				? `${CUSTOMER_SEES_THIS} Put a space in its place.`
				: `${CUSTOMER_SEES_THIS} For a line break, press Enter.`,
	},
	{
		name: 'htmlEntity',
		purposes: CUSTOMER_FACING_PURPOSES,
		sources: WHOLE_SOURCES,
		find: makeMatchFinder(HTML_ENTITY, ', an HTML entity'),
		remedy: ({ value }) => {
			const [entity = ''] = HTML_ENTITY.exec(String(value)) ?? [];
			const character = decodeHtmlEntity(entity);
			const example =
				character === undefined
					? ''
					: `, for example with {{ ‹text›.replaceAll(${JSON.stringify(entity)}, ${JSON.stringify(character)}) }}`;
			return `${CUSTOMER_SEES_THIS} Use a source that gives the text without HTML, or replace the entity${example}.`;
		},
		remedyIfTyped: `${CUSTOMER_SEES_THIS} Type the character itself.`,
	},
	{
		name: 'nullWord',
		purposes: CUSTOMER_FACING_PURPOSES,
		sources: NOT_TYPED_SOURCES,
		find: makeMatchFinder(/\bnull\b/, ', which other programs write for an empty value'),
		remedy: expressionAdvice,
	},
	{
		name: 'escapedCharacter',
		purposes: CUSTOMER_FACING_PURPOSES,
		sources: WHOLE_SOURCES,
		find: makeMatchFinder(/\\u[\da-f]{4}/i, ', an escaped character'),
		remedy: `${CUSTOMER_SEES_THIS} Use a source that gives the text without JSON, or decode it: {{ ‹text›.replace(/\\\\u([\\da-f]{4})/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16))) }}.`,
		remedyIfTyped: `${CUSTOMER_SEES_THIS} Type the character itself.`,
	},
	{
		name: 'urlEncodedWord',
		purposes: CUSTOMER_FACING_PURPOSES,
		sources: WHOLE_SOURCES,
		find: quoteUrlEncodedWord,
		remedy: `${CUSTOMER_SEES_THIS} Decode it: {{ ‹text›.replace(/%C3%[89AB][\\dA-F]/gi, decodeURIComponent) }}.`,
		remedyIfTyped: `${CUSTOMER_SEES_THIS} Type the words themselves.`,
	},
	{
		name: 'htmlTag',
		purposes: CUSTOMER_FACING_PURPOSES,
		sources: WHOLE_SOURCES,
		find: makeMatchFinder(/<\/?(?:br|p)\s?\/?>/i, ', an HTML tag'),
		remedy: `${CUSTOMER_SEES_THIS} Replace it with a space: {{ ‹text›.replace(/<\\/?(?:br|p)\\s?\\/?>/gi, " ") }}.`,
		remedyIfTyped: `${CUSTOMER_SEES_THIS} Delete it.`,
	},
	// The limits of WhatsApp's Cloud API: for a text message, and for the body of a template with its variables.
	lengthWarning('text', 4_096),
	lengthWarning('variable', 1_024),
	{
		name: 'misreadEncoding',
		purposes: STORED_OR_KEY_PURPOSES,
		sources: WHOLE_SOURCES,
		find: makeMatchFinder(
			MISREAD_UTF8,
			', which suggests that the text was read with the wrong encoding',
		),
		remedy: readFileAgain('UTF-8'),
	},
];

/** All mistakes, in the order in which they are looked for. */
export const MISTAKES: readonly Mistake[] = [
	...ERRORS,
	...WARNINGS.map((warning) => ({ ...warning, isWarning: true as const })),
];

const TRACES = MISTAKES.flatMap(({ trace }) => trace ?? []);

/** Whether a whole value matches the `trace` of some mistake. */
export const hasTrace = (value: unknown): boolean =>
	typeof value === 'string' && TRACES.some((trace) => trace.test(value));

/**
 * A mistake that is an error if an expression gives it, and accepted if it was typed. Within a longer text it
 * is not looked for in a record, since the expressions of most such texts are not evaluated one by one.
 */
function errorsUnlessTyped(mistake: Pick<Mistake, 'name' | 'find' | 'remedy'>): Mistake[] {
	return [
		{ ...mistake, purposes: STORED_OR_KEY_PURPOSES, sources: ['expressionOnly'] },
		{ ...mistake, purposes: CUSTOMER_FACING_OR_KEY_PURPOSES, sources: ['embedded'] },
	];
}

/** Warns of a text that the messaging platform may find too long. */
function lengthWarning(purpose: Purpose, maxLength: number): Mistake {
	return {
		name: 'tooLong',
		purposes: [purpose],
		sources: WHOLE_SOURCES,
		find: makeDescribingFinder(
			(value) => typeof value === 'string' && value.length > maxLength,
			`more than ${maxLength} characters`,
		),
		remedy: `${MAY_BE_REJECTED} Shorten it.`,
	};
}
