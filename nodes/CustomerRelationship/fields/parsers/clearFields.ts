import type { JsonObject } from 'n8n-workflow';
import { InvalidInput } from '../../invalidInput';
import { parseList } from './list';

/** Properties whose value is a list; they are cleared to an empty one. */
export const LIST_PROPERTIES = ['tags', 'emails', 'phones'];

/**
 * `null` for each property to be cleared, `[]` for lists.
 * @throws InvalidInput for properties that the resource does not let clear
 */
export function parseClearFields(value: unknown, label: string, clearable: string[]): JsonObject {
	const cleared: JsonObject = {};
	for (const entry of parseList(value, label) ?? []) {
		const name = String(entry);
		if (!clearable.includes(name)) {
			throw new InvalidInput(
				label,
				`can’t clear “${name}”`,
				`Choose from ${clearable.join(', ')}.`,
			);
		}
		cleared[name] = LIST_PROPERTIES.includes(name) ? [] : null;
	}
	return cleared;
}
