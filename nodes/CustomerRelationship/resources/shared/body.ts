/** Makes the body of a request from fields of the panel. */
import type { JsonObject } from 'n8n-workflow';
import type { FieldValue, WritableField } from '../../fields/field';
import { InvalidInput, MissingInput } from '../../invalidInput';
import { isObject } from '../../typeGuards';
import { collectionFieldIfAdded, fieldValue, type ItemParameters } from './parameters';
import { joinValuesOfProperty, joinObjectsPatchedPerEntry } from './patchedPerEntry';

/** The values of fields, by the property that they are sent as. */
type ValuesOf<AnyField extends WritableField> = Record<
	string,
	Exclude<ReturnType<AnyField['read']>, undefined>
>;

/** The part of a body from fields at the top of the panel. @throws InvalidInput for a value that can't be sent */
export function topLevelBody<AnyField extends WritableField>(
	parameters: ItemParameters,
	fields: readonly AnyField[],
): ValuesOf<AnyField> {
	// An expression that fails is reported before a value that can't be sent.
	for (const { property } of fields) parameters.read(property.name);
	return bodyOfFields(fields, (field) => fieldValue(parameters, field));
}

/** The part of a body from the fields of a collection. @throws InvalidInput for a value that can't be sent */
export const collectionBody = <AnyField extends WritableField>(
	parameters: ItemParameters,
	collection: string,
	fields: readonly AnyField[],
): ValuesOf<AnyField> =>
	bodyOfFields(fields, (field) => collectionFieldIfAdded(parameters, field, collection));

/**
 * Makes a body of the values of fields, in the order of the fields. Objects that two fields give for one property are
 * joined; the later field's entries win.
 * @param valueOf reads a field; undefined if it gives nothing to send
 * @throws InvalidInput for two values of one property that are no objects
 */
export function bodyOfFields<AnyField extends WritableField>(
	fields: readonly AnyField[],
	valueOf: (field: AnyField) => FieldValue | undefined,
): ValuesOf<AnyField> {
	let body: Record<string, FieldValue> = {};
	const fieldOf = new Map<string, AnyField>();
	for (const field of fields) {
		const { property, sentAs = property.name, spread } = field;
		const value = valueOf(field);
		if (value === undefined) continue;
		if (spread && isObject(value)) {
			body = { ...body, ...value, ...joinObjectsPatchedPerEntry(body, value) };
			continue;
		}
		const [earlierField, earlierValue] = [fieldOf.get(sentAs), body[sentAs]];
		if (earlierField === undefined) body[sentAs] = value;
		else if (isObject(earlierValue) && isObject(value))
			body[sentAs] = joinValuesOfProperty(sentAs, earlierValue, value);
		else throw bothGiven(earlierField, field);
		fieldOf.set(sentAs, field);
	}
	return body as ValuesOf<AnyField>;
}

const bothGiven = (field: WritableField, other: WritableField): InvalidInput =>
	new InvalidInput(
		field.property.displayName,
		`and “${other.property.displayName}” are both given`,
		'They say the same thing: leave one of them out.',
	);

/** An update has nothing to send. */
export class NothingToSend extends MissingInput {}

/** @throws NothingToSend if an update's body has no values. An empty object in it changes nothing. */
export function assertHasValues(body: JsonObject): void {
	const isEmptyObject = (value: unknown) => isObject(value) && Object.keys(value).length === 0;
	if (!Object.values(body).every(isEmptyObject)) return;
	throw new NothingToSend(
		'Update Fields',
		'holds nothing to send',
		'Add a field with a value. Empty values are not sent; to empty a field use Clear Fields.',
	);
}
