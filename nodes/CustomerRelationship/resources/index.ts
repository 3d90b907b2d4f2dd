import type { INodeProperties } from 'n8n-workflow';
import { channel } from './channel';
import { company } from './company';
import { contact } from './contact';
import { conversation } from './conversation';
import { deal } from './deal';
import { message } from './message';
import { pipeline } from './pipeline';
import type { Operation } from './shared/operation';
import { resourceProperties } from './shared/resourcePanel';

/** Every resource, in the order of the Resource dropdown. */
export const resources = [channel, company, contact, conversation, deal, message, pipeline];

/** The Resource dropdown, then each resource's operations and fields. */
export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: 'contact',
	},
	...resources.flatMap(resourceProperties),
];

/** Finds an operation by the names that a workflow holds; undefined if there is none. */
export const findOperation = (resource: unknown, operation: unknown): Operation | undefined =>
	resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === operation);
