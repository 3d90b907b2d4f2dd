import { ExpressionParser, type INodeProperties } from 'n8n-workflow';
import { isExpression } from '../expression';
import { isLocator, isObject } from '../typeGuards';
import { isIsoDateTime } from './finders';
import {
	findMistake,
	findWarnings,
	findWithin,
	refuse,
	type Finding,
	type Warning,
} from './findMistake';
import { FIELD_KINDS, STRICT, type FieldKind } from './mistake';

/** A parameter of an item, or a part of one. */
interface Given {
	/** The field as the user sees it. */
	label: string;
	/** What n8n makes of it. */
	value: unknown;
	/** As the workflow holds it, with its expressions. */
	raw: unknown;
	field: FieldKind;
}

/** Resolves a text with an expression for the item. */
type Evaluate = (text: string) => unknown;

/**
 * Judges what expressions yield, and what is mistyped in a strict field. Empty values are left to the field.
 * @param property the parameter as the panel shows it
 * @param value what n8n makes of it
 * @param raw as the workflow holds it
 * @returns what is odd in it, and sent
 * @throws InvalidInput for what nobody means
 */
export function judgeParameter(
	property: INodeProperties,
	value: unknown,
	raw: unknown,
	evaluate: Evaluate,
	within: FieldKind = 'written',
): Warning[] {
	const { displayName: label, name, type, options = [] } = property;
	const field = FIELD_KINDS[name] ?? within;
	if (type === 'collection') {
		return options.flatMap((one) => {
			const chosen = entryOf(value, one.name);
			if (chosen === undefined || !('type' in one)) return [];
			return judgeParameter(one, chosen, rawOf(raw, one.name), evaluate, field);
		});
	}
	if (type !== 'resourceMapper') return judge({ label, value, raw, field }, evaluate);
	return Object.entries(entryOf(value, 'value') ?? {}).flatMap(([id, cell]) => {
		const cellRaw = rawOf(rawOf(raw, 'value'), id);
		const kind = FIELD_KINDS[id] ?? field;
		const row = field === 'variable' ? `{{${id}}}` : id;
		return judge({ label: `${label}: ${row}`, value: cell, raw: cellRaw, field: kind }, evaluate);
	});
}

function judge(given: Given, evaluate: Evaluate): Warning[] {
	const { label, value, raw, field } = given;
	if (typeof raw === 'object' && raw !== null && typeof value === 'object' && value !== null) {
		// The panel keeps an expression in each part of a locator, and of entries.
		if (isLocator(value)) {
			return judge({ ...given, value: value.value, raw: rawOf(raw, 'value') }, evaluate);
		}
		return Object.entries(value).flatMap(([key, entry]) => {
			const name = Array.isArray(value) ? `${label}: ${nameOf(entry, Number(key))}` : label;
			return judge({ label: name, value: entry, raw: rawOf(raw, key), field }, evaluate);
		});
	}
	if (field === 'variable' && Array.isArray(value)) {
		// A list fills several variables, and a customer reads each of its entries.
		return value.flatMap((entry: unknown, index) =>
			judge({ ...given, label: `${label}, entry ${index + 1}`, value: entry }, (text) =>
				entryOf(evaluate(text), String(index)),
			),
		);
	}
	refuse(findWithin('value', value, field), label, field);
	if (typeof raw === 'string') {
		refuse(findMistake('typed', raw, field), label, field);
		if (isExpression(raw)) judgeExpressions({ ...given, raw }, evaluate);
		else refuse(findMistake('typedFixed', raw, field), label, field);
	}
	return findWarnings(value, field, label);
}

/** An entry by what it is for: its custom field, else its number, as a template's text has it. */
function nameOf(entry: unknown, index: number): string {
	const slug = entryOf(entry, 'slug');
	return String((isObject(slug) ? slug.value : slug) || `{{${index + 1}}}`);
}

/** A mistaken value within a longer text leaves one of these there. Of NaN, undefined and null n8n leaves nothing. */
const TRACE = /Infinity|Invalid Date/;

function judgeExpressions(
	{ label, value, raw, field }: Given & { raw: string },
	evaluate: Evaluate,
) {
	const parts = ExpressionParser.splitExpression(raw.slice(1)).filter(({ text }) => text !== '');
	const literal = parts.map(({ type, text }) => (type === 'text' ? text : '')).join('');
	if (STRICT.includes(field) || TRACE.test(textOf(value))) {
		refuse(findMistake('typedBesideExpressions', literal, field), label, field);
		const isAlone = parts.length === 1;
		for (const part of parts) {
			if (part.type === 'text') continue;
			const code = ExpressionParser.joinExpression([part]);
			// n8n makes a text of a DateTime within a collection: the advice differs.
			const yielded = isAlone && !isIsoDateTime(value) ? value : evaluate(code);
			const finding = findWithin('value', yielded, field) ?? findInYield(yielded, field, isAlone);
			refuse(finding, label, field, isAlone ? undefined : code);
		}
	}
	if (literal.trim() === '') refuse(findWithin('yieldedValue', value, field), label, field);
}

/** @param isAlone whether the expression is alone in its field, so that other values than texts stay what they are */
function findInYield(yielded: unknown, field: FieldKind, isAlone: boolean): Finding | undefined {
	// Within a longer text a list becomes a text with commas.
	const entries = Array.isArray(yielded) && !isAlone ? yielded : [];
	const inEntries = entries.map((entry) => findInYield(entry, field, false)).find(Boolean);
	const inside = isAlone ? undefined : findMistake('partYield', yielded, field);
	return inEntries ?? findMistake('yield', yielded, field) ?? inside;
}

/** An object as the text that JSON makes of it. */
const textOf = (value: unknown): string =>
	isObject(value) ? JSON.stringify(value) : String(value);

const entryOf = (value: unknown, key: string): unknown =>
	typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** What an expression yields whole, it yields in each of its parts. */
const rawOf = (raw: unknown, key: string): unknown =>
	isExpression(raw) && typeof raw === 'string' ? raw : entryOf(raw, key);
