import type { INodeProperties } from 'n8n-workflow';

/** Whether to fill in the operation's fields one by one, or with the mapper. */
export const dataModeField: INodeProperties = {
	displayName: 'Fill In',
	name: 'dataMode',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Choose Fields',
			value: 'fields',
			description: 'Give each field its value',
		},
		{
			name: 'Map Columns',
			value: 'columns',
			description: 'Take the rows of a table as they are, or map its columns',
		},
	],
	default: 'fields',
	description: 'Whether to fill in fields one by one, or to take the columns of a table',
};

/** The mapper. All of its columns are texts: n8n converts other types, and a phone would lose its zeros. */
export const columnsField: INodeProperties = {
	displayName: 'Columns',
	name: 'columns',
	type: 'resourceMapper',
	noDataExpression: true,
	default: { mappingMode: 'autoMapInputData', value: null },
	description:
		'Which column goes into which field. Empty cells are not sent. After the run a hint names what fits no field.',
	typeOptions: {
		loadOptionsDependsOn: ['resource', 'operation'],
		resourceMapper: {
			resourceMapperMethod: 'getColumns',
			mode: 'add',
			fieldWords: { singular: 'column', plural: 'columns' },
			addAllFields: true,
			multiKeyMatch: false,
		},
	},
};
