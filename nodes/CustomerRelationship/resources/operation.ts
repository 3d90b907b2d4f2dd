import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { alphabetical } from '../fields/alphabetical';
import type { Field } from '../fields/field';
import { requiredId } from '../fields/locator';
import type { OperationKind } from '../fields/options';
import type { ApiRequest } from '../transport/request';

/** The parameters of one item, their expressions resolved. */
export interface ItemParameters {
	/** A parameter's value; null when the node has none of that name. */
	read(name: string): unknown;
	/** A collection's entries; an object without any when it was never opened. */
	collection(name: string): IDataObject;
	/** A parameter as the workflow holds it, with its expressions. */
	raw(name: string): unknown;
	/** The workflow's, as an IANA name. */
	timezone: string;
}

/** One operation: what the user fills in, and the request that it makes of it. */
export interface Operation {
	/** Name in the Operation dropdown. */
	name: string;
	/** Value that saved workflows hold. */
	value: string;
	/** What it does, as the action list names it. */
	action: string;
	/** One sentence for the dropdown, and for a model that uses the node as a tool. */
	description: string;
	kind: OperationKind;
	/** For lists: the API takes a page size. Lists without are cut by the node. */
	sized?: boolean;
	properties: INodeProperties[];
	/**
	 * The request for one item. Pure: sends nothing, knows no header.
	 * @throws InvalidInput when a value can't be sent
	 */
	request(parameters: ItemParameters): ApiRequest;
	/** The output record, where it is more than the answer's body. */
	record?(body: IDataObject, parameters: ItemParameters): IDataObject;
	/** What is still to be asked after the answer, where the user wants to see how it ends. */
	followUp?(parameters: ItemParameters, record: IDataObject): FollowUp | undefined;
}

/** The ID that a locator field names. @throws InvalidInput when it names none */
export const chosenId = (parameters: ItemParameters, { property }: Field): string =>
	requiredId(parameters.read(property.name), property.displayName);

/** Asking again until something has happened. */
export interface FollowUp {
	request: ApiRequest;
	/** Most ms to go on asking. */
	withinMs: number;
	settled(latest: IDataObject): boolean;
	/** The output record with what was learned. */
	merge(record: IDataObject, latest: IDataObject): IDataObject;
}

/** A resource with its operations; each operation's fields show only when it is chosen. */
export interface Resource {
	name: string;
	value: string;
	operations: Operation[];
}

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
	alphabetical(options, ({ name }) => name);
	const first = options[0]?.value ?? '';
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [value] } },
			options,
			default: first,
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
