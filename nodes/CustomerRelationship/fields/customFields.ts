import { customFieldsJson } from './customFieldsJson';
import type { Field, WritableField } from './field';
import {
	AUTOMATIC_TYPE,
	CUSTOM_FIELDS_LABEL,
	parseCustomFieldEntries,
	type MaybeTypedCustomFields,
} from './parsers/customFields';

/** Both ways to give custom fields; entries win over the object. */
export const customFieldsFields = (searchListMethod: string): WritableField[] => [
	customFieldsJson,
	customFieldsField(searchListMethod),
];

/**
 * Custom fields by slug, each with the type of its value. On an update a JSON `null` clears the
 * field; fields that are not listed stay (specification: PATCH rules of each resource).
 */
function customFieldsField(searchListMethod: string): Field<MaybeTypedCustomFields | undefined> {
	return {
		property: {
			displayName: CUSTOM_FIELDS_LABEL,
			name: 'customFields',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Custom Field',
			default: {},
			description:
				'Values of custom fields. Fields that are not here stay as they are. To clear a field on an update, choose the type JSON and write null as its value.',
			options: [
				{
					displayName: 'Custom Field',
					name: 'field',
					values: [
						{
							displayName: 'Field ID',
							name: 'slug',
							type: 'resourceLocator',
							default: { mode: 'list', value: '' },
							description:
								'The list shows the fields of recent records. For others choose By ID and give the field ID: the technical name in the service’s settings, such as data_de_nascimento.',
							modes: [
								{
									displayName: 'From List',
									name: 'list',
									type: 'list',
									placeholder: 'Select a field…',
									typeOptions: { searchListMethod, searchable: true },
								},
								{
									displayName: 'By ID',
									name: 'slug',
									type: 'string',
									placeholder: 'e.g. data_de_nascimento',
								},
							],
						},
						{
							displayName: 'Type',
							name: 'type',
							type: 'options',
							options: [
								{
									name: 'Automatic',
									value: AUTOMATIC_TYPE,
									description: 'The type on recent records, otherwise the type of the value',
								},
								{ name: 'Boolean', value: 'boolean' },
								{
									name: 'JSON',
									value: 'json',
									description: 'For lists, objects and null',
								},
								{ name: 'Number', value: 'number' },
								{ name: 'Text', value: 'string' },
							],
							default: AUTOMATIC_TYPE,
							description: 'Type that the field has in the service',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							placeholder: 'e.g. 12 or 1990-05-17',
							description: 'Value of the field. An empty value is not sent.',
						},
					],
				},
			],
		},
		purpose: 'record',
		read: (value, { raw }) => parseCustomFieldEntries(value, raw),
	};
}
