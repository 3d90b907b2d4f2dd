import { ExpressionParser, type INodeProperties } from 'n8n-workflow';
import { InvalidInput } from '../invalidInput';
import { isExpression } from '../expression';
import { isDate, isObject } from '../typeGuards';

/** A parameter of an item, or a part of one. */
interface Given {
	/** The field as the user sees it. */
	label: string;
	/** What n8n makes of it. */
	value: unknown;
	/** As the workflow holds it, with its expressions. */
	raw: unknown;
	/** What a gap in its text would spoil: it would reach a customer, or make one key of many. */
	gapless: Gapless | undefined;
}

/** Works a text with an expression out for the item. */
type Evaluate = (text: string) => unknown;

type Gapless = 'key' | 'variable' | 'text';
const GAPLESS: Readonly<Record<string, Gapless>> = {
	idempotencyKey: 'key',
	templateParams: 'variable',
	text: 'text',
};

/**
 * Refuses what an expression yields by mistake, for all fields alike: what `requireMeant` refuses, alone and
 * inside a longer text, and where nobody would notice it a gap in a text. What is empty is left to the field.
 * @param property the parameter as the panel shows it
 * @throws InvalidInput
 */
export function assertNoMistakeInParameter(
	property: INodeProperties,
	value: unknown,
	raw: unknown,
	evaluate: Evaluate,
): void {
	if (property.type === 'collection') {
		for (const option of property.options ?? []) {
			if (!('type' in option)) continue;
			assertNoMistakeInParameter(
				option,
				entryOf(value, option.name),
				entryOf(raw, option.name),
				evaluate,
			);
		}
		return;
	}
	const { displayName: label, name } = property;
	if (property.type === 'resourceMapper') {
		for (const [id, cell] of Object.entries(entryOf(value, 'value') ?? {})) {
			const written = entryOf(entryOf(raw, 'value'), id);
			judge({ label: `${label}: ${id}`, value: cell, raw: written, gapless: undefined }, evaluate);
		}
		return;
	}
	judge({ label, value, raw, gapless: GAPLESS[name] }, evaluate);
}

function judge(given: Given, evaluate: Evaluate): void {
	const { label, value, raw, gapless } = given;
	if (typeof raw !== 'object' || raw === null || typeof value !== 'object' || value === null) {
		assertNoMistake(value, label);
		if (typeof raw !== 'string') return;
		if (gapless) requireNoVariable(raw, label);
		if (isExpression(raw)) requireMeantParts({ ...given, raw }, evaluate);
		else if (gapless) requireWorkedOut(raw, label);
		return;
	}
	// A locator, or entries: the panel keeps an expression in each part of it.
	for (const [key, entry] of Object.entries(value)) {
		const within = { value: entry, raw: entryOf(raw, key), gapless };
		const named = Array.isArray(value) ? `${label}: ${nameOf(entry, Number(key))}` : label;
		judge({ label: named, ...within }, evaluate);
	}
}

/** An entry by what it is for: its custom field, else its number, as a template's text has it. */
function nameOf(entry: unknown, index: number): string {
	const slug = entryOf(entry, 'slug');
	return String((isObject(slug) ? slug.value : slug) || `{{${index + 1}}}`);
}

/** What alone is no text may leave one of these in a longer one, where n8n leaves nothing of NaN, undefined and null. */
const TRACE = /Infinity|Invalid Date/;
/** What a model writes where it has no value, or as a list of one: words in brackets, and nothing else. */
const PLACEHOLDER = /^\s*[[<]"?[\p{L}_ ]+"?[\]>]\s*$/u;
/** What JavaScript makes of such values where the expression joins them to a text itself. */
const WORD = /\b(?:undefined|null|NaN|Invalid Date(?:Time)?)\b|\[object Object\]/;

function requireMeantParts(
	{ label, value, raw, gapless }: Given & { raw: string },
	evaluate: Evaluate,
) {
	if (!gapless && !TRACE.test(String(value))) return;
	const parts = ExpressionParser.splitExpression(raw.slice(1)).filter(({ text }) => text !== '');
	const isWhole = parts.length === 1;
	if (gapless) {
		const outside = parts.map(({ type, text }) => (type === 'text' ? text : '')).join('');
		requireBracesOpened(outside, label);
		requireInBraces(outside, label);
	}
	for (const part of parts) {
		if (part.type === 'text') continue;
		const code = ExpressionParser.joinExpression([part]);
		const yielded = isWhole ? value : evaluate(code);
		const mistake = mistakeIn(yielded) ?? (gapless && gapIn(yielded, gapless, isWhole));
		if (mistake) refuse(label, mistake, { code: isWhole ? undefined : code, gapless });
	}
}

/** The editor closes the braces of an expression by itself: those that are typed, too, stay behind it. */
function requireBracesOpened(outside: string, label: string): void {
	if (!outside.includes('}}') || countOf('}', outside) < countOf('{', outside) + 2) return;
	throw new InvalidInput(
		label,
		'holds “}}” that no “{{” opens',
		'Delete it: where you type {{ the editor adds }} by itself.',
	);
}

const countOf = (letter: string, text: string): number => text.split(letter).length - 1;

function gapIn(yielded: unknown, of: Gapless, isWhole: boolean): string | undefined {
	if (typeof yielded === 'string') {
		// What is worked out is not worked out again.
		const placeholder = of === 'variable' && isWhole ? PLACEHOLDER.exec(yielded) : undefined;
		const left = (WORD.exec(yielded) ?? IN_BRACES.exec(yielded) ?? placeholder)?.[0];
		return left && `“${left}”`;
	}
	if (isWhole) return undefined;
	if (yielded === undefined || yielded === null) return 'nothing';
	// It becomes a text with commas.
	if (Array.isArray(yielded)) {
		if (yielded.length === 0) return 'an empty list';
		return yielded.map((entry) => gapIn(entry, of, false)).find(Boolean);
	}
	return isObject(yielded) && !isDate(yielded) ? 'an object' : undefined;
}

/**
 * @throws InvalidInput for a value that nobody means, or one that holds such: NaN, infinite numbers, invalid
 *   dates, also as the texts that n8n makes of them, and half a character
 */
export function assertNoMistake(value: unknown, label: string): void {
	const mistake = mistakeIn(value);
	if (mistake) refuse(label, mistake);
}

/** @param name of the property that holds the value */
function mistakeIn(value: unknown, name?: string): string | undefined {
	const mistake = mistakeOf(value);
	if (mistake) return name === undefined ? mistake : `${mistake} (“${name}”)`;
	if (typeof value !== 'object' || value === null || isDate(value)) return undefined;
	for (const [key, entry] of Object.entries(value)) {
		const inside = mistakeIn(key) ?? mistakeIn(entry, Array.isArray(value) ? name : key);
		if (inside) return inside;
	}
	return undefined;
}

function mistakeOf(value: unknown): string | undefined {
	if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value);
	if (isDate(value)) return value.toJSON() === null ? 'an invalid date' : undefined;
	if (typeof value !== 'string') return undefined;
	if (/^Invalid Date(Time)?$/.test(value)) return 'an invalid date';
	return /\p{Surrogate}/u.test(value) ? HALF : undefined;
}

const HALF = 'half a character';

const entryOf = (value: unknown, key: string): unknown =>
	typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** @param code of the expression that gives it, where that is a part of a text */
function refuse(
	label: string,
	mistake: string,
	{ code, gapless }: { code?: string | undefined; gapless?: Gapless | undefined } = {},
): never {
	throw new InvalidInput(
		label,
		`holds ${code === undefined ? mistake : `${code}, which gives ${mistake}`}`,
		mistake.includes(HALF)
			? 'Check the expression: it may cut an emoji in two. To shorten a text use {{ [...$json.text].slice(0, 5).join("") }}.'
			: IN_BRACES.test(mistake)
				? 'n8n does not fill in what stands in braces inside a value. Put something in its place, such as {{ $json.text.replace(/\\{+name\\}+/, $json.name) }}.'
				: `Check the expression, and that each item has the value that it reads.${gapless === 'variable' ? ' Or give another word where there is none, such as {{ $json.name || "cliente" }}.' : ''}`,
	);
}

/** A template's own text: pasted here, the editor makes an expression of it, and the customer reads “1”. */
function requireNoVariable(raw: string, label: string): void {
	const variable = /\{\{\s*\d+\s*\}\}/.exec(raw)?.[0];
	if (!variable) return;
	throw new InvalidInput(
		label,
		`holds “${variable}”, which stands for a variable of a template`,
		'Give what takes its place, such as the customer’s name, not the template’s text.',
	);
}

/**
 * Refuses an expression in a field that n8n takes literally: the editor makes an expression of one that is
 * pasted, but not always of one that is typed.
 */
function requireWorkedOut(raw: string, label: string): void {
	if (!IN_BRACES.test(raw)) return requireInBraces(raw, label);
	throw new InvalidInput(
		label,
		'holds an expression in a fixed field, so it would go out as it stands',
		'Switch the field from Fixed to Expression: the switch shows above the field.',
	);
}

const IN_BRACES = /\{\{.*?\}\}/s;

/** What somebody types who means an expression, and has not put it in braces. */
const BARE = /\$(?:json|node|input)\b|\$\(["']/;

function requireInBraces(text: string, label: string): void {
	if (!BARE.test(text)) return;
	throw new InvalidInput(
		label,
		'holds an expression without its braces, so it would go out as it stands',
		'Drag the field from the input to here. Or switch from Fixed to Expression and put it in braces, such as {{ $json.name }}.',
	);
}
