/**
 * Takes the pictures of `docs/resources/`, one panel of each resource: `npm run screenshots:resources`, with the
 * playground running.
 */
import { join } from 'node:path';

import { defaultDataFolder, madeIn, repository } from '../playground/folders';
import { N8nRest } from '../playground/n8nRest';
import { explain } from '../playground/playgroundError';
import { findRunning } from '../playground/runningPlayground';
import { Editor } from '../test/e2e/editor';
import { remarks } from './docs/remarks';

/** Panels open with a movement, and fill their dropdowns. */
const SETTLE_MS = 1_500;

const picked = (value: string, cachedResultName: string) => ({
	__rl: true,
	mode: 'list',
	value,
	cachedResultName,
});

/** What is filled in, as a user would, by resource. */
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

async function main(): Promise<void> {
	const { n8nUrl } = await findRunning(madeIn(defaultDataFolder).running);
	const rest = new N8nRest(n8nUrl);
	await rest.signIn();
	const [credential] = await rest.get<Array<{ id: string; name: string }>>('/credentials');
	const editor = await Editor.signIn(n8nUrl);
	await editor.page.setViewportSize({ width: 1440, height: 1_000 });
	try {
		for (const [name, { pictured: operation }] of Object.entries(remarks)) {
			const node = {
				id: 'panel',
				name: 'Customer Relationship',
				type: 'n8n-nodes-customer-relationship.customerRelationship',
				typeVersion: 1,
				position: [0, 0],
				parameters: { resource: name, operation, ...FILLED[name] },
				credentials: { customerRelationshipApi: credential },
			};
			const workflow = { name: `Picture of ${name}`, nodes: [node], connections: {}, settings: {} };
			const { id } = await rest.send<{ id: string }>('POST', '/workflows', workflow);
			await editor.openWorkflow(id);
			const panel = await editor.openPanel(node.name);
			await editor.page.waitForTimeout(SETTLE_MS);
			const path = join('docs/images/panels', `${name}.png`);
			await panel
				.locator('[data-test-id=node-parameters]')
				.screenshot({ path: join(repository, path), animations: 'disabled' });
			await rest.send('POST', `/workflows/${id}/archive`, {});
			console.log(path);
		}
	} finally {
		await editor.close();
	}
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
