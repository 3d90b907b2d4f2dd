import type { INodeProperties } from 'n8n-workflow';
import { isExpression } from '../expression';
import { InvalidInput } from '../invalidInput';
import { quote } from '../quote';
import { isObject } from '../typeGuards';
import type { BaseField } from './field';
import type { NamedValues } from './parsers/entries';
import { sortByLabel } from './sortByLabel';

/** The parameter names of the collections. */
export const ADDITIONAL_FIELDS_PARAMETER = 'additionalFields';
export const UPDATE_FIELDS_PARAMETER = 'updateFields';
export const FILTERS_PARAMETER = 'filters';
export const OPTIONS_PARAMETER = 'options';

type CollectionField = Pick<BaseField, 'property'>;

/** A collection as the panel shows it, its fields by label. */
export const collectionOf = (
	displayName: string,
	name: string,
	placeholder: string,
	fields: readonly CollectionField[],
): INodeProperties => ({
	displayName,
	name,
	type: 'collection',
	placeholder,
	default: {},
	options: sortByLabel(
		fields.map(({ property }) => property),
		(property) => property.displayName,
	),
});

/** The optional properties of a create operation. */
export const additionalFieldsCollection = (fields: readonly CollectionField[]) =>
	collectionOf('Additional Fields', ADDITIONAL_FIELDS_PARAMETER, 'Add Field', fields);

/** The properties that an update can change. */
export const updateFieldsCollection = (fields: readonly CollectionField[]) =>
	collectionOf('Update Fields', UPDATE_FIELDS_PARAMETER, 'Add Field', fields);

/** The query parameters that a list accepts. */
export const filtersCollection = (fields: readonly CollectionField[]) =>
	collectionOf('Filters', FILTERS_PARAMETER, 'Add Filter', fields);

/** The options of an operation. */
export const optionsCollection = (fields: readonly CollectionField[]) =>
	collectionOf('Options', OPTIONS_PARAMETER, 'Add Option', fields);

/**
 * The entries of a collection; an empty object if it was never opened.
 * @param raw the collection as the workflow holds it
 * @throws InvalidInput if an expression yields no object, or one with a property that is no field of the
 *   collection: a rule before sending that was meant would silently be off
 */
export function collectionEntries(
	value: unknown,
	raw: unknown,
	{ displayName, options = [] }: Pick<INodeProperties, 'displayName' | 'options'>,
): NamedValues {
	if (!isExpression(raw)) return isObject(value) ? value : {};
	const names = options.map(({ name }) => name);
	if (!isObject(value)) {
		throw new InvalidInput(
			displayName,
			'is an expression that yields no object',
			'Fill in its fields one by one, or have the expression yield an object with their values.',
		);
	}
	const unknownName = Object.keys(value).find((name) => !names.includes(name));
	if (unknownName === undefined) return value;
	throw new InvalidInput(
		displayName,
		`is an expression that yields ${quote(unknownName)}, which is none of its fields`,
		`Fill in its fields one by one, or have the expression yield them by these names: ${names.join(', ')}.`,
	);
}
