/** Pictures of the action node's panel in the real editor, with the playground running. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { defaultDataFolder, madeIn, repository } from '../playground/folders';
import { N8nRest } from '../playground/n8nRest';
import { explain } from '../playground/playgroundError';
import { findRunning } from '../playground/runningPlayground';
import { Editor } from '../test/e2e/editor';

/** Panels open with a movement, and fill their dropdowns. */
const SETTLE_MS = 1_500;

export interface Panel {
	/** Of the picture's file, without `.png`. */
	name: string;
	/** What the node is filled in with. */
	parameters: { resource: string; operation: string; [parameter: string]: unknown };
}

/** @param folder below the repository @param height of the window, in pixels */
async function take(panels: Panel[], folder: string, height: number): Promise<void> {
	const { n8nUrl } = await findRunning(madeIn(defaultDataFolder).running);
	const rest = new N8nRest(n8nUrl);
	await rest.signIn();
	const [credential] = await rest.get<Array<{ id: string; name: string }>>('/credentials');
	await mkdir(join(repository, folder), { recursive: true });
	const editor = await Editor.signIn(n8nUrl);
	await editor.page.setViewportSize({ width: 1440, height });
	try {
		for (const { name, parameters } of panels) {
			const node = {
				id: 'panel',
				name: 'Customer Relationship',
				type: 'n8n-nodes-customer-relationship.customerRelationship',
				typeVersion: 1,
				position: [0, 0],
				parameters,
				credentials: { customerRelationshipApi: credential },
			};
			const workflow = { name: `Picture of ${name}`, nodes: [node], connections: {}, settings: {} };
			const { id } = await rest.send<{ id: string }>('POST', '/workflows', workflow);
			await editor.openWorkflow(id);
			const panel = await editor.openPanel(node.name);
			await editor.page.waitForTimeout(SETTLE_MS);
			const path = join(folder, `${name}.png`);
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

/** Takes the pictures; says what is wrong, and fails, where it can't. */
export function takePanels(panels: Panel[], folder: string, height: number): void {
	take(panels, folder, height).catch((error: unknown) => {
		console.error(explain(error));
		process.exitCode = 1;
	});
}
