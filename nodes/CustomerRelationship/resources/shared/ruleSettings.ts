import type { JsonValue } from 'n8n-workflow';
import type { Field } from '../../fields/field';
import { daysBetween, WHO_GETS_IT_PARAMETER } from '../../fields/whoGetsIt';
import { collectionFieldIfAdded, fieldValue, type ItemParameters } from './parameters';

/** An item's settings of the rules before sending, by the names of their fields. */
export type RuleSettings = Readonly<Record<string, JsonValue | undefined>>;

/** The fields of rules that an operation has, by their place in the panel. */
interface RuleFields {
	atTop?: readonly Field[];
	underOptions: readonly Field[];
	aboutReceiver?: readonly Field[];
}

/**
 * Reads an item's settings of the rules before sending.
 * @param atTop fields of rules at the top of the panel
 * @param underOptions fields of rules under Options; if one is not added, the item has no setting
 * @param aboutReceiver fields of rules under Who Gets It; if one is not added, the item has no setting either
 * @throws InvalidInput for a rule that was added and left empty, or has a value that can't be used
 */
export function ruleSettingsOf(
	parameters: ItemParameters,
	{ atTop = [], underOptions, aboutReceiver = [] }: RuleFields,
): RuleSettings {
	const entriesOf = (fields: readonly Field[], read: (field: Field) => JsonValue | undefined) =>
		fields.map((field) => [field.property.name, read(field)] as const);
	return Object.fromEntries([
		...entriesOf(atTop, (field) => fieldValue(parameters, field)),
		...entriesOf(underOptions, (field) => collectionFieldIfAdded(parameters, field)),
		...entriesOf(aboutReceiver, (field) =>
			collectionFieldIfAdded(parameters, field, WHO_GETS_IT_PARAMETER),
		),
	]);
}

/**
 * Whether a rule writes into the contact before the message leaves. If so, the item holds the lock of its
 * phone across the executions of this process: no other message to that phone reads or writes the day
 * meanwhile.
 */
export const hasRuleThatWritesReceiver = (settings: RuleSettings): boolean =>
	settings[daysBetween.property.name] !== undefined;
