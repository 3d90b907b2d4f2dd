import type { INodeProperties } from 'n8n-workflow';
import type { Field } from './field';

/** Properties as n8n shows them in a collection: in alphabetical order of their labels. */
const inOrder = (fields: Field[]): INodeProperties[] =>
	fields
		.map(({ property }) => property)
		.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));

/** The optional properties of a create operation. */
export const additionalFields = (fields: Field[]): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: inOrder(fields),
});

/** The properties that an update can change. */
export const updateFields = (fields: Field[]): INodeProperties => ({
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: inOrder(fields),
});

/** The query parameters that a list accepts. */
export const filters = (fields: Field[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: inOrder(fields),
});
