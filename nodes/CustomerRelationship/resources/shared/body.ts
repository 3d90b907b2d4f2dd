import type { JsonObject } from 'n8n-workflow';
import { readFields, type Field } from '../../fields/field';
import { InvalidInput } from '../../invalidInput';
import { rawEntry, readField, type ItemParameters } from './parameters';

/** What fields at the top of the panel add to a body. @throws InvalidInput for values that can't be sent */
export function topLevel(parameters: ItemParameters, fields: readonly Field[]): JsonObject {
	const names = fields.map(({ property }) => property.name);
	const values = Object.fromEntries(names.map((name) => [name, parameters.read(name)]));
	return readFields(fields, values, (field, value) =>
		readField(parameters, field, value, parameters.raw(field.property.name)),
	);
}

/** What the fields of a collection add to it, later ones winning. @throws InvalidInput for values that can't be sent */
export const collected = (
	parameters: ItemParameters,
	collection: string,
	fields: readonly Field[],
): JsonObject => {
	const raw = parameters.raw(collection);
	return readFields(fields, parameters.collection(collection), (field, value) =>
		readField(parameters, field, value, rawEntry(raw, field.property.name)),
	);
};

/** The body of an update. @throws InvalidInput when there is nothing to send */
export function changesIn(parameters: ItemParameters, fields: readonly Field[]): JsonObject {
	const body = collected(parameters, 'updateFields', fields);
	if (Object.keys(body).length > 0) return body;
	throw new InvalidInput(
		'Update Fields',
		'holds nothing to send',
		'Add a field with a value. Empty values are not sent; to empty a field use Clear Fields.',
	);
}
