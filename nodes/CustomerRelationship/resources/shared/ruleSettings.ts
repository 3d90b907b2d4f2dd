import type { JsonValue } from 'n8n-workflow';
import type { Field } from '../../fields/field';
import { fieldValue, guardOf, type ItemParameters } from './parameters';

/** An item's settings of the rules before sending, by the names of their fields. */
export type RuleSettings = Readonly<Record<string, JsonValue | undefined>>;

/**
 * Reads an item's settings of the rules before sending.
 * @param atTop fields of rules at the top of the panel
 * @param underOptions fields of rules under Options; if an option is not added, the item has no setting
 * @throws InvalidInput for a rule that was added and left empty, or has a value that can't be used
 */
export function ruleSettingsOf(
	parameters: ItemParameters,
	{ atTop = [], underOptions }: { atTop?: readonly Field[]; underOptions: readonly Field[] },
): RuleSettings {
	return Object.fromEntries([
		...atTop.map((field) => [field.property.name, fieldValue(parameters, field)] as const),
		...underOptions.map((field) => [field.property.name, guardOf(parameters, field)] as const),
	]);
}
