import {
	NodeConnectionTypes,
	NodeOperationError,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { customerRelationshipApiTest } from './credentialTest';
import { answering, isAnswerKnown } from './webhook/answering';
import { receive } from './webhook/delivery';
import { triggerPanel } from './webhook/panel';
import { triggerParameters } from './webhook/parameters';
import { selectedKinds } from './webhook/selection';
import { SECRET_LABELS, signingSecretsOf } from './webhook/signingSecrets';

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
		// For each call of a node of version 1 n8n evaluates an expression first, which takes longer than the call.
		version: 1.1,
		subtitle:
			'={{ [...$parameter["events"], $parameter["otherEvents"]].filter((kind) => kind).map((kind) => kind === "*" ? "any event" : kind).join(", ") }}',
		// n8n shows it for the action node, too.
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
				...answering,
				// Nothing of the run goes back to the service; nor does a last node without items make n8n answer an error.
				responseData: 'noData',
			},
		],
		triggerPanel,
		properties: triggerParameters,
	};

	methods = { credentialTest: { customerRelationshipApiTest } };

	/**
	 * The service's webhooks are registered in its account settings, not through the API, so
	 * there is nothing to create or delete. `create` refuses what could not work; it runs on
	 * each activation and when the editor listens for a test event, since `checkExists` never finds anything.
	 */
	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				const credential = await this.getCredentials('customerRelationshipApi');
				const isTest = this.getActivationMode() === 'manual';
				const field = isTest ? 'testSigningSecret' : 'signingSecret';
				if (signingSecretsOf(credential, field).length === 0) {
					const url = isTest ? 'test URL' : 'production URL';
					throw new NodeOperationError(
						this.getNode(),
						`No signing secret for the ${url}: open the credential and fill in “${SECRET_LABELS[field]}”`,
						{
							description: `The service shows it once, when you register the ${url} in its account settings (technical integrations). Without it no event can be verified. Test and production URL are two registrations, with a secret each; another trigger takes a credential of its own.`,
						},
					);
				}
				const kinds = selectedKinds(
					this.getNodeParameter('events', []),
					this.getNodeParameter('otherEvents', ''),
				);
				if (kinds.size === 0) {
					throw new NodeOperationError(
						this.getNode(),
						'No event selected: choose at least one in “Events” or type one into “Other Events”',
					);
				}
				if (!isAnswerKnown(this.getNode())) {
					throw new NodeOperationError(
						this.getNode(),
						'“Answer” can’t be an expression: choose from its list',
					);
				}
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
