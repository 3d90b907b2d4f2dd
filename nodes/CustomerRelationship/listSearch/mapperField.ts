import type { ResourceMapperField } from 'n8n-workflow';

/** An entry of a resource mapper that takes a text. */
export const makeMapperField = (id: string, displayName: string): ResourceMapperField => ({
	id,
	displayName,
	type: 'string',
	// n8n deletes empty rows from the values, and does not run the node if a required one is missing.
	required: false,
	defaultMatch: false,
	canBeUsedToMatch: false,
	display: true,
});
