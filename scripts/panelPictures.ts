/**
 * Takes a picture of each operation's panel with all of its fields opened, for the eye to check:
 * `npm run screenshots:panels`, with the playground running. They land in `artifacts/panels/`.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { resources } from '../nodes/CustomerRelationship/resources';
import { defaultDataFolder, madeIn, repository } from '../playground/folders';
import { N8nRest } from '../playground/n8nRest';
import { explain } from '../playground/playgroundError';
import { findRunning } from '../playground/runningPlayground';
import { Editor } from '../test/e2e/editor';

const folder = join(repository, 'artifacts', 'panels');
/** Tall enough for the longest panel. */
const VIEWPORT = { width: 1440, height: 2400 };

/** A collection with everything that can be added to it, added. */
function opened({ type, options = [], default: value }: INodeProperties): unknown {
	if (type === 'collection') {
		const fields = options as INodeProperties[];
		return Object.fromEntries(fields.map((field) => [field.name, opened(field)]));
	}
	if (type === 'fixedCollection') {
		const [group] = options as Array<{ name: string; values: INodeProperties[] }>;
		const entry = group?.values.map((field) => [field.name, opened(field)]) ?? [];
		return group ? { [group.name]: [Object.fromEntries(entry)] } : {};
	}
	return type === 'resourceLocator' ? { __rl: true, ...(value as object) } : value;
}

async function main(): Promise<void> {
	const { n8nUrl } = await findRunning(madeIn(defaultDataFolder).running);
	const rest = new N8nRest(n8nUrl);
	await rest.signIn();
	const [credential] = await rest.get<Array<{ id: string; name: string }>>('/credentials');
	await mkdir(folder, { recursive: true });
	const editor = await Editor.signIn(n8nUrl);
	await editor.page.setViewportSize(VIEWPORT);
	try {
		for (const { value: resource, operations } of resources) {
			for (const operation of operations) {
				const fields = operation.properties.map((field) => [field.name, opened(field)]);
				const node = {
					id: 'panel',
					name: 'Panel',
					type: 'n8n-nodes-customer-relationship.customerRelationship',
					typeVersion: 1,
					position: [0, 0],
					parameters: { resource, operation: operation.value, ...Object.fromEntries(fields) },
					credentials: { customerRelationshipApi: credential },
				};
				const { id } = await rest.send<{ id: string }>('POST', '/workflows', {
					name: `Panel of ${resource} ${operation.value}`,
					nodes: [node],
					connections: {},
					settings: {},
				});
				await editor.openWorkflow(id);
				const panel = await editor.openPanel('Panel');
				await editor.page.waitForTimeout(1_200);
				const path = join(folder, `${resource}-${operation.value}.png`);
				await panel.locator('[data-test-id=ndv-parameters], [data-test-id=node-parameters]').or(panel).first().screenshot({ path, animations: 'disabled' });
				await rest.send('POST', `/workflows/${id}/archive`, {});
				console.log(path.slice(repository.length + 1));
			}
		}
	} finally {
		await editor.close();
	}
}

main().catch((error: unknown) => {
	console.error(explain(error));
	process.exitCode = 1;
});
