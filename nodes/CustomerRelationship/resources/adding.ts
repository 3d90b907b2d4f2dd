import type { JsonValue } from 'n8n-workflow';
import { isObject } from '../fields/field';

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
 * Whether a value is there already, so that to write it would change nothing; of an object its parts count,
 * since only those are written (specification: Rules for PATCH).
 */
export const isThere = (current: unknown, given: JsonValue): boolean =>
	isObject(given)
		? isObject(current) &&
			Object.entries(given).every(([name, part]) => isThere(current[name], part ?? null))
		: JSON.stringify(current) === JSON.stringify(given);

/** The entries of a list; none of anything else. */
export const listed = (value: unknown): JsonValue[] => (Array.isArray(value) ? value : []);
