import type { IDataObject } from 'n8n-workflow';
import { readAll, type Field } from '../fields/field';
import { InvalidInput } from '../fields/invalidInput';
import { additionalBodyField } from '../fields/json';

/**
 * What a collection of fields adds to a body. What is to be cleared wins over a value given for
 * the same property; `additionalBody` is merged last.
 * @param clearing the field that names what to clear; an update's only
 */
export function bodyOf(
	fields: Field[],
	values: IDataObject,
	timezone: string,
	clearing?: Field,
): IDataObject {
	const objectIn = (field?: Field) =>
		field?.read(values[field.property.name], timezone) as IDataObject | undefined;
	return {
		...readAll(fields, values, timezone),
		...objectIn(clearing),
		...objectIn(additionalBodyField),
	};
}

/** The body of an update. @throws InvalidInput when there is nothing to send */
export function changesOf(body: IDataObject): IDataObject {
	if (Object.keys(body).length === 0) {
		throw new InvalidInput(
			'Update Fields',
			'holds nothing to send',
			'Add a field with a value. Empty values are not sent; to empty a field use Clear Fields.',
		);
	}
	return body;
}
