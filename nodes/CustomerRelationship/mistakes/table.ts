import { isDate, isObject } from '../typeGuards';
import * as find from './finders';
import {
	ALL,
	CUSTOMER_READS,
	STRICT,
	WRITTEN,
	type FieldKind,
	type Mistake,
	type Subject,
} from './mistake';

const checkExpression = (field: FieldKind): string =>
	`Check the expression, and that each item has the value that it reads.${field === 'variable' ? ' Or give another word where there is none, such as {{ $json.name || "cliente" }}.' : ''}`;

/** All mistakes; the first that is found is reported. */
export const MISTAKES: readonly Mistake[] = [
	{
		subjects: ['value'],
		fields: ALL,
		find: (value) =>
			typeof value === 'number' && !Number.isFinite(value) ? String(value) : undefined,
		advice: checkExpression,
	},
	{
		subjects: ['value'],
		fields: ALL,
		// n8n makes a text of an invalid date within a collection.
		find: find.described(
			(value) =>
				isDate(value) ? value.toJSON() === null : find.matches(/^Invalid date(time)?$/i)(value),
			'an invalid date',
		),
		advice: checkExpression,
	},
	{
		subjects: ['value'],
		fields: ALL,
		find: find.described(find.matches(/\p{Surrogate}/u), 'half a character'),
		advice:
			'Check the expression: it may cut an emoji in two. To shorten a text use {{ [...$json.text].slice(0, 5).join("") }}.',
	},
	{
		subjects: ['value'],
		fields: [...WRITTEN, 'heading'],
		find: find.quoted(/\S*\uFFFD\S*/, ', in which letters were lost'),
		advice:
			'The file was read in another encoding than it was written in. Read it again: in Extract from File add the option Encoding, with Latin1 for a CSV from Excel.',
	},
	errorOfSheet('yieldedValue', WRITTEN),
	errorOfSheet('yield', STRICT),
	{
		// The text of a template. The editor makes an expression of it, and the customer reads “1”.
		subjects: ['typed'],
		fields: STRICT,
		find: find.quoted(/\{\{\s*\d+\s*\}\}/, ', which stands for a variable of a template'),
		advice: 'Give what takes its place, such as the customer’s name, not the template’s text.',
	},
	{
		// The editor makes an expression of one that is pasted, but not always of one that is typed.
		subjects: ['typedFixed'],
		fields: STRICT,
		find: find.described(
			find.matches(find.EXPRESSION),
			'an expression in a fixed field, so it would go out as it stands',
		),
		advice: 'Switch the field from Fixed to Expression: the switch shows above the field.',
	},
	{
		// The editor closes the braces of an expression by itself: those that are typed as well stay behind it.
		subjects: ['typedBesideExpressions'],
		fields: STRICT,
		find: find.described(find.hasUnopenedBraces, '“}}” that no “{{” opens'),
		advice: 'Delete it: where you type {{ the editor adds }} by itself.',
	},
	{
		subjects: ['typedFixed', 'typedBesideExpressions'],
		fields: STRICT,
		find: find.described(
			find.matches(/\$(?:json|node|input)\b|\$\(["']/),
			'an expression without its braces, so it would go out as it stands',
		),
		advice:
			'Drag the field from the input to here. Or switch from Fixed to Expression and put it in braces, such as {{ $json.name }}.',
	},
	{
		// What JavaScript makes of such values if the expression itself joins them to a text.
		subjects: ['yield'],
		fields: STRICT,
		find: find.quoted(/\b(?:undefined|null|NaN|Invalid Date(?:Time)?)\b|\[object Object\]/),
		advice: checkExpression,
	},
	{
		subjects: ['yieldedValue'],
		fields: WRITTEN,
		find: find.quoted(/^\s*\[object Object\]\s*$/, ', which an object becomes as a text'),
		advice:
			'Check the expression: take a property of the object, such as {{ $json.address.city }}.',
	},
	{
		subjects: ['yield'],
		fields: STRICT,
		find: find.quoted(find.EXPRESSION),
		advice:
			'n8n does not fill in what stands in braces inside a value. Put something in its place, such as {{ $json.text.replace(/\\{+name\\}+/, $json.name) }}.',
	},
	{
		subjects: ['yieldedValue'],
		fields: WRITTEN,
		find: find.quoted(/^\s*\{\{.*\}\}\s*$/s, ', which nobody filled in'),
		advice:
			'Put the value itself in its place where the item comes from, or leave it empty there: n8n does not fill in what stands in braces inside a value.',
	},
	{
		subjects: ['yield', 'typedFixed'],
		fields: CUSTOMER_READS,
		find: find.unformattedDate,
		advice: (_field, value) =>
			isDate(value)
				? `Say how the customer is to read it, such as {{ $now.${'toFormat' in value ? '' : 'toDateTime().'}toFormat('dd/MM/yyyy HH:mm') }}.`
				: "Say how the customer is to read it, such as {{ DateTime.fromISO($json.createdAt).toFormat('dd/MM/yyyy HH:mm') }}, with your own expression in place of $json.createdAt. The time is that of the workflow’s time zone.",
	},
	{
		// What a model writes if it has no value, or as a list of one: words in brackets alone.
		subjects: ['yieldedValue'],
		fields: ['variable'],
		find: find.quoted(/^\s*[[<]"?[\p{L}_ ]+"?[\]>]\s*$/u),
		advice: checkExpression,
	},
	{
		// What other programs fill in.
		subjects: ['yieldedValue', 'yield'],
		fields: CUSTOMER_READS,
		find: find.quoted(
			/^\s*(?:\*\|.*\|\*|(%{1,2})[\p{L}\p{M}\p{N}_. -]+\1|\$?\{[\p{L}\p{M}\p{N}_. -]+\})\s*$/su,
			', which another program was to fill in',
		),
		advice: 'Give what takes its place, such as {{ $json.name || "cliente" }}.',
	},
	{
		// What Python and databases make of nothing; “Null” and “Nan” are names.
		subjects: ['yieldedValue', 'yield'],
		fields: CUSTOMER_READS,
		find: find.quoted(
			/^\s*(?:None|NULL)\s*$/,
			', which other programs write where they have nothing',
		),
		advice: checkExpression,
	},
	{
		subjects: ['yieldedValue'],
		fields: CUSTOMER_READS,
		find: find.described((value) => find.jsonIn(value) !== undefined, 'JSON instead of a text'),
		advice: (_field, value) => {
			const property = find.firstTextIn(find.jsonIn(value));
			return `Take the property that the customer is to read, such as {{ $json${property} }}, or {{ JSON.parse($json.output)${property} }} if $json.output holds the JSON as a text.`;
		},
	},
	{
		subjects: ['yieldedValue'],
		fields: CUSTOMER_READS,
		find: find.described(
			find.isFencedBlock,
			'a block of code between ``` and ```, as a model writes it',
		),
		advice:
			'Tell the model to answer with the text alone. Or take the fences away: {{ $json.output.replace(/^\\s*```.*\\n|\\n\\s*```\\s*$/g, "") }}.',
	},
	{
		subjects: ['yield'],
		fields: CUSTOMER_READS,
		find: find.quoted(
			/<\/?(?:think(?:ing)?|thought|reasoning)>/i,
			', which a model writes for itself',
		),
		advice:
			'Turn the model’s thinking off, or take what follows it: {{ $json.output.split(/<\\/(?:think(?:ing)?|thought|reasoning)>/).pop().trim() }}.',
	},
	{
		subjects: ['partYield'],
		fields: STRICT,
		find: find.described((value) => value === undefined || value === null, 'nothing'),
		advice: checkExpression,
	},
	{
		subjects: ['partYield'],
		fields: STRICT,
		find: find.described((value) => Array.isArray(value) && value.length === 0, 'an empty list'),
		advice: checkExpression,
	},
	{
		subjects: ['partYield'],
		fields: STRICT,
		find: find.described((value) => isObject(value) && !isDate(value), 'an object'),
		advice: checkExpression,
	},
	{
		isSent: true,
		subjects: ['value'],
		fields: ['variable'],
		find: find.described(
			(value) => /[\n\v\f\r\t\u0085\u2028\u2029]|\s{5}/.test(String(value).trim()),
			'a line break, a tab or more than four blanks in a row',
		),
		advice:
			'The messaging platform may refuse the message for it, after the service has accepted it. Take it out, such as with {{ $json.text.replace(/\\s+/g, " ") }}, or put it into the template’s own text.',
	},
	{
		isSent: true,
		subjects: ['value'],
		fields: CUSTOMER_READS,
		find: find.quoted(/\\n/, ', a backslash and an n instead of a line break'),
		// A line break within a variable is a mistake as well.
		advice: (field) =>
			field === 'variable'
				? 'The customer reads it as it stands. Put a blank in its place: {{ $json.text.replaceAll("\\\\n", " ") }}.'
				: 'The customer reads it as it stands. For a line break use {{ $json.text.replaceAll("\\\\n", "\\n") }}, or press Enter in the field.',
	},
	{
		isSent: true,
		subjects: ['value'],
		fields: CUSTOMER_READS,
		find: find.quoted(
			/&(?:[a-z]{2,8}\d{0,2}|#\d{1,7}|#x[\da-f]{1,6});/i,
			', a character as HTML writes it',
		),
		advice:
			'The customer reads it as it stands. Take the text from where it is no HTML, or put the character in its place, such as with {{ $json.text.replaceAll("&amp;", "&") }}.',
	},
	{
		isSent: true,
		subjects: ['value'],
		fields: WRITTEN,
		find: find.quoted(find.MISREAD_UTF8, ', as of a text that was read in another encoding'),
		advice:
			'Compare it with where it comes from. If a file was read, read it again: in Extract from File add the option Encoding, with UTF-8.',
	},
];

function errorOfSheet(subject: Subject, fields: readonly FieldKind[]): Mistake {
	return {
		subjects: [subject],
		fields,
		find: find.quoted(
			/^\s*#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|N\/D|VALOR!|NOME\?|N(?:Ú|U\u0301)M!|NULO!|ERROR!|SPILL!|DESPEJAR!|C(?:A|Á|A\u0301)LC!|FIELD!|CAMPO!|BLOCKED!|UNKNOWN!)\s*$|^\s*Err:\d{3}\s*$/i,
			', an error of a spreadsheet',
		),
		advice:
			'Correct the formula in the sheet, or empty the cell: an empty cell is not sent. In the sheet =IFERROR(A2,"") (in Portuguese =SEERRO(A2;"")) leaves such cells empty.',
	};
}
