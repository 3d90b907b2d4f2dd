import type { JsonObject } from 'n8n-workflow';
import { readFields, type RecordField, type ValuesOf } from '../../fields/field';
import { MissingInput } from '../../invalidInput';
import { isObject } from '../../typeGuards';
import { rawCollectionFieldValue, parseFieldValue, type ItemParameters } from './parameters';

/** The part of a body that fields at the top of the panel give. @throws InvalidInput for values that can't be sent */
export function topLevelBody<AnyField extends RecordField>(
	parameters: ItemParameters,
	fields: readonly AnyField[],
): ValuesOf<AnyField> {
	const names = fields.map(({ property }) => property.name);
	const values = Object.fromEntries(names.map((name) => [name, parameters.read(name)]));
	return readFields(fields, values, (field, value) =>
		parseFieldValue(parameters, field, value, parameters.raw(field.property.name)),
	);
}

/** The part of a body that a collection's fields give; later fields win. @throws InvalidInput for values that can't be sent */
export const collectionBody = <AnyField extends RecordField>(
	parameters: ItemParameters,
	collection: string,
	fields: readonly AnyField[],
): ValuesOf<AnyField> => {
	const raw = parameters.raw(collection);
	return readFields(fields, parameters.collection(collection), (field, value) =>
		parseFieldValue(parameters, field, value, rawCollectionFieldValue(raw, field.property.name)),
	);
};

/** An update has nothing to send. */
export class NothingToSend extends MissingInput {}

/** @throws NothingToSend if an update's body has no values. An empty object in it changes nothing. */
export function assertChanges(body: JsonObject): void {
	const isEmptyObject = (value: unknown) => isObject(value) && Object.keys(value).length === 0;
	if (!Object.values(body).every(isEmptyObject)) return;
	throw new NothingToSend(
		'Update Fields',
		'holds nothing to send',
		'Add a field with a value. Empty values are not sent; to empty a field use Clear Fields.',
	);
}
