import { ExpressionParser } from 'n8n-workflow';
import { isExpression } from '../expression';
import { InvalidInput } from '../invalidInput';
import { isDate, isLocator, isObject } from '../typeGuards';
import { isIsoDateTime } from './dates';
import { CUSTOMER_READS, STRICT, type FieldValue, type Purpose } from './mistake';

/** What a field of an item holds. */
export interface FieldContent {
	/** The field as the user sees it. */
	label: string;
	purpose: Purpose;
	/** What n8n makes of it. */
	value: unknown;
	/** As the workflow holds it, with its expressions. */
	raw: unknown;
	/** Resolves a text with an expression for the item. */
	evaluate(text: string): unknown;
}

/**
 * Takes what a field holds apart into its values, whatever their shape: locator, entries, rows, list, object or text.
 * A longer text gives itself, what was typed of it, and what each of its expressions yields.
 * @throws InvalidInput for what is nested too deep
 */
export function* valuesOf(content: FieldContent): Generator<FieldValue> {
	const { label, purpose, value, raw, evaluate } = content;
	const parts = partsInPanel(content);
	if (parts) {
		for (const part of parts) yield* valuesOf(part);
	} else if (typeof raw === 'string' && isExpression(raw)) {
		yield* expressionValues({ ...content, raw });
	} else {
		const typed = typeof raw === 'string' ? raw : undefined;
		for (const leaf of leavesOf(value, label)) {
			yield { label, purpose, source: 'typed', typed, ...leaf };
		}
	}

	function* expressionValues({ raw: text }: { raw: string }): Generator<FieldValue> {
		const pieces = ExpressionParser.splitExpression(text.slice(1)).filter((one) => one.text !== '');
		const literal = pieces.map((one) => (one.type === 'text' ? one.text : '')).join('');
		const codes = pieces
			.filter(({ type }) => type === 'code')
			.map((piece) => ExpressionParser.joinExpression([piece]));
		const [typed] = codes;
		const isAlone = pieces.length === 1 && typed !== undefined;
		if (isAlone && purpose === 'variable' && Array.isArray(value)) {
			// A list fills several variables.
			for (const [index, entry] of value.entries()) {
				const entryLabel = `${label}, entry ${index + 1}`;
				const given = original(entry, () => entryOf(evaluate(typed), String(index)));
				for (const leaf of leavesOf(given, entryLabel)) {
					yield { label: entryLabel, purpose, source: 'yielded', typed, ...leaf };
				}
			}
			return;
		}
		const source = literal.trim() === '' ? 'yielded' : 'combined';
		const whole = isAlone ? original(value, () => evaluate(typed)) : value;
		let hasTrace = false;
		for (const leaf of leavesOf(whole, label)) {
			hasTrace ||= typeof leaf.value === 'string' && TRACE.test(leaf.value);
			yield { label, purpose, source, typed: isAlone ? typed : undefined, ...leaf };
		}
		if (isAlone) return;
		if (STRICT.includes(purpose)) yield { label, purpose, source: 'literal', value: literal };
		else if (!hasTrace) return;
		for (const code of codes) {
			for (const yielded of embeddedIn(evaluate(code), label)) {
				yield { label, purpose, source: 'embedded', typed: code, value: yielded };
			}
		}
	}

	/** What was a date before n8n made a text of it, as it does within collections: the advice differs. */
	function original(given: unknown, again: () => unknown): unknown {
		return CUSTOMER_READS.includes(purpose) && isIsoDateTime(given) ? again() : given;
	}
}

/** A mistaken value within a longer text leaves one of these there. Of NaN, undefined and null n8n leaves nothing. */
const TRACE = /Infinity|Invalid Date/;

/** The parts of a field that the panel keeps as an object, each with an expression of its own; undefined for other fields. */
function partsInPanel(content: FieldContent): FieldContent[] | undefined {
	const { label, purpose, value, raw } = content;
	if (typeof value !== 'object' || value === null || isDate(value)) return undefined;
	if (isObject(value) && 'mappingMode' in value) {
		return Object.entries(value.value ?? {}).map(([id, cell]) => ({
			...content,
			label: `${label}: ${purpose === 'variable' ? `{{${id}}}` : id}`,
			value: cell,
			raw: rawPart(rawPart(raw, 'value'), id),
		}));
	}
	if (typeof raw !== 'object' || raw === null) return undefined;
	if (isLocator(value)) return [{ ...content, value: value.value, raw: rawPart(raw, 'value') }];
	return Object.entries(value).map(([key, entry]) => ({
		...content,
		label: Array.isArray(value) ? `${label}: ${entryName(entry, Number(key))}` : label,
		value: entry,
		raw: rawPart(raw, key),
	}));
}

/** An entry by what it is for: its custom field, else its number, as a template's text has it. */
function entryName(entry: unknown, index: number): string {
	const slug = entryOf(entry, 'slug');
	return String((isObject(slug) ? slug.value : slug) || `{{${index + 1}}}`);
}

const entryOf = (value: unknown, key: string): unknown =>
	typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** What an expression yields whole, it yields in each of its parts. */
const rawPart = (raw: unknown, key: string): unknown =>
	typeof raw === 'string' && isExpression(raw) ? raw : entryOf(raw, key);

/** How deep lists and objects may be nested. */
const MAX_DEPTH = 100;

/** @throws InvalidInput for a list or object that is nested deeper */
function assertDepth(depth: number, label: string): void {
	if (depth <= MAX_DEPTH) return;
	throw new InvalidInput(
		label,
		`is nested more than ${MAX_DEPTH} levels deep`,
		'Give flat values: take the properties that are needed out of the object.',
	);
}

/**
 * The plain values in a value, and the names of its properties.
 * @throws InvalidInput for what is nested too deep
 */
export function* leavesOf(
	value: unknown,
	label: string,
	property?: string,
	depth = 1,
): Generator<Pick<FieldValue, 'value' | 'property'>> {
	if (typeof value !== 'object' || value === null || isDate(value)) {
		yield { value, property };
		return;
	}
	assertDepth(depth, label);
	const isList = Array.isArray(value);
	for (const [key, entry] of Object.entries(value)) {
		if (!isList) yield { value: key };
		yield* leavesOf(entry, label, isList ? property : key, depth + 1);
	}
}

/** What an expression puts into a longer text: of a list, which becomes a text with commas, also each entry. */
function* embeddedIn(yielded: unknown, label: string, depth = 1): Generator<unknown> {
	yield yielded;
	if (!Array.isArray(yielded)) return;
	assertDepth(depth, label);
	for (const entry of yielded) yield* embeddedIn(entry, label, depth + 1);
}
