import { isObject } from './typeGuards';

/** The JSON of a value, equal for equal values: the order of an object's properties does not matter. */
export const canonicalJson = (value: unknown): string | undefined =>
	JSON.stringify(value, (_name, part: unknown) =>
		isObject(part)
			? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
			: part,
	);
