import { isObject } from '../../typeGuards';

/** The parameters of a node, or the entries of one of its collections, by their names. */
export type Values = Readonly<Record<string, unknown>>;

/** The entries of a group in a fixed collection; none where it was never opened. */
export function entriesIn(value: unknown, group: string): Values[] {
	const entries = isObject(value) ? value[group] : undefined;
	return Array.isArray(entries) ? entries.filter(isObject) : [];
}
