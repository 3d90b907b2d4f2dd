import { isObject } from '../../typeGuards';

/** Parameters, or the fields of an entry, by name. */
export type NamedValues = Readonly<Record<string, unknown>>;

/** The entries of a group in a fixed collection; none if it was never opened. */
export function entriesOfGroup(value: unknown, group: string): NamedValues[] {
	const entries = isObject(value) ? value[group] : undefined;
	return Array.isArray(entries) ? entries.filter(isObject) : [];
}
