/** What the trigger remembers of events, and what it leaves alone. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { sharedN8n } from './sharedN8n';
import { anEvent, post, send, TriggerWorkflow } from './triggerWorkflow';

const n8n = sharedN8n();
const secret = randomBytes(32).toString('hex');

const secrets = { signingSecret: secret };

it('runs each of 20 events once that come in parallel, and again at once', async () => {
	const workflow = await TriggerWorkflow.create(n8n, { events: ['*'] }, undefined, secrets);
	await workflow.activate();
	const events = Array.from({ length: 20 }, () => anEvent());
	for (let round = 0; round < 2; round++) {
		const statuses = events.map(async (event) => await send(workflow.url, event, [secret]));
		expect(await Promise.all(statuses)).toEqual(Array(20).fill(200));
	}
	expect(await workflow.executions(20)).toHaveLength(20);
});

it('leaves static data alone: what a Code node keeps is never rolled back', async () => {
	const workflow = await TriggerWorkflow.create(n8n, { events: ['*'] }, undefined, secrets);
	const writer = await workflow.addWriter();
	await workflow.activate();
	let over = false;
	const deliveries = Array.from({ length: 4 }, async () => {
		while (!over) {
			await send(workflow.url, anEvent(), [secret]);
			await pause(40);
		}
	});
	const numbers = [1, 2, 3, 4, 5];
	for (const number of numbers) {
		expect(await post(writer, JSON.stringify({ number }))).toBe(200);
		await pause(300);
	}
	over = true;
	await Promise.all(deliveries);
	expect(await workflow.kept()).toEqual(numbers);
});
