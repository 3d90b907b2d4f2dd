/** Adds what is given to what a record has, and tells whether that changes anything. */
import type { JsonObject, JsonValue } from 'n8n-workflow';
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

const isEqual = (current: unknown, given: unknown): boolean =>
	JSON.stringify(current) === JSON.stringify(given);

/** The entries of a list; what Additional Body gives without one is its only entry. */
export const entriesOfList = (value: JsonValue | undefined): JsonValue[] => {
	if (Array.isArray(value)) return value;
	return isBlank(value) ? [] : [value as JsonValue];
};
