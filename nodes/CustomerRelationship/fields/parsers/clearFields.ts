import type { JsonObject } from 'n8n-workflow';
import { InvalidInput } from '../../invalidInput';
import { quote } from '../../quote';
import { LIST_PROPERTIES, parseList } from './list';

/**
 * The values that clear the chosen properties: `null`, or `[]` for lists.
 * @throws InvalidInput for a property that can't be cleared
 */
export function parseClearFieldsToBody(
	value: unknown,
	label: string,
	clearable: string[],
): JsonObject {
	const cleared: JsonObject = {};
	for (const entry of parseList(value, label) ?? []) {
		const name = String(entry);
		if (!clearable.includes(name)) {
			throw new InvalidInput(
				label,
				`can’t clear ${quote(name)}`,
				`Choose from ${clearable.join(', ')}.`,
			);
		}
		cleared[name] = LIST_PROPERTIES.includes(name) ? [] : null;
	}
	return cleared;
}
