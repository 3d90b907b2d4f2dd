/** Compares a body with a record: which values are new, filled in, replaced or the same. */
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { canonicalJson } from '../../canonicalJson';
import { hasNoContent, isBlank } from '../../fields/parsers/empty';
import type { NamedValues } from '../../fields/parsers/entries';
import { isObject } from '../../typeGuards';
import { isPatchedPerEntry } from './patchedPerEntry';

/**
 * The entries that a list lacks, each once.
 * @param keyOf equal for two entries that are the same
 */
export function entriesMissingFrom(
	list: readonly JsonValue[],
	entries: readonly JsonValue[],
	keyOf: (entry: JsonValue) => string,
): JsonValue[] {
	const keys = new Set(list.map(keyOf));
	return entries.filter((entry) => {
		const key = keyOf(entry);
		const isMissing = !keys.has(key);
		keys.add(key);
		return isMissing;
	});
}

/**
 * Whether writing a body would change nothing. Custom fields and parts of an address are compared one by one, since
 * only those that are sent are written (specification: Rules for PATCH).
 */
export const isUnchanged = (record: NamedValues, body: JsonObject): boolean =>
	Object.entries(body).every(([name, value]) => {
		const current = record[name];
		if (isPatchedPerEntry(name) && isObject(current) && isObject(value)) {
			return Object.entries(value).every(([part, entry]) => isEqual(current[part], entry));
		}
		return isEqual(current, value);
	});

/** A value that is replaced, and the one that takes its place. */
export interface ReplacedValue {
	from: JsonValue;
	to: JsonValue;
}

/**
 * Finds what writing a body would replace in a record, by property. Custom fields and parts of an address have names
 * such as `address.city`. A list that only grows replaces nothing, nor does a value for an empty property.
 */
export function findReplacedValues(
	record: NamedValues,
	body: JsonObject,
): Record<string, ReplacedValue> {
	const replacements: Record<string, ReplacedValue> = {};
	const compare = (name: string, from: JsonValue | undefined, to: JsonValue) => {
		if (hasNoContent(from) || isEqual(from, to) || holdsAll(to, from)) return;
		replacements[name] = { from: from as JsonValue, to };
	};
	for (const [name, to] of Object.entries(body)) {
		const from = record[name] as JsonValue | undefined;
		if (isPatchedPerEntry(name) && isObject(from) && isObject(to)) {
			for (const [part, entry] of Object.entries(to)) compare(`${name}.${part}`, from[part], entry);
		} else {
			compare(name, from, to);
		}
	}
	return replacements;
}

/** Whether a list has all of the entries. */
const holdsAll = (list: JsonValue, entries: JsonValue | undefined): boolean => {
	if (!Array.isArray(list) || !Array.isArray(entries)) return false;
	const listed = new Set(list.map(canonicalJson));
	return entries.every((entry) => listed.has(canonicalJson(entry)));
};

/**
 * The part of a body whose fields are empty in the record. Custom fields and parts of an address are compared one by
 * one.
 */
export function bodyForEmptyFields(record: NamedValues, body: JsonObject): JsonObject {
	const fills: JsonObject = {};
	for (const [name, value] of Object.entries(body)) {
		const current = record[name];
		if (isPatchedPerEntry(name) && isObject(current) && isObject(value)) {
			const entries = entriesEmptyIn(current, value);
			if (!hasNoContent(entries)) fills[name] = entries;
		} else {
			Object.assign(fills, entriesEmptyIn(record, { [name]: value }));
		}
	}
	return fills;
}

const entriesEmptyIn = (record: NamedValues, body: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(body).filter(
			([name, value]) => hasNoContent(record[name]) && !hasNoContent(value),
		),
	);

const isEqual = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);

/** The entries of a list. Your Own JSON may give a single value instead: it is the only entry. */
export const toList = (value: JsonValue | undefined): JsonValue[] => {
	if (Array.isArray(value)) return value;
	return isBlank(value) ? [] : [value as JsonValue];
};
