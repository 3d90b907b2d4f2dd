import type { INodeProperties, TriggerPanelDefinition } from 'n8n-workflow';
import { ANY_EVENT, type SavedParameters } from './parameters';

const productionNotice: INodeProperties = {
	displayName:
		'Set-up: in the service’s account settings (technical integrations), register a webhook with the production URL from “Webhook URLs” above. Paste the signing secret, which is shown only once, into the credential’s “Signing Secret”. Another trigger takes another webhook, and a credential of its own.',
	name: 'productionNotice',
	type: 'notice',
	default: '',
};

const testNotice: INodeProperties = {
	displayName:
		'To test in the editor, register the test URL as a second webhook, and paste its signing secret into the same credential’s “Signing Secret (Test URL)”. Each secret is only for the events of its own URL.',
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
			description: 'Every event that the service sends to this URL, whatever its kind',
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
			description: 'A message could not go out; its error code says why',
		},
		{
			name: 'Message Received',
			value: 'message.received',
			description: 'The customer replied; free text may be sent for the next 24 hours',
		},
		{
			name: 'Message Sent',
			value: 'message.sent',
			description: 'The channel accepted a message, which is not yet a delivery',
		},
	],
	default: [],
	description:
		'The kinds of event that start this workflow. Choose the same ones where you register the webhook; others are answered and ignored.',
};

const otherEvents: INodeProperties = {
	displayName: 'Other Events',
	name: 'otherEvents',
	type: 'string',
	default: '',
	description:
		'Further kinds of event that start this workflow, as the service writes them, separated by commas. The service names none for deals that are moved, won or lost: those start a workflow through the Customer Relationship Changes Trigger.',
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
						'The event counts as delivered as soon as n8n has stored its execution. A run that fails later is not repeated.',
				},
				{
					name: 'When the Workflow Has Finished',
					value: 'whenFinished',
					description:
						'A failed run is answered with an error, so the service sends the event again and the whole workflow runs again. Suits short workflows whose steps may be repeated. At a Wait node the workflow counts as finished.',
				},
			],
			default: 'atOnce',
			description: 'When the service is told that the event arrived',
		},
		{
			displayName: 'Include Headers',
			name: 'includeHeaders',
			type: 'boolean',
			default: false,
			description:
				'Whether to add the request’s headers to the output as <code>headers</code>. Those whose names speak of logins, keys, tokens, signatures and the like are left out. Nobody has signed them; an event with <code>headers</code> of its own keeps those.',
		},
		{
			displayName: 'Skip Duplicates',
			name: 'skipDuplicates',
			type: 'boolean',
			default: true,
			description:
				'Whether to answer, but not run, an event that was accepted before. While it is on, the newest 1,000 are remembered by their IDs, in this n8n process, until it ends or this package is updated. On the test URL every event runs.',
		},
		{
			displayName: 'Tolerance (Seconds)',
			name: 'toleranceSeconds',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 300,
			description:
				'How many seconds the time in a delivery’s signature may be from this machine’s clock, either way; 300 when empty. Raise it if the service resends events with their first time.',
		},
	],
};

/** What the trigger's panel asks for. */
export const triggerParameters: INodeProperties[] = [
	productionNotice,
	testNotice,
	events,
	otherEvents,
	options,
];

const listen =
	'<b>While you build</b>, execute this step: the next event that arrives at the test URL shows up here. Register the test URL in the service as a webhook of its own, and paste its signing secret into the credential’s “Signing Secret (Test URL)”. No event at hand? Choose “set mock data” in the output panel and paste a sample event.';

/** What the editor shows beside the parameters while no event has arrived. */
export const triggerPanel: TriggerPanelDefinition = {
	header: '',
	executionsHelp: {
		inactive: `${listen}<br><br><b>To run automatically</b>, publish the workflow and register the production URL. Those runs show up in the executions list, not here.`,
		active: `${listen}<br><br><b>The workflow is published</b>, so events that arrive at the production URL run it. Those runs show up in the <a data-key="executions">executions list</a>, not here.`,
	},
	activationHint: {
		inactive:
			'Once it is built, <a data-key="activate">publish</a> the workflow to have it listen all the time.',
		active: 'Events that arrive at the production URL run this workflow.',
	},
};

/** Where n8n looks for resolvers (`WEBHOOK_RESOLVERS`, which older versions of n8n don't export). */
const RESOLVERS = Symbol.for('n8n.webhookDescriptionResolvers');

/** What n8n calls the choices of “Answer”: as an expression, and as a function of the parameters. */
const template = '={{ $parameter.options?.answer === "whenFinished" ? "lastNode" : "onReceived" }}';
const resolve = ({ options }: SavedParameters) =>
	options?.answer === 'whenFinished' ? 'lastNode' : 'onReceived';

/** When n8n answers a delivery that starts a run. The function spares n8n its expression engine. */
export const answering = {
	responseMode: template,
	[RESOLVERS]: { responseMode: { template, resolve } },
};
