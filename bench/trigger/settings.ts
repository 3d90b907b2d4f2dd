/** The n8n's that the triggers are compared in. The first is the quickest, which also fills our list of ids. */
import type { Setting } from './throughput';

export const settings: Setting[] = [
	{
		title: 'Expression engine on demand',
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
		explained: [
			'n8n with `N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true`: it starts its expression engine only for calls that evaluate an expression. This is where a trigger’s own work shows. Ours evaluates none, reads and decrypts its credential, verifies the signature, and writes the event’s ID to the database; the Webhook node does none of this. The Chargebee Trigger stands for n8n’s other triggers of services: no signature, no credential, no list of IDs.',
		],
		targets: [{ against: 'Webhook', atLeast: 0.9 }],
	},
	{
		title: 'Former expression engine',
		env: { N8N_EXPRESSION_ENGINE: 'legacy' },
		explained: [
			'n8n with `N8N_EXPRESSION_ENGINE=legacy`: expressions are evaluated in n8n’s own process.',
		],
		targets: [{ against: 'Webhook', atLeast: 0.9 }],
	},
	{
		title: 'n8n as it comes',
		env: {},
		explained: [
			'n8n 2.41 without settings starts an expression engine, an isolate of V8 with a bundle of libraries, for every call of a trigger and for every reading of a credential, whether or not there is an expression. One node is exempt, by its type’s name: its own Webhook (`webhookPhaseNeedsIsolate` in n8n’s `live-webhooks.js`), as long as it needs no credential. No other trigger can have that, so beside the plain Webhook node none can reach 0.9. The like of ours are “Webhook, Header Auth”, which checks a secret from a credential, and the Chargebee Trigger, which is a service’s and checks nothing.',
		],
		targets: [
			{ against: 'Webhook', atLeast: 0.9 },
			{ against: 'Webhook, Header Auth', atLeast: 0.9 },
		],
	},
];
