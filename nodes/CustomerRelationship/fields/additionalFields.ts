import type { INodeProperties } from 'n8n-workflow';
import { alphabetical } from './alphabetical';
import type { Field } from './field';

/** Fields as far as the user sees them. */
type Shown = Pick<Field, 'property'>;

/** Properties as n8n shows them in a collection: in alphabetical order of their labels. */
const inOrder = (fields: Shown[]): INodeProperties[] =>
	alphabetical(
		fields.map(({ property }) => property),
		({ displayName }) => displayName,
	);

/** The optional properties of a create operation. */
export const additionalFields = (fields: Shown[]): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: inOrder(fields),
});

/** The properties that an update can change. */
export const updateFields = (fields: Shown[]): INodeProperties => ({
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: inOrder(fields),
});

/** The query parameters that a list accepts. */
export const filters = (fields: Shown[]): INodeProperties => ({
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: inOrder(fields),
});
