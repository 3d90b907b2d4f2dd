import type { JsonObject, JsonValue } from 'n8n-workflow';
import { InvalidInput } from '../../invalidInput';
import { assertParsedValue } from '../../mistakes/judge';
import { isDate, isObject } from '../../typeGuards';
import { hasNoContent, isEmpty } from './empty';

/**
 * A JSON object without its empty values, at any depth. An empty value would clear something, and an expression may
 * yield one by chance.
 * @throws InvalidInput like `parseJsonObject`
 */
export function parseJsonObjectWithoutEmpty(value: unknown, label: string): JsonObject | undefined {
	return withoutEmptyValues(parseJsonObject(value, label));
}

/** A value without the entries for which `hasNoContent` is true, at any depth; undefined if nothing is left. */
export function withoutEmptyValues<Value extends JsonValue>(
	value: Value | undefined,
): Value | undefined {
	return JSON.parse(JSON.stringify(value ?? null), (_name, entry: JsonValue) => {
		// A value that is removed from a list leaves a hole.
		const content = Array.isArray(entry) ? entry.filter(() => true) : entry;
		return hasNoContent(content) ? undefined : content;
	});
}

/** Whether `withoutEmptyValues` leaves nothing of a list or an object, also of one that is a text in JSON. */
export function hasOnlyEmptyValues(value: unknown): boolean {
	if (typeof value === 'object')
		return value !== null && withoutEmptyValues(value as JsonValue) === undefined;
	try {
		return typeof value === 'string' && hasOnlyEmptyValues(JSON.parse(value));
	} catch {
		return false;
	}
}

/** A JSON object. @throws InvalidInput unless the value is an object, or a text that holds one */
export function parseJsonObject(value: unknown, label: string): JsonObject | undefined {
	const parsed = parseJson(value, label);
	if (parsed === undefined || (isObject(parsed) && !isDate(parsed))) return parsed;
	throw new InvalidInput(
		label,
		'is not a JSON object',
		'Enter an object in braces, such as { "name": "value" }.',
	);
}

/**
 * The value of a JSON text; other values as they are.
 * @throws InvalidInput for a text that is not JSON, with the place, and for one that holds a mistake
 */
export function parseJson(value: unknown, label: string): JsonValue | undefined {
	if (isEmpty(value)) return undefined;
	if (isJson(value) && typeof value !== 'string') return value;
	const text = String(value);
	if (text.trim() === '') return undefined;
	const parsed = parseJsonText(text, label);
	// Parameters have been judged before, but a text may hide a mistake.
	assertParsedValue(parsed, label);
	return parsed;
}

/** Whether `JSON.stringify` takes a value. Values within an object are left to it. */
const isJson = (value: unknown): value is JsonValue =>
	['string', 'number', 'boolean', 'object'].includes(typeof value);

function parseJsonText(text: string, label: string): JsonValue {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw invalidJson(label, text, error instanceof Error ? error.message : '');
	}
}

/** @param reason the message of `JSON.parse`. If it gives a position, a quotation of the text takes its place. */
function invalidJson(label: string, text: string, reason: string): InvalidInput {
	const problem = reason
		.replace(/ is not valid JSON$/, '')
		.replace(/ at position (\d+)(?: \(.*)?$/, (_, position: string) => {
			const at = Number(position);
			return ` near “${text.slice(Math.max(0, at - 20), at + 20)}”`;
		});
	return new InvalidInput(
		label,
		`is not valid JSON: ${problem.replace(/\s+/g, ' ')}`,
		'Check the quotes, commas and braces there. Texts and property names need double quotes.',
	);
}
