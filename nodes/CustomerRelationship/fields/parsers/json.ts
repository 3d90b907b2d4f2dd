import type { JsonObject, JsonValue } from 'n8n-workflow';
import { InvalidInput } from '../../invalidInput';
import { isBlank, isEmpty } from './empty';
import { isObject } from '../../typeGuards';
import { assertNoMistake } from '../../mistakes/assertNoMistake';

/**
 * A JSON object without what is empty, at any depth: where an empty value would clear something, one
 * that an expression happens to give must not.
 */
export function parseJsonObjectWithoutEmpty(value: unknown, label: string): JsonObject | undefined {
	return withoutEmptyValues(parseJsonObject(value, label));
}

/** A value without what is empty, at any depth; undefined where nothing is left. */
export function withoutEmptyValues<Value extends JsonValue>(
	value: Value | undefined,
): Value | undefined {
	return JSON.parse(JSON.stringify(value ?? null), (_name, entry: JsonValue) => {
		// What is taken out of a list leaves a hole.
		const left = Array.isArray(entry) ? entry.filter(() => true) : entry;
		const isNothing = typeof left === 'object' && Object.keys(left ?? {}).length === 0;
		return isNothing || isBlank(left) ? undefined : left;
	});
}

/** @throws InvalidInput unless the value is an object, or a text that holds one */
export function parseJsonObject(value: unknown, label: string): JsonObject | undefined {
	const parsed = parseJson(value, label);
	if (parsed === undefined || isObject(parsed)) return parsed;
	throw new InvalidInput(
		label,
		'is not a JSON object',
		'Give an object in braces, such as { "name": "value" }.',
	);
}

/**
 * What a text says in JSON; anything else as it is.
 * @throws InvalidInput with the place for a text that is not JSON, and for one that holds what nobody means
 */
export function parseJson(value: unknown, label: string): JsonValue | undefined {
	if (isEmpty(value)) return undefined;
	if (isJson(value) && typeof value !== 'string') return value;
	const text = String(value);
	if (text.trim() === '') return undefined;
	const parsed = parsedOf(text, label);
	// What an expression gives is judged before it comes here; a text may hide it.
	assertNoMistake(parsed, label);
	return parsed;
}

/** What `JSON.stringify` takes; what stands inside an expression's object is left to it. */
const isJson = (value: unknown): value is JsonValue =>
	['string', 'number', 'boolean', 'object'].includes(typeof value);

function parsedOf(text: string, label: string): JsonValue {
	try {
		return JSON.parse(text);
	} catch (error) {
		return refuse(label, text, error instanceof Error ? error.message : '');
	}
}

/** @param said what `JSON.parse` says: it quotes the place, or tells its position; then the place is quoted here */
function refuse(label: string, text: string, said: string): never {
	const fault = said
		.replace(/ is not valid JSON$/, '')
		.replace(/ at position (\d+).*$/, (_, position: string) => {
			const at = Number(position);
			return ` near “${text.slice(Math.max(0, at - 20), at + 20)}”`;
		});
	throw new InvalidInput(
		label,
		`is not valid JSON: ${fault.replace(/\s+/g, ' ')}`,
		'Check quotes, commas and braces there. Texts and property names stand in double quotes.',
	);
}
