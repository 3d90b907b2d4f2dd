import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { customerRelationshipApiTest } from './credentialTest';
import { assertCanActivate } from './webhook/activation';
import { receiveDelivery } from './webhook/delivery';
import { webhookResponseMode, triggerPanel, triggerProperties } from './webhook/panel';

/** Starts a workflow on the service's signed webhook deliveries (specification: Events). */
export class CustomerRelationshipTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Customer Relationship Trigger',
		name: 'customerRelationshipTrigger',
		icon: {
			light: 'file:CustomerRelationship.svg',
			dark: 'file:CustomerRelationship.dark.svg',
		},
		group: ['trigger'],
		// Not 1: n8n evaluates an expression for each call of a version 1 node, which takes longer than the call itself.
		version: 1.1,
		subtitle:
			'={{ [$parameter["events"], $parameter["otherEvents"]].flat().filter((kind) => kind).map((kind) => kind === "*" ? "any event" : kind).join(", ") }}',
		// n8n also shows it for the action node.
		description:
			'Work with contacts, companies, deals and conversations, send messages, and start workflows on events',
		eventTriggerDescription: 'Waiting for an event at the test URL',
		defaults: {
			name: 'Customer Relationship Trigger',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'customerRelationshipApi',
				required: true,
				testedBy: 'customerRelationshipApiTest',
			},
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				...webhookResponseMode,
				// Returns no data of the run, and keeps n8n from responding with an error if the last node has no items.
				responseData: 'noData',
			},
		],
		builderHint: {
			searchHint:
				'Starts on the service’s webhooks: contact.created, deal.created, message.sent, message.failed, message.received. The output is { event, id, data }. contact.created has data.contactId and data.phoneNumber: get the contact for the rest. A message has data.conversationId and no contact. For deals that are won, lost or moved use Customer Relationship Changes Trigger.',
		},
		triggerPanel,
		properties: triggerProperties,
	};

	methods = { credentialTest: { customerRelationshipApiTest } };

	/**
	 * The service's webhooks are registered in its account settings, not through the API: there is nothing to create
	 * or delete. `create` only validates. It runs on each activation, and when the editor listens for a test event,
	 * because `checkExists` returns false.
	 */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await assertCanActivate(this);
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveDelivery(this);
	}
}
