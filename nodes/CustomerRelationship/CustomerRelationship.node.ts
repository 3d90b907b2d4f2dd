import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { customerRelationshipApiTest } from './credentialTest';
import { executeItems } from './execution/items';
import { listSearch } from './listSearch';
import { getColumns } from './listSearch/getColumns';
import { properties } from './resources';

/** The action node: every operation of the service's API. */
export class CustomerRelationship implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Relationship',
		name: 'customerRelationship',
		icon: { light: 'file:CustomerRelationship.svg', dark: 'file:CustomerRelationship.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Work with contacts, companies, deals and conversations, and send messages',
		defaults: { name: 'Customer Relationship' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'customerRelationshipApi',
				required: true,
				testedBy: 'customerRelationshipApiTest',
			},
		],
		properties,
	};

	methods = { credentialTest: { customerRelationshipApiTest }, listSearch, resourceMapping: { getColumns } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await executeItems(this)];
	}
}
