import type { JsonValue } from 'n8n-workflow';
import type { Field } from '../../fields/field';
import { guardOf, valueOf, type ItemParameters } from './parameters';

/** What an item sets the rules before sending to, by the names of their fields. */
export type RuleSettings = Readonly<Record<string, JsonValue | undefined>>;

/**
 * @param atTop fields of rules at the top of the panel
 * @param underOptions fields of rules under Options; without the option the item has no setting
 * @throws InvalidInput for a rule that is present but empty, or has a value that it can't have
 */
export function ruleSettingsOf(
	parameters: ItemParameters,
	{ atTop = [], underOptions }: { atTop?: readonly Field[]; underOptions: readonly Field[] },
): RuleSettings {
	return Object.fromEntries([
		...atTop.map((field) => [field.property.name, valueOf(parameters, field)] as const),
		...underOptions.map((field) => [field.property.name, guardOf(parameters, field)] as const),
	]);
}
