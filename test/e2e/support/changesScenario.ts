import { setTimeout as pause } from 'node:timers/promises';

import { waitUntil } from '../../../playground/waitUntil';
import { ChangesWorkflow, TOLD_MS } from './changesWorkflow';
import type { StoppableN8n } from './realN8n';

export const EVERY_MINUTE = [{ mode: 'everyMinute' }];
/** n8n's settings that keep each poll's cursor and its execution in one transaction. */
export const DURABLE_CURSORS = {
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};
/** n8n refuses less than a minute between two polls only within a poll time. */
export const EVERY_TEN_SECONDS = [0, 10, 20, 30, 40, 50].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

export interface Scenario {
	/** How many deals there are before the workflow is published; more than 50. */
	seeded: number;
	/** How many of them change afterwards; a multiple of 6. */
	transitions: number;
	/** How long that takes, in ms, without the waiting in between. */
	overMs: number;
	pollTimes: object[];
	/** Whether n8n keeps its durable cursors. */
	isDurable: boolean;
}

/**
 * Lets deals change while n8n runs, is stopped, killed, and refused by the service.
 * @throws when a change is not told, or one too often, or what was there before
 */
export async function tellsEachChange(n8n: StoppableN8n, scenario: Scenario): Promise<void> {
	const { seeded, transitions, overMs, pollTimes, isDurable } = scenario;
	const { sandbox } = n8n;
	const { pipelines, stages } = await sandbox.fixtures();
	const app = async <T>(path: string, body: object = {}): Promise<T> =>
		await sandbox.asTheApp('POST', path, body);
	const deals: string[] = [];
	for (let index = 0; index < seeded; index += 1) {
		const deal = { title: `Deal ${index}`, pipelineId: pipelines.default };
		deals.push((await app<{ id: string }>('/deals', deal)).id);
	}
	// Some are won before anybody watches.
	for (const id of deals.slice(0, 50)) await app(`/deals/${id}/win`);
	const events = ['deal.created', 'deal.moved', 'deal.won', 'deal.lost'];
	const workflow = await ChangesWorkflow.publish(n8n, events, pollTimes);
	await waitUntil('the deals to be read', TOLD_MS, async () => {
		const every = (await sandbox.requests()).filter(
			({ path }) => path.includes('/deals?') && !/updatedSince|status/.test(path),
		);
		return every.length >= seeded / 100 ? true : undefined;
	});
	await pause(1_000);
	expect(await workflow.statuses()).toEqual([]);

	const open = deals.slice(50);
	const expected = new Set<string>();
	let next = 0;
	const change = async (count: number) => {
		for (let done = 0; done < count; done += 1, next += 1) {
			const id = open[(next * 7) % open.length]!;
			const event = ['won', 'lost', 'moved'][next % 3]!;
			if (event === 'won') await app(`/deals/${id}/win`);
			else if (event === 'lost') await app(`/deals/${id}/lose`);
			else await app(`/deals/${id}/move`, { stageId: stages.secondOpen });
			expected.add(`deal.${event} ${id}`);
			await pause(overMs / transitions);
		}
	};
	const third = transitions / 3;

	// A graceful restart.
	await change(third / 2);
	await n8n.stopN8n('stop');
	await change(third / 2);
	await n8n.startN8n();
	await workflow.tells(expected);

	// A kill in the moment in which an execution shows up, and what changes while nobody is there.
	const before = (await workflow.statuses()).length;
	await change(third);
	await waitUntil(
		'a poll that has found something',
		TOLD_MS,
		async () => ((await workflow.statuses()).length > before ? true : undefined),
		5,
	);
	await n8n.stopN8n('kill');
	await n8n.startN8n();
	await workflow.tells(expected);

	// A service that refuses for longer than a poll waits.
	await sandbox.addFault({
		...{ path: '/deals', kind: 'status', status: 503, code: 'api_tokens_disabled' },
		...{ retryAfter: 60, count: 1 },
	});
	await change(third);
	const told = await workflow.tells(expected);
	await pause(2_000);

	expect(new Set(told.map(({ event, data }) => `${event} ${data.id}`))).toEqual(expected);
	const idsOf = (change: string) =>
		told.filter(({ event, data }) => `${event} ${data.id}` === change).map(({ id }) => id);
	for (const change of expected) {
		const ids = idsOf(change);
		expect(new Set(ids).size).toBe(1);
		// The batch of the kill may come again; with durable cursors only where polls meet, as those of several poll
		// times do that n8n makes up for after it was down.
		expect(ids.length).toBeLessThanOrEqual(isDurable && pollTimes.length === 1 ? 1 : 2);
	}
	expect(new Set(told.map(({ id }) => id)).size).toBe(expected.size);
}
