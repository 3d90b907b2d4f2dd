import type { INodeProperties } from 'n8n-workflow';
import { sortByLabel } from './sortByLabel';

/** Names of collections. */
export const UPDATE_FIELDS = 'updateFields';
export const OPTIONS = 'options';

/** What a collection shows of a field. */
type Visible = { property: INodeProperties };

/** A collection as the panel shows it, its fields by label. */
export const collectionOf = (
	displayName: string,
	name: string,
	placeholder: string,
	fields: readonly Visible[],
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
export const additionalFields = (fields: readonly Visible[]) =>
	collectionOf('Additional Fields', 'additionalFields', 'Add Field', fields);

/** The properties that an update can change. */
export const updateFields = (fields: readonly Visible[]) =>
	collectionOf('Update Fields', UPDATE_FIELDS, 'Add Field', fields);

/** The query parameters that a list accepts. */
export const filters = (fields: readonly Visible[]) =>
	collectionOf('Filters', 'filters', 'Add Filter', fields);

/** The options of an operation. */
export const options = (fields: readonly Visible[]) =>
	collectionOf('Options', OPTIONS, 'Add Option', fields);
