import type { JsonObject, JsonValue } from 'n8n-workflow';
import { InvalidInput } from '../invalidInput';
import { isEmpty, isObject, type Field, type Shown } from './field';

/** A JSON object: typed in, or given by an expression. */
function jsonObjectField(property: Shown): Field<JsonObject | undefined> {
	return {
		property: { ...property, type: 'json', default: '{}' },
		merged: true,
		read: (value) => jsonObjectOf(value, property.displayName),
	};
}

/** Properties that the specification does not show, merged into the body last. */
export const additionalBodyField = jsonObjectField({
	displayName: 'Additional Body',
	name: 'additionalBody',
	description:
		'JSON object with further properties for the request’s body, for what the service knows and this node does not. It is merged last: a property given here replaces the one of the same name.',
});

/** Query parameters that the specification does not show. */
export const additionalQueryField = jsonObjectField({
	displayName: 'Additional Query',
	name: 'additionalQuery',
	description:
		'JSON object with further query parameters, for what the service knows and this node does not. It wins over the filters.',
});

/**
 * A JSON object without its empty properties: where an empty value would clear something, one
 * that an expression happens to give must not.
 */
export function filledObjectOf(value: unknown, label: string): JsonObject | undefined {
	const filled = Object.entries(jsonObjectOf(value, label) ?? {}).filter(
		([, entry]) => !isEmpty(entry),
	);
	return filled.length > 0 ? Object.fromEntries(filled) : undefined;
}

/** @throws InvalidInput unless the value is an object, or a text that holds one */
export function jsonObjectOf(value: unknown, label: string): JsonObject | undefined {
	const parsed = jsonOf(value, label);
	if (parsed === undefined || isObject(parsed)) return parsed;
	throw new InvalidInput(
		label,
		'is not a JSON object',
		'Give an object in braces, such as { "name": "value" }.',
	);
}

/**
 * What a text says in JSON; anything else as it is.
 * @throws InvalidInput with the position for a text that is not JSON, and for one that JSON would make null of
 */
export function jsonOf(value: unknown, label: string): JsonValue | undefined {
	if (isEmpty(value)) return undefined;
	if (isJson(value) && typeof value !== 'string') {
		requireWritable(value, label);
		return value;
	}
	const text = String(value);
	if (text.trim() === '') return undefined;
	try {
		return JSON.parse(text);
	} catch (error) {
		return refuse(label, text, error);
	}
}

/** What `JSON.stringify` takes; what stands inside an expression's object is left to it. */
const isJson = (value: unknown): value is JsonValue =>
	['string', 'number', 'boolean', 'object'].includes(typeof value);

/** @throws InvalidInput for what JSON would make null of, which clears a field */
function requireWritable(value: JsonValue, label: string): void {
	let lost: string | undefined;
	JSON.stringify(value, function (this: JsonObject, name: string, entry: unknown) {
		const isNoNumber = typeof entry === 'number' && !Number.isFinite(entry);
		const isNoDate = entry === null && this[name] !== null;
		if (isNoNumber || isNoDate) lost ??= name;
		return entry;
	});
	if (lost === undefined) return;
	throw new InvalidInput(
		label,
		`holds a number or date without a value${lost && ` (“${lost}”)`}`,
		'Check the expression: a text that is no number or date, or none at all, may have been turned into one.',
	);
}

function refuse(label: string, text: string, error: unknown): never {
	const before = text.slice(0, positionOf(text, error)).split('\n');
	throw new InvalidInput(
		label,
		`is not valid JSON at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`,
		'Check quotes, commas and braces there. Texts and property names stand in double quotes.',
	);
}

/** Where the text stops being JSON; V8's messages don't always tell. */
function positionOf(text: string, error: unknown): number {
	const reason = messageOf(error);
	const named = /at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(reason)?.[1];
	if (named !== undefined) return Number(named);
	if (!isAboutToken(reason)) return text.length;
	// The token is the last character of the shortest start of the text that fails because of it.
	let [good, bad] = [0, text.length];
	while (bad - good > 1) {
		const middle = Math.floor((good + bad) / 2);
		if (isAboutToken(failureOf(text.slice(0, middle)))) bad = middle;
		else good = middle;
	}
	return bad - 1;
}

const isAboutToken = (reason: string) => reason.startsWith('Unexpected token');

function failureOf(text: string): string {
	try {
		JSON.parse(text);
		return '';
	} catch (error) {
		return messageOf(error);
	}
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '');
