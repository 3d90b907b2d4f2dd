import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { changesProperties, testEventHints } from './changes/panel';
import { pollChanges } from './changes/poll';
import { customerRelationshipApiTest } from './credentialTest';
import { listSearch } from './listSearch';

/** Starts a workflow on changes of companies, contacts and deals, which it asks the service for. */
export class CustomerRelationshipChangesTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Relationship Changes Trigger',
		name: 'customerRelationshipChangesTrigger',
		icon: {
			light: 'file:CustomerRelationship.svg',
			dark: 'file:CustomerRelationship.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ [$parameter["events"]].flat().join(", ") }}',
		description:
			'Starts the workflow when a deal is won, lost, moved, created or updated, or a contact or company changes',
		defaults: { name: 'Customer Relationship Changes Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'customerRelationshipApi',
				required: true,
				testedBy: 'customerRelationshipApiTest',
			},
		],
		polling: true,
		hints: testEventHints,
		builderHint: {
			searchHint:
				'Polls for deals that are created, won, lost, moved or edited, and for changes of contacts and companies; it needs no webhook. The output is { event, id, data, previous }: data is the whole record, and id suits as a part of an idempotency key. For messages use Customer Relationship Trigger.',
		},
		// A copy: n8n puts Poll Times into this list each time it loads the node.
		properties: [...changesProperties],
	};

	methods = { credentialTest: { customerRelationshipApiTest }, listSearch };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollChanges(this);
	}
}
