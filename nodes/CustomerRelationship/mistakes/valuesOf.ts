import { ExpressionParser } from 'n8n-workflow';
import { isExpression } from '../expression';
import { isDate, isLocator, isObject } from '../typeGuards';
import { isProgramDateTime } from './dates';
import { assertDepth, leavesOf } from './leaves';
import {
	CUSTOMER_FACING_PURPOSES,
	CUSTOMER_FACING_OR_KEY_PURPOSES,
	PURPOSES_JUDGED_PER_EXPRESSION,
	EXPRESSION_PLACEHOLDER,
	type ValueToJudge,
	type Purpose,
} from './mistake';
import { hasTrace } from './table';

/** What a field of an item holds. */
export interface FieldToJudge {
	/** The field as the user sees it. */
	label: string;
	purpose: Purpose;
	/** As n8n resolves it. */
	value: unknown;
	/** As the workflow holds it, with its expressions. */
	raw: unknown;
	/** Resolves a text with an expression for the item. */
	evaluate(text: string): unknown;
}

/**
 * The values of a field, whatever its shape: locator, fixed collection, mapper, list, object or text. `mistake.ts`
 * says which parts of a longer text are among them.
 * @throws InvalidInput for values nested deeper than `MAX_DEPTH`
 */
export function* valuesToJudge(content: FieldToJudge): Generator<ValueToJudge> {
	const { label, purpose, value, raw } = content;
	const entries = entriesInPanel(content);
	if (entries) {
		for (const entry of entries) yield* valuesToJudge(entry);
		return;
	}
	if (typeof raw !== 'string' || !isExpression(raw)) {
		for (const leaf of leavesOf(value, label)) yield { label, purpose, source: 'fixed', ...leaf };
		return;
	}
	const segments = ExpressionParser.splitExpression(raw.slice(1)).filter(({ text }) => text !== '');
	const [first] = segments;
	if (segments.length === 1 && first?.type === 'code') {
		yield* loneExpression(content, ExpressionParser.joinExpression([first]));
		return;
	}
	yield* longerText(content, segments);
}

/** The values of a field that is one expression. */
function* loneExpression(
	{ label, purpose, value, evaluate }: FieldToJudge,
	expression: string,
): Generator<ValueToJudge> {
	const wholeValues = (result: unknown, name: string) =>
		leavesOf(result, name).map((leaf): ValueToJudge => ({
			label: name,
			purpose,
			source: 'expressionOnly',
			...leaf,
		}));
	// Within a collection n8n turns a date into text, which may show midnight in UTC as another time. The
	// remedy depends on the time, so the expression is evaluated again.
	const isDateText = (result: unknown) =>
		CUSTOMER_FACING_PURPOSES.includes(purpose) && isProgramDateTime(result);
	if (purpose === 'variable' && Array.isArray(value)) {
		// A list fills several variables.
		for (const [index, entry] of value.entries()) {
			const result = isDateText(entry) ? propertyOf(evaluate(expression), String(index)) : entry;
			yield* wholeValues(result, `${label}, entry ${index + 1}`);
		}
		return;
	}
	const result = isDateText(value) ? evaluate(expression) : value;
	for (const judged of wholeValues(result, label)) {
		const isResult = Object.is(judged.value, result);
		yield { ...judged, expression: isResult ? expression : undefined };
	}
}

/** The typed texts and the expressions of a field, in order. */
type Segments = ReturnType<typeof ExpressionParser.splitExpression>;

/** The values of a longer text, or of typed text in a field that is set to Expression. */
function* longerText(content: FieldToJudge, segments: Segments): Generator<ValueToJudge> {
	const { label, purpose, value } = content;
	const literal = segments
		.map(({ type, text }) => (type === 'text' ? text : EXPRESSION_PLACEHOLDER))
		.join('');
	const isMixed = segments.some(({ type, text }) => type === 'text' && text.trim() !== '');
	const whole = leavesOf(value, label).map((leaf): ValueToJudge => ({
		label,
		purpose,
		...(isMixed ? { source: 'mixed', literal } : { source: 'expressionOnly' }),
		...leaf,
	}));
	// The parts come first: the first error ends the search, and an error about a part can name the expression.
	if (CUSTOMER_FACING_OR_KEY_PURPOSES.includes(purpose))
		yield { label, purpose, source: 'literal', value: literal };
	if (
		PURPOSES_JUDGED_PER_EXPRESSION.includes(purpose) ||
		whole.some((leaf) => hasTrace(leaf.value))
	)
		yield* embeddedValues(content, segments);
	yield* whole;
}

/** What each expression of a longer text gives. */
function* embeddedValues(
	{ label, purpose, evaluate }: FieldToJudge,
	segments: Segments,
): Generator<ValueToJudge> {
	let before = '';
	for (const segment of segments) {
		if (segment.type === 'text') {
			before += segment.text;
			continue;
		}
		const expression = ExpressionParser.joinExpression([segment]);
		const result = evaluate(expression);
		for (const value of withListEntries(result, label)) {
			const isListEntry = !Object.is(value, result);
			yield { label, purpose, source: 'embedded', expression, isListEntry, before, value };
		}
		if (typeof result !== 'object') before += String(result ?? '');
	}
}

/**
 * The entries of a field that the panel saves as an object, each with its own expression.
 * @returns undefined for other fields
 */
function entriesInPanel(content: FieldToJudge): FieldToJudge[] | undefined {
	const { label, purpose, value, raw } = content;
	if (typeof raw !== 'object' || raw === null) return undefined;
	if (typeof value !== 'object' || value === null || isDate(value)) return undefined;
	if (isLocator(value)) return [{ ...content, value: value.value, raw: propertyOf(raw, 'value') }];
	if (isObject(value) && 'mappingMode' in value) {
		const cells = propertyOf(raw, 'value');
		// One expression gives all columns.
		if (typeof cells === 'string' && isExpression(cells)) {
			return [{ ...content, value: value.value, raw: cells }];
		}
		return Object.entries(value.value ?? {}).map(([id, cell]) => ({
			...content,
			label: `${label}: ${purpose === 'variable' ? `{{${id}}}` : id}`,
			value: cell,
			raw: propertyOf(cells, id),
		}));
	}
	return Object.entries(value).map(([key, entry]) => ({
		...content,
		label: Array.isArray(value) ? `${label}: ${entryName(entry, Number(key))}` : label,
		value: entry,
		raw: propertyOf(raw, key),
	}));
}

/** What an error calls an entry: its custom field, otherwise its number as in a template's text. */
function entryName(entry: unknown, index: number): string {
	const slug = propertyOf(entry, 'slug');
	return String((isObject(slug) ? slug.value : slug) || `{{${index + 1}}}`);
}

const propertyOf = (value: unknown, key: string): unknown =>
	typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** A result and, if it is a list, each entry: n8n inserts the list as a text with commas. */
function* withListEntries(result: unknown, label: string, depth = 1): Generator<unknown> {
	yield result;
	if (!Array.isArray(result)) return;
	assertDepth(depth, label);
	for (const entry of result) yield* withListEntries(entry, label, depth + 1);
}
