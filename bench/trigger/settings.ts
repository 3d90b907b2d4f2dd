/** The n8n's that the triggers are compared in. */
import type { Setting } from './throughput';

const likeOurs = 'Webhook, Header Auth';

export const settings: Setting[] = [
	{
		title: 'Expression engine on demand',
		env: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' },
		explained: [
			'n8n with `N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE=true`: it starts its expression engine only for calls that evaluate an expression. This is where a trigger’s own work shows. Ours and “Webhook, Header Auth” read and decrypt a credential; the plain Webhook node does not, and lets anybody in.',
		],
		targets: [{ against: likeOurs, atLeast: 1 }],
	},
	{
		title: 'Former expression engine',
		env: { N8N_EXPRESSION_ENGINE: 'legacy' },
		explained: [
			'n8n with `N8N_EXPRESSION_ENGINE=legacy`: expressions are evaluated in n8n’s own process.',
		],
		targets: [{ against: likeOurs, atLeast: 1 }],
	},
	{
		title: 'n8n as it comes',
		env: {},
		explained: [
			'n8n 2.41 without settings starts an expression engine, an isolate of V8 with a bundle of libraries, for every call of a trigger and for every reading of a credential, whether or not there is an expression. One node is exempt, by its type’s name: its own Webhook (`webhookPhaseNeedsIsolate` in n8n’s `live-webhooks.js`). So “Webhook, Header Auth” starts one, for its credential, and ours one, for the call: its credential it reads once a second at the most.',
		],
		targets: [{ against: likeOurs, atLeast: 0.9 }],
	},
];
