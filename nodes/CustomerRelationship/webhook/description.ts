import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';
import {
	ANY_EVENT,
	COLLECT_LABEL,
	MAX_COLLECT_SECONDS,
	type SavedParameters,
} from './triggerParameters';

/** Links to the documentation in a new tab, since the workflow may have unsaved changes. */
const docsLink = (path: string, text: string): string =>
	`<a href="https://github.com/n8n-nodes-customer-relationship/n8n-nodes-customer-relationship/blob/main/docs/${path}" target="_blank">${text}</a>`;

/** One notice per step, since n8n renders no numbered lists. The last one helps when no event arrives. */
const productionNotices: INodeProperties[] = [
	'1. Open “Webhook URLs” above and copy the production URL.',
	'2. In the service’s account settings (technical integrations), register a webhook with that URL and the events that you choose below. The service shows a signing secret, only once.',
	'3. Paste the secret into “Signing Secret” of this trigger’s credential. Has n8n chosen one that another trigger uses? Create a new one: pasted over the secret of another trigger, it stops that one.',
	'4. Publish the workflow.',
	`Does “Executions” stay empty? Look at the webhook’s deliveries in the service. 401 there most often means a wrong secret; n8n shows nothing of it. Paste the secret again. If nobody has it any more, have the service make a new one, or register the webhook anew. See ${docsLink('troubleshooting.md#the-service-shows-401', 'what else to check')}.`,
].map((displayName, index) => ({
	displayName,
	name: `productionNotice${index === 0 ? '' : index + 1}`,
	type: 'notice',
	default: '',
}));

const testNotice: INodeProperties = {
	displayName: `To test in the editor, register the test URL as a second webhook, and paste its secret into “Signing Secret (Test URL)” of the same credential. A second trigger needs a webhook and a credential of its own. No event at hand? Choose “set mock data” in the output panel, paste a ${docsLink('reference/sample-events.md', 'sample event')} in place of what is there, and save: the next nodes then show its fields.`,
	name: 'testNotice',
	type: 'notice',
	default: '',
};

const events: INodeProperties = {
	displayName: 'Events',
	name: 'events',
	type: 'multiOptions',
	options: [
		{
			name: 'Any Event',
			value: ANY_EVENT,
			description:
				'Every event that the service sends to this URL, of any kind, those included that this workflow itself causes',
		},
		{
			name: 'Contact Created',
			value: 'contact.created',
			description: 'A contact was created, in the app or through the API',
		},
		{
			name: 'Deal Created',
			value: 'deal.created',
			description: 'A deal was created, in the app or through the API',
		},
		{
			name: 'Message Failed',
			value: 'message.failed',
			description:
				'A message was not sent. Its error code says why, such as recipient_invalid (the number cannot receive it) or template_rejected. A step that sends again starts this workflow again if that fails, too. For the customer’s name and phone use Conversation > Get with Include Contact.',
		},
		{
			name: 'Message Received',
			value: 'message.received',
			description: 'The customer replied. You can send free text for the next 24 hours.',
		},
		{
			name: 'Message Sent',
			value: 'message.sent',
			description:
				'The channel accepted a message. It may not have arrived yet. Messages that this workflow sends count, too.',
		},
	],
	default: [],
	description:
		'The kinds of event that start this workflow. Choose the same ones where you register the webhook. Events of other kinds are ignored.',
};

const loopNotice: INodeProperties = {
	displayName: `This workflow can start itself. A message that one of its steps sends is an event, too, and starts it again, without end. Template messages cost money. Give the step that sends an Idempotency Key that stays the same, such as one of conversation and day, not of the event’s ID. ${docsLink('reference/trigger.md#a-workflow-that-starts-itself', 'How')}.`,
	name: 'loopNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { events: [ANY_EVENT, 'message.sent'] } },
};

const otherEvents: INodeProperties = {
	displayName: 'Other Events',
	name: 'otherEvents',
	type: 'string',
	default: '',
	placeholder: 'e.g. task.created, task.done',
	description:
		'Other kinds of event that start this workflow, written as in the service’s settings and separated by commas. For deals that are moved, won or lost use the Customer Relationship Changes Trigger: no webhook event is known for them.',
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Answer',
			name: 'answer',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'At Once',
					value: 'atOnce',
					description:
						'The event counts as delivered as soon as n8n has stored its execution. A run that fails later is not repeated. If n8n is killed during the run, n8n marks it as crashed, and it is not repeated either.',
				},
				{
					name: 'When the Workflow Has Finished',
					value: 'whenFinished',
					description:
						'If the run fails, or n8n is killed during it, the service sends the event again, and the whole workflow runs again. Use this for short workflows whose nodes may run twice. At a Wait node the workflow counts as finished.',
				},
			],
			default: 'atOnce',
			description: 'When the service is told that the event arrived',
		},
		{
			displayName: 'Include Headers',
			name: 'includeHeaders',
			type: 'boolean',
			default: true,
			description:
				'Whether to add the request’s headers to the output as <code>headers</code>. Headers for logins, keys, tokens and signatures are left out. Do not trust headers: the service does not sign them. An event that has <code>headers</code> itself keeps its own.',
		},
		{
			displayName: 'Skip Duplicates',
			name: 'skipDuplicates',
			type: 'boolean',
			default: true,
			description:
				'Whether to ignore an event that arrives again. The node knows the newest 1,000 events by their IDs, until n8n is restarted or this package is updated. At the test URL every event runs. It is on even if it is not added, and always for messages that are collected.',
		},
		{
			displayName: 'Tolerance (Seconds)',
			name: 'toleranceSeconds',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 300,
			description:
				'How many seconds the time in an event’s signature may differ from n8n’s clock. Raise it only if events that the service sends again are refused as too old. Empty means 300.',
		},
		{
			displayName: COLLECT_LABEL,
			name: 'collectSeconds',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0, maxValue: MAX_COLLECT_SECONDS },
			default: 8,
			description:
				'How many seconds a customer has to be silent before the workflow starts. The messages that the customer writes until then start it once, as one item: the newest event, and <code>collected</code> with <code>count</code>, <code>text</code> and all <code>events</code>. With Answer: When the Workflow Has Finished, a conversation has one run at a time. With At Once, the next run starts when the event was answered: this trigger can’t see the end of such a run, so two may overlap. The service waits for its answer meanwhile, for up to a minute and the run; how long it waits at most is not specified. 0 means off. At the test URL each event starts at once. A bot also has to fall silent when a person answers: the recipe “Answer customers with an AI agent” shows how.',
		},
	],
};

/** The trigger's parameters in the editor. */
export const triggerProperties: INodeProperties[] = [
	...productionNotices,
	testNotice,
	events,
	loopNotice,
	otherEvents,
	options,
];

const testInstructions =
	'<b>To test</b>, execute this step. The next event that arrives at the test URL shows up here. The test URL is a webhook of its own in the service, and its secret belongs into “Signing Secret (Test URL)” in the credential.';

/** What the editor shows beside the parameters until an event arrives. */
export const triggerPanel: TriggerPanelDefinition = {
	header: '',
	executionsHelp: {
		inactive: `${testInstructions}<br><br><b>To run automatically</b>, register the production URL and publish the workflow. These runs show up in the executions list, not here.`,
		active: `${testInstructions}<br><br><b>The workflow is published</b>. Events that arrive at the production URL run it. These runs show up in the <a data-key="executions">executions list</a>, not here.`,
	},
	activationHint: {
		inactive:
			'When it is ready, <a data-key="activate">publish</a> the workflow. It then listens all the time.',
		active: 'Events that arrive at the production URL run this workflow.',
	},
};

/** The key of n8n's `WEBHOOK_RESOLVERS`, which older versions don't export. */
const WEBHOOK_RESOLVERS = Symbol.for('n8n.webhookDescriptionResolvers');

/** Maps “Answer” to n8n's response mode: as an expression, and as a function of the saved parameters. */
const template = '={{ $parameter.options?.answer === "whenFinished" ? "lastNode" : "onReceived" }}';
const resolve = ({ options }: SavedParameters) =>
	options?.answer === 'whenFinished' ? 'lastNode' : 'onReceived';

/**
 * Spread into the webhook's description: when n8n responds. Versions of n8n that know `WEBHOOK_RESOLVERS` call the
 * function. With `N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE` that starts no expression engine per call: 4 × the events a second.
 */
export const responseModeProperties = {
	responseMode: template,
	[WEBHOOK_RESOLVERS]: { responseMode: { template, resolve } },
};
