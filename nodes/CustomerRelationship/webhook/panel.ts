import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';
import { docsLinkHtml } from '../docsLink';
import {
	ANY_EVENT,
	COLLECT_LABEL,
	MAX_COLLECT_SECONDS,
	TOLERANCE_LABEL,
	type SavedParameters,
} from './parameters';

/** n8n's notices render `a`, `ul` and `li` alone. A `ul` of its own puts a step on a line; a `li` would add a bullet to its number. */
const setupNotice: INodeProperties = {
	displayName: `To receive events (${docsLinkHtml('reference/trigger.md#set-up', 'how to test, and if none arrives')}):${[
		'1. Copy the production URL: “Webhook URLs” above.',
		'2. Register it in the service, for these events.',
		'3. Put its secret into an empty “Signing Secret” field.',
		'4. Publish the workflow.',
	]
		.map((step) => `<ul>${step}</ul>`)
		.join('')}`,
	name: 'setupNotice',
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
				'A message was not sent. Its error code says why, such as recipient_invalid or template_rejected. A step that sends again starts this workflow again if that fails, too.',
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
	displayName: `This workflow can start itself: a message that one of its steps sends starts it again, without end, and costs money. ${docsLinkHtml('reference/trigger.md#a-workflow-that-starts-itself', 'What keeps it from that')}.`,
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
		'Other kinds of event, as in the service’s settings, separated by commas. None is known for deals that are moved, won or lost: use the Changes Trigger for them.',
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
					description: 'As soon as n8n has stored the run. A run that fails is not repeated.',
				},
				{
					name: 'When the Workflow Has Finished',
					value: 'whenFinished',
					description: 'A run that fails is repeated as a whole. For short workflows.',
				},
			],
			default: 'atOnce',
			description: 'When the service, not the customer, is told that the event arrived',
		},
		{
			displayName: 'Include Headers',
			name: 'includeHeaders',
			type: 'boolean',
			default: true,
			description:
				'Whether to add the request’s headers to the output as <code>headers</code>, without logins, keys, tokens and signatures. Do not trust them: the service does not sign them.',
		},
		{
			displayName: 'Skip Duplicates',
			name: 'skipDuplicates',
			type: 'boolean',
			default: true,
			description:
				'Whether to ignore an event that arrives again. The node knows the newest 1,000, until n8n is restarted or this package is updated. It is on even if it is not added.',
		},
		{
			displayName: TOLERANCE_LABEL,
			name: 'toleranceSeconds',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 300,
			description:
				'How many seconds the time in an event’s signature may differ from n8n’s clock. Raise it only if resent events are rejected as too old. Empty means 300.',
		},
		{
			displayName: COLLECT_LABEL,
			name: 'collectSeconds',
			type: 'number',
			noDataExpression: true,
			typeOptions: { minValue: 0, maxValue: MAX_COLLECT_SECONDS },
			default: 8,
			description:
				'How many seconds a customer has to be silent before the messages start the workflow, once for all: <code>collected</code> holds them. 0 means off; the test URL never waits.',
		},
	],
};

/** The trigger's parameters in the editor. */
export const triggerProperties: INodeProperties[] = [
	events,
	setupNotice,
	loopNotice,
	otherEvents,
	options,
];

const testInstructions =
	'<b>To test</b>, execute this step. The next event that arrives at the test URL shows up here. The test URL is a webhook of its own in the service, and its secret belongs in “Signing Secret (Test URL)” in the credential.';

/** What the editor shows next to the parameters until an event arrives. */
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
const responseModeExpression =
	'={{ $parameter.options?.answer === "whenFinished" ? "lastNode" : "onReceived" }}';
const responseModeOf = ({ options }: SavedParameters) =>
	options?.answer === 'whenFinished' ? 'lastNode' : 'onReceived';

/**
 * Spread into the webhook's description: when n8n responds. Versions of n8n that know `WEBHOOK_RESOLVERS` call the
 * function. With `N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE` that starts no expression engine per call, so
 * a trigger takes four times as many events a second.
 */
export const webhookResponseMode = {
	responseMode: responseModeExpression,
	[WEBHOOK_RESOLVERS]: {
		responseMode: { template: responseModeExpression, resolve: responseModeOf },
	},
};
