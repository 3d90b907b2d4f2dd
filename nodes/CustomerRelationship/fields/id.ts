import type { INodeProperties } from 'n8n-workflow';
import { parsedField, type Field, type FieldSettings } from './field';
import { parseRecordId } from './parsers/id';
import { MAX_ID_LENGTH } from './parsers/length';

/** What a locator shows, and what fills its list. */
export interface LocatorSettings {
	displayName: string;
	name: string;
	/** The method in `methods.listSearch` that fills the list. */
	searchListMethod: string;
	description: string;
	required?: boolean;
	hint?: string;
}

/** A record picked from a searchable list or named by its ID. */
export function locatorField(settings: LocatorSettings): Field<string | undefined> {
	const { displayName, searchListMethod, ...rest } = settings;
	const noun = displayName.toLowerCase();
	const property: INodeProperties = {
		...rest,
		displayName,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${noun}…`,
				typeOptions: { searchListMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 8f14e45f',
			},
		],
	};
	return {
		property,
		purpose: 'record',
		maxLength: MAX_ID_LENGTH,
		read: (value) => parseRecordId(value, displayName),
	};
}

/** An ID that n8n has no list for. */
export const idField = (property: FieldSettings) =>
	parsedField({ ...property, purpose: 'record', maxLength: MAX_ID_LENGTH }, parseRecordId);

/** The user who is responsible for a record; the API has no list of users. */
export const ownerIdField = (description: string): Field<string | undefined> =>
	idField({
		displayName: 'Owner ID',
		name: 'ownerId',
		placeholder: 'e.g. 8f14e45f',
		description,
	});
