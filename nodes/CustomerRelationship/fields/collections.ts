import type { INodeProperties } from 'n8n-workflow';
import type { BaseField } from './field';
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

/** The optional properties of an operation that is no update. */
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
