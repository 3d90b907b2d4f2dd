/** Objects that a PATCH writes entry by entry (specification: PATCH /contacts, 3; Companies, 3). */
import type { JsonObject } from 'n8n-workflow';
import type { FieldValue } from '../../fields/field';
import {
	UntypedCustomFields,
	type MaybeTypedCustomFields,
} from '../../fields/parsers/customFields';
import { isObject } from '../../typeGuards';

/** How two objects for one property are joined. */
const PATCHED_PER_ENTRY: Record<string, typeof UntypedCustomFields.join> = {
	address: (address, winning) => ({ ...address, ...winning }),
	customFields: UntypedCustomFields.join,
};

/** Whether the service writes each entry of this property by itself. */
export const isPatchedPerEntry = (name: string): boolean => Object.hasOwn(PATCHED_PER_ENTRY, name);

/** Joins two objects for one property. The entries of the later one win. */
export const joinValuesOfProperty = (
	name: string,
	object: MaybeTypedCustomFields,
	winning: MaybeTypedCustomFields,
): MaybeTypedCustomFields =>
	PATCHED_PER_ENTRY[name]?.(object, winning) ?? { ...object, ...winning };

/** Joins the objects that both bodies have, and that the service writes entry by entry. */
export function joinObjectsPatchedPerEntry(
	body: Readonly<Record<string, FieldValue>>,
	winning: JsonObject,
): Record<string, FieldValue> {
	const joined: Record<string, FieldValue> = {};
	for (const name of Object.keys(PATCHED_PER_ENTRY)) {
		const [object, winningObject] = [body[name], winning[name]];
		if (isObject(object) && isObject(winningObject))
			joined[name] = joinValuesOfProperty(name, object, winningObject);
	}
	return joined;
}
