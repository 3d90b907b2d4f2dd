/** What the trigger remembers of events, and what it leaves alone. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { sharedN8n } from './sharedN8n';
import { anEvent, post, send, TriggerWorkflow, type Node } from './triggerWorkflow';

const n8n = sharedN8n();
const secret = randomBytes(32).toString('hex');

async function published(steps?: Node[]): Promise<TriggerWorkflow> {
	const parameters = { events: ['*'] };
	const secrets = { signingSecret: secret };
	const workflow = await TriggerWorkflow.create(n8n, parameters, steps, secrets);
	await workflow.activate();
	return workflow;
}

it('runs each of 20 events once that come in parallel, and again at once', async () => {
	const workflow = await published();
	const events = Array.from({ length: 20 }, () => anEvent());
	for (let round = 0; round < 2; round++) {
		const statuses = events.map(async (event) => await send(workflow.url, event, [secret]));
		expect(await Promise.all(statuses)).toEqual(Array(20).fill(200));
	}
	expect(await workflow.executions(20)).toHaveLength(20);
});

it('leaves static data alone: a cursor that a Code node keeps is never rolled back', async () => {
	const workflow = await published();
	const { nodes, connections, versionId } = await n8n.rest.get<{
		nodes: object[];
		connections: object;
		versionId: string;
	}>(`/workflows/${workflow.id}`);
	const path = `poke-${workflow.id}`;
	const poke = {
		...{ id: 'poke', name: 'Poke', webhookId: path, position: [0, 300] },
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} },
	};
	const code = {
		...{ id: 'code', name: 'Code', position: [200, 300] },
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: {
			jsCode:
				"$getWorkflowStaticData('global').cursor = $input.first().json.body.cursor; return $input.all();",
		},
	};
	await n8n.rest.send('PATCH', `/workflows/${workflow.id}`, {
		versionId,
		nodes: [...nodes, poke, code],
		connections: { ...connections, Poke: { main: [[{ node: 'Code', type: 'main', index: 0 }]] } },
	});
	await workflow.activate();

	let over = false;
	const deliveries = Array.from({ length: 4 }, async () => {
		while (!over) {
			await send(workflow.url, anEvent(), [secret]);
			await pause(40);
		}
	});
	const kept: unknown[] = [];
	const rounds = [1, 2, 3, 4, 5];
	for (const cursor of rounds) {
		expect(await post(`${n8n.url}/webhook/${path}`, JSON.stringify({ cursor }))).toBe(200);
		await pause(500);
		const { staticData } = await n8n.rest.get<{ staticData: { global?: { cursor: number } } }>(
			`/workflows/${workflow.id}`,
		);
		kept.push(staticData.global?.cursor);
	}
	over = true;
	await Promise.all(deliveries);
	expect(kept).toEqual(rounds);
});
