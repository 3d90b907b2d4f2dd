import { isDate, isObject } from '../typeGuards';

/** A field in which nobody notices a gap: it reaches a customer, or makes one key of many. */
export type StrictField = 'key' | 'variable' | 'text';

/** The strict fields by their parameters’ names. */
export const STRICT_FIELDS: Readonly<Record<string, StrictField>> = {
	idempotencyKey: 'key',
	templateParams: 'variable',
	templateVariables: 'variable',
	text: 'text',
};

/** What a mistake is looked for in. */
export type Subject =
	/** A value, and every value and property name within it. */
	| 'value'
	/** What an expression yields that is alone in its field, or one within a longer text. */
	| 'wholeYield'
	| 'partYield'
	/** What was typed: the whole field, expressions included; the whole of a fixed field; the text beside expressions. */
	| 'typed'
	| 'typedFixed'
	| 'typedBesideExpressions';

/** A kind of value that nobody means. */
export interface Mistake {
	subjects: readonly Subject[];
	/** The fields that it is looked for in. */
	fields: 'all' | readonly StrictField[];
	/** @returns what the error says behind “holds”; undefined without such a mistake */
	find(value: unknown): string | undefined;
	/** What to do, as a sentence. @param field the strict field whose expression is at fault */
	advice(field: StrictField | undefined): string;
}

const ALL_STRICT: readonly StrictField[] = ['key', 'variable', 'text'];

const checkExpression = (field: StrictField | undefined): string =>
	`Check the expression, and that each item has the value that it reads.${field === 'variable' ? ' Or give another word where there is none, such as {{ $json.name || "cliente" }}.' : ''}`;

/** Finds a text that matches, and quotes the match. */
const quoted =
	(pattern: RegExp, more = '') =>
	(value: unknown): string | undefined => {
		const match = typeof value === 'string' ? pattern.exec(value) : null;
		return match ? `“${match[0]}”${more}` : undefined;
	};

/** Finds what passes the test, and describes it. */
const described =
	(test: (value: unknown) => boolean, description: string) =>
	(value: unknown): string | undefined =>
		test(value) ? description : undefined;

const matching = (pattern: RegExp) => (value: unknown) =>
	typeof value === 'string' && pattern.test(value);

const EXPRESSION = /\{\{.*?\}\}/s;

/** All mistakes; the first that is found is reported. */
export const MISTAKES: readonly Mistake[] = [
	{
		subjects: ['value'],
		fields: 'all',
		find: (value) =>
			typeof value === 'number' && !Number.isFinite(value) ? String(value) : undefined,
		advice: checkExpression,
	},
	{
		subjects: ['value'],
		fields: 'all',
		// n8n makes a text of an invalid date within a collection.
		find: described(
			(value) =>
				isDate(value) ? value.toJSON() === null : matching(/^Invalid Date(Time)?$/)(value),
			'an invalid date',
		),
		advice: checkExpression,
	},
	{
		subjects: ['value'],
		fields: 'all',
		find: described(matching(/\p{Surrogate}/u), 'half a character'),
		advice: () =>
			'Check the expression: it may cut an emoji in two. To shorten a text use {{ [...$json.text].slice(0, 5).join("") }}.',
	},
	{
		// The text of a template. The editor makes an expression of it, and the customer reads “1”.
		subjects: ['typed'],
		fields: ALL_STRICT,
		find: quoted(/\{\{\s*\d+\s*\}\}/, ', which stands for a variable of a template'),
		advice: () =>
			'Give what takes its place, such as the customer’s name, not the template’s text.',
	},
	{
		// The editor makes an expression of one that is pasted, but not always of one that is typed.
		subjects: ['typedFixed'],
		fields: ALL_STRICT,
		find: described(
			matching(EXPRESSION),
			'an expression in a fixed field, so it would go out as it stands',
		),
		advice: () => 'Switch the field from Fixed to Expression: the switch shows above the field.',
	},
	{
		// The editor closes the braces of an expression by itself: those that are typed as well stay behind it.
		subjects: ['typedBesideExpressions'],
		fields: ALL_STRICT,
		find: described(hasUnopenedBraces, '“}}” that no “{{” opens'),
		advice: () => 'Delete it: where you type {{ the editor adds }} by itself.',
	},
	{
		subjects: ['typedFixed', 'typedBesideExpressions'],
		fields: ALL_STRICT,
		find: described(
			matching(/\$(?:json|node|input)\b|\$\(["']/),
			'an expression without its braces, so it would go out as it stands',
		),
		advice: () =>
			'Drag the field from the input to here. Or switch from Fixed to Expression and put it in braces, such as {{ $json.name }}.',
	},
	{
		// What JavaScript makes of such values if the expression itself joins them to a text.
		subjects: ['wholeYield', 'partYield'],
		fields: ALL_STRICT,
		find: quoted(/\b(?:undefined|null|NaN|Invalid Date(?:Time)?)\b|\[object Object\]/),
		advice: checkExpression,
	},
	{
		subjects: ['wholeYield', 'partYield'],
		fields: ALL_STRICT,
		find: quoted(EXPRESSION),
		advice: () =>
			'n8n does not fill in what stands in braces inside a value. Put something in its place, such as {{ $json.text.replace(/\\{+name\\}+/, $json.name) }}.',
	},
	{
		// What a model writes if it has no value, or as a list of one: words in brackets alone.
		subjects: ['wholeYield'],
		fields: ['variable'],
		find: quoted(/^\s*[[<]"?[\p{L}_ ]+"?[\]>]\s*$/u),
		advice: checkExpression,
	},
	{
		subjects: ['partYield'],
		fields: ALL_STRICT,
		find: described((value) => value === undefined || value === null, 'nothing'),
		advice: checkExpression,
	},
	{
		subjects: ['partYield'],
		fields: ALL_STRICT,
		find: described((value) => Array.isArray(value) && value.length === 0, 'an empty list'),
		advice: checkExpression,
	},
	{
		subjects: ['partYield'],
		fields: ALL_STRICT,
		find: described((value) => isObject(value) && !isDate(value), 'an object'),
		advice: checkExpression,
	},
];

function hasUnopenedBraces(text: unknown): boolean {
	const count = (brace: string) => String(text).split(brace).length - 1;
	return String(text).includes('}}') && count('}') >= count('{') + 2;
}
