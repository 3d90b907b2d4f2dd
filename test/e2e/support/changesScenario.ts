import { setTimeout as pause } from 'node:timers/promises';

import { waitUntil } from '../../../playground/waitUntil';
import { ChangesWorkflow, TOLD_MS } from './changesWorkflow';
import type { StoppableN8n } from './realN8n';

export const EVERY_MINUTE = [{ mode: 'everyMinute' }];
/** Settings with which n8n saves each poll's cursor and its execution in one transaction. */
export const DURABLE_CURSORS = {
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};
/** n8n's minimum of a minute between two polls applies only within one poll time. */
export const EVERY_TEN_SECONDS = [0, 10, 20, 30, 40, 50].map((second) => ({
	mode: 'custom',
	cronExpression: `${second} * * * * *`,
}));

export interface Scenario {
	/** Deals that exist before the workflow is published; more than 50. */
	seeded: number;
	/** Deals that change afterwards; a multiple of 6. */
	transitions: number;
	/** The duration of the changes in ms, without the waits in between. */
	overMs: number;
	pollTimes: object[];
	/** Whether n8n uses durable cursors. */
	isDurable: boolean;
}

/**
 * Changes deals while n8n runs, is stopped, is killed, and is refused by the service.
 * @throws when a change is missing or emitted too often, or when an old record is emitted
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
	// Some are won before the watch starts.
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

	// A kill at the moment when an execution appears, and changes while n8n is down.
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

	// The service refuses for longer than a poll waits.
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
		// The batch of the kill may be emitted again. With durable cursors this happens only where polls overlap, as
		// those of several poll times do when n8n makes up for its downtime.
		expect(ids.length).toBeLessThanOrEqual(isDurable && pollTimes.length === 1 ? 1 : 2);
	}
	expect(new Set(told.map(({ id }) => id)).size).toBe(expected.size);
}
