/**
 * Takes the pictures of `docs/resources/`, one panel of each resource, filled in as a user would:
 * `npm run screenshots:resources`, with the playground running.
 */
import { remarks } from './docs/remarks';
import { takePanels } from './nodePanels';

const picked = (value: string, cachedResultName: string) => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName,
});

/** What is filled in, by resource. */
const FILLED: Record<string, object> = {
	channel: {},
	company: {
		cnpj: '11.222.333/0001-81',
		additionalFields: { legalName: 'Padaria Exemplo Ltda.', address: '{ "city": "Curitiba" }' },
	},
	contact: {
		name: 'Cliente de exemplo',
		phone: '(11) 98765-4321',
		additionalFields: { tags: 'vip, newsletter' },
	},
	conversation: {
		phone: '={{ $json.phone }}',
		templateName: 'boas_vindas',
		templateParams: { param: [{ value: '={{ $json.name }}' }] },
		options: { waitForOutcome: 30 },
	},
	deal: {
		title: 'Cozinha planejada',
		pipelineId: picked('1', 'Vendas'),
		additionalFields: { value: '1.234,56' },
	},
	message: {
		conversationId: picked('1', 'Cliente de exemplo'),
		text: 'Olá! O orçamento segue por e-mail.',
	},
	pipeline: { pipelineId: picked('1', 'Vendas') },
};

takePanels(
	Object.entries(remarks).map(([resource, { pictured }]) => ({
		name: resource,
		parameters: { resource, operation: pictured, ...FILLED[resource] },
	})),
	'docs/images/panels',
	1_000,
);
