import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { CustomerRelationship } from '../../nodes/CustomerRelationship/CustomerRelationship.node.ts';
import { maxMessages } from '../../nodes/CustomerRelationship/fields/options';
import { sendHours } from '../../nodes/CustomerRelationship/fields/sendHours';
import { findOperation } from '../../nodes/CustomerRelationship/resources';
import type { Operation } from '../../nodes/CustomerRelationship/resources/shared/operation';

/** An operation as the panel shows it. */
export interface ShownOperation {
	resource: string;
	name: string;
	value: string;
	description: string;
	/** The module behind it. */
	operation: Operation;
	/** Its fields, top level. */
	fields: INodeProperties[];
	/** Its collections, without Options. */
	collections: INodeProperties[];
	/** What is in Options. */
	options: INodeProperties[];
}

const { properties } = new CustomerRelationship().description;

const choicesOf = (property: INodeProperties | undefined) =>
	(property?.options ?? []) as INodePropertyOptions[];
/** What may be added to a collection; nothing when there is none. */
export const membersOf = (property: INodeProperties | undefined) =>
	(property?.options ?? []) as INodeProperties[];

/** Whether a field is shown in an ordinary node's panel. An agent's tool shows some fields with another default. */
const isShown = ({ displayOptions }: INodeProperties, resource: string, operation?: string) =>
	!displayOptions?.show?.['@tool'] &&
	(displayOptions?.show?.resource ?? []).includes(resource) &&
	(operation === undefined || (displayOptions?.show?.operation ?? []).includes(operation));

/** The resources of the Resource dropdown. */
export const shownResources = choicesOf(properties.find(({ name }) => name === 'resource')).map(
	({ name, value }) => ({ name, value: String(value) }),
);

/** The operations of a resource, in the order of its Operation dropdown. */
export function shownOperations(resource: string): ShownOperation[] {
	const dropdown = properties.find(
		(property) => property.name === 'operation' && isShown(property, resource),
	);
	return choicesOf(dropdown).map(({ name, value, description = '' }) => {
		const operation = findOperation(resource, value);
		if (!operation) throw new Error(`${resource}.${String(value)} has no module`);
		const shown = properties.filter((property) => isShown(property, resource, String(value)));
		return {
			...{ resource, name, value: String(value), description, operation },
			fields: shown.filter(({ type }) => type !== 'collection' && type !== 'notice'),
			collections: shown.filter(
				({ type, name: own }) => type === 'collection' && own !== 'options',
			),
			options: membersOf(shown.find(({ name: own }) => own === 'options')),
		};
	});
}

/** The operations of all resources, in the order of the panel. */
export const everyOperation = (): ShownOperation[] =>
	shownResources.flatMap(({ value }) => shownOperations(value));

/** Options are the same if they have the same name and text. */
export const isSame = (a: INodeProperties) => (b: INodeProperties) =>
	a.name === b.name && a.description === b.description;

/** Options of the two operations that send messages. */
const GUARDS = { maxMessages, sendHours };

/** Whether so many operations have an option that it is explained on the page of common options. */
export function isCommon(option: INodeProperties): boolean {
	const having = everyOperation().filter(({ options }) => options.some(isSame(option)));
	return having.length >= 3 || option.name in GUARDS;
}
