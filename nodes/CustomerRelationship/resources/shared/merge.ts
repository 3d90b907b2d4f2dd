/** Compares given values with those of a record: which are new, filled in, replaced or the same. */
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { canonicalJson } from '../../canonicalJson';
import { isWrittenByEntry } from '../../fields/field';
import { isBlank } from '../../fields/parsers/empty';
import type { Values } from '../../fields/parsers/entries';
import { isObject } from '../../typeGuards';

/**
 * The given entries that a list lacks, each once.
 * @param keyOf equal for two entries that are the same
 */
export function entriesNotIn(
	list: readonly JsonValue[],
	given: readonly JsonValue[],
	keyOf: (entry: JsonValue) => string,
): JsonValue[] {
	const known = new Set(list.map(keyOf));
	return given.filter((entry) => !known.has(keyOf(entry)) && known.add(keyOf(entry)));
}

/**
 * Whether writing a body would change nothing. Custom fields and parts of an address are compared one by one, since
 * only those that are sent are written (specification: Rules for PATCH).
 */
export const isUnchanged = (record: Values, body: JsonObject): boolean =>
	Object.entries(body).every(([name, given]) => {
		const current = record[name];
		if (isWrittenByEntry(name) && isObject(current) && isObject(given)) {
			return Object.entries(given).every(([part, value]) => isEqual(current[part], value));
		}
		return isEqual(current, given);
	});

/** A value that is replaced, and the one that takes its place. */
export interface Replaced {
	from: JsonValue;
	to: JsonValue;
}

/**
 * What writing a body would replace in a record, by property. Custom fields and parts of an address have names such as
 * `address.city`. A list that only grows replaces nothing. A value for an empty property replaces nothing either.
 */
export function replacedBy(record: Values, body: JsonObject): Record<string, Replaced> {
	const replaced: Record<string, Replaced> = {};
	const compare = (name: string, from: JsonValue | undefined, to: JsonValue) => {
		if (isNothing(from) || isEqual(from, to) || holdsAll(to, from)) return;
		replaced[name] = { from: from as JsonValue, to };
	};
	for (const [name, to] of Object.entries(body)) {
		const from = record[name] as JsonValue | undefined;
		if (isWrittenByEntry(name) && isObject(from) && isObject(to)) {
			for (const [part, value] of Object.entries(to)) compare(`${name}.${part}`, from[part], value);
		} else {
			compare(name, from, to);
		}
	}
	return replaced;
}

/** Whether a list has all entries of another one. */
const holdsAll = (list: JsonValue, other: JsonValue | undefined): boolean => {
	if (!Array.isArray(list) || !Array.isArray(other)) return false;
	const entries = new Set(list.map(canonicalJson));
	return other.every((entry) => entries.has(canonicalJson(entry)));
};

/**
 * The part of a body whose fields are empty in the record. Custom fields and parts of an address are compared one by
 * one.
 */
export function bodyForEmptyFields(record: Values, body: JsonObject): JsonObject {
	const fills: JsonObject = {};
	for (const [name, given] of Object.entries(body)) {
		const current = record[name];
		if (isWrittenByEntry(name) && isObject(current) && isObject(given)) {
			const entries = entriesEmptyIn(current, given);
			if (!isNothing(entries)) fills[name] = entries;
		} else {
			Object.assign(fills, entriesEmptyIn(record, { [name]: given }));
		}
	}
	return fills;
}

const entriesEmptyIn = (record: Values, given: JsonObject): JsonObject =>
	Object.fromEntries(
		Object.entries(given).filter(([name, value]) => isNothing(record[name]) && !isNothing(value)),
	);

/** Whether a value is empty, an empty list or an object without properties. 0 and false are not empty. */
const isNothing = (value: unknown): boolean =>
	isBlank(value) || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

const isEqual = (current: unknown, given: unknown): boolean =>
	canonicalJson(current) === canonicalJson(given);

/** The entries of a list. Your Own JSON may give a single value instead: it is the only entry. */
export const entriesOfList = (value: JsonValue | undefined): JsonValue[] => {
	if (Array.isArray(value)) return value;
	return isBlank(value) ? [] : [value as JsonValue];
};
