import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { customerRelationshipApiTest } from './credentialTest';
import { executeItems } from './execution/executeItems';
import { listSearch, resourceMapping } from './listSearch';
import { properties } from './resources';

/** The action node: every operation of the service's API. */
export class CustomerRelationship implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Relationship',
		name: 'customerRelationship',
		icon: { light: 'file:CustomerRelationship.svg', dark: 'file:CustomerRelationship.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ ({ getAll: "get many", getStages: "get stages", start: "send template", upsert: "create or update" }[$parameter["operation"]] ?? $parameter["operation"]) + ": " + $parameter["resource"] }}',
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
		builderHint: {
			searchHint:
				'Template messages: resource conversation, operation start; each costs money and reaches a real person. Free text, within 24 hours of the customer’s last message: message, send. If an event starts the workflow, make options.idempotencyKey of every send from its ID. Triggers: Customer Relationship Trigger for messages and new contacts, Customer Relationship Changes Trigger for deals that are won, lost or moved.',
		},
		properties,
	};

	methods = {
		credentialTest: { customerRelationshipApiTest },
		listSearch,
		resourceMapping,
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await executeItems(this)];
	}
}
