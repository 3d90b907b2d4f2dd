import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { sortByLabel } from '../../fields/sortByLabel';
import type { Resource } from './operation';

/** The Operation dropdown and the fields of all operations of a resource. */
export function resourceProperties({ value, operations }: Resource): INodeProperties[] {
	const options: INodePropertyOptions[] = operations.map(
		({ name, value, action, description }) => ({
			name,
			value,
			action,
			description,
		}),
	);
	sortByLabel(options, ({ name }) => name);
	// The default operation reads: a node that is just dropped in writes nothing.
	const defaultOperation =
		['getAll', 'get'].find((name) => operations.some((operation) => operation.value === name)) ??
		'';
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [value] } },
			options,
			default: defaultOperation,
		},
		...operations.flatMap((operation) =>
			operation.properties.map((property) => ({
				...property,
				displayOptions: {
					...property.displayOptions,
					show: {
						resource: [value],
						operation: [operation.value],
						...property.displayOptions?.show,
					},
				},
			})),
		),
	];
}
