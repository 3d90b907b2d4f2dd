import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isBlank, type Values } from '../fields/field';
import { isObject } from '../typeGuards';

/**
 * A list with what is given put behind it, each entry once. Its own entries stay as they are.
 * @param same equal for two entries that are the same
 */
export function withAdded(
	current: readonly JsonValue[],
	given: readonly JsonValue[],
	same: (entry: JsonValue) => string,
): JsonValue[] {
	const known = new Set(current.map(same));
	const isNew = (entry: JsonValue) => !known.has(same(entry)) && known.add(same(entry));
	return [...current, ...given.filter(isNew)];
}

/**
 * Whether what a body gives is there already, so that to write it would change nothing. Of an object in it, as
 * address and custom fields are, the parts count, since only those are written (specification: Rules for PATCH); a
 * part is written whole.
 */
export const isThere = (record: Values, body: JsonObject): boolean =>
	Object.entries(body).every(([name, given]) => {
		const current = record[name];
		if (!isObject(given)) return isSame(current, given);
		return (
			isObject(current) && Object.entries(given).every((part) => isSame(current[part[0]], part[1]))
		);
	});

const isSame = (current: unknown, given: unknown): boolean =>
	JSON.stringify(current) === JSON.stringify(given);

/** The entries of a list; what Additional Body gives without one is its only entry. */
export const listed = (value: JsonValue | undefined): JsonValue[] => {
	if (Array.isArray(value)) return value;
	return isBlank(value) ? [] : [value as JsonValue];
};
