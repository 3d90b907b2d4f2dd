/** Compares what is given with what a record has: what is added, filled in, replaced or the same. */
import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isWrittenByEntry } from '../../fields/field';
import { isBlank } from '../../fields/parsers/empty';
import type { Values } from '../../fields/parsers/entries';
import { isObject } from '../../typeGuards';

/**
 * A list with the given entries appended, each entry once. The list's own entries stay as they are.
 * @param keyOf equal for two entries that are the same
 */
export function withAdded(
	current: readonly JsonValue[],
	given: readonly JsonValue[],
	keyOf: (entry: JsonValue) => string,
): JsonValue[] {
	const known = new Set(current.map(keyOf));
	const isNew = (entry: JsonValue) => !known.has(keyOf(entry)) && known.add(keyOf(entry));
	return [...current, ...given.filter(isNew)];
}

/**
 * Whether writing a body would change nothing. Of an object in it, as address and custom fields are, the parts are
 * compared one by one, since only those that are sent are written (specification: Rules for PATCH).
 */
export const isUnchanged = (record: Values, body: JsonObject): boolean =>
	Object.entries(body).every(([name, given]) => {
		const current = record[name];
		if (!isObject(given)) return isEqual(current, given);
		return (
			isObject(current) && Object.entries(given).every((part) => isEqual(current[part[0]], part[1]))
		);
	});

/** A value that is replaced, and the one that takes its place. */
export interface Replaced {
	from: JsonValue;
	to: JsonValue;
}

/**
 * What writing a body would replace in a record, by property; of custom fields and an address by `customFields.` and the
 * field's name. A list that only grows replaces nothing, nor does a value where there was none.
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
	const entries = new Set(list.map((entry) => JSON.stringify(entry)));
	return other.every((entry) => entries.has(JSON.stringify(entry)));
};

/** What of a body fills in something that is empty in a record; custom fields and parts of an address one by one. */
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

/** Whether a value is empty, an empty list or an object without properties. 0 and false are something. */
const isNothing = (value: unknown): boolean =>
	isBlank(value) || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);

const isEqual = (current: unknown, given: unknown): boolean =>
	JSON.stringify(current) === JSON.stringify(given);

/** The entries of a list; what Additional Body gives without one is its only entry. */
export const entriesOfList = (value: JsonValue | undefined): JsonValue[] => {
	if (Array.isArray(value)) return value;
	return isBlank(value) ? [] : [value as JsonValue];
};
