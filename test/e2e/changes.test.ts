/**
 * The changes trigger in a real n8n whose user edits it, and in one that is stopped, killed and refused while deals
 * change: `npm run e2e:long` for ten minutes of that, also with n8n's durable cursors. In queue mode:
 * queueModeChanges.test.ts.
 */
import { waitUntil } from '../../playground/waitUntil';
import {
	DURABLE_CURSORS,
	EVERY_MINUTE,
	EVERY_TEN_SECONDS,
	tellsEachChange,
} from './support/changesScenario';
import { ChangesWorkflow, TOLD_MS } from './support/changesWorkflow';
import { startRealN8n } from './support/realN8n';
import { sharedN8n } from './support/sharedN8n';

const SCENARIO = process.env.E2E_LONG
	? { seeded: 2_000, transitions: 300, overMs: 600_000, pollTimes: EVERY_MINUTE }
	: { seeded: 500, transitions: 60, overMs: 9_000, pollTimes: EVERY_TEN_SECONDS };

const CURSORS = (
	[
		['without durable cursors', {}],
		['with durable cursors', DURABLE_CURSORS],
	] as const
).slice(0, process.env.E2E_LONG ? 2 : 1);

// All beside each other: they mostly wait for the next poll.
it.concurrent.each(CURSORS)(
	'tells of each change, and of none that was there before, %s',
	async (_, settings) => {
		const n8n = await startRealN8n(settings);
		try {
			await tellsEachChange(n8n, { ...SCENARIO, isDurable: settings === DURABLE_CURSORS });
		} finally {
			await n8n.stop();
		}
	},
	SCENARIO.overMs + 10 * TOLD_MS,
);

const n8n = sharedN8n();

async function app<T>(path: string, body: object = {}): Promise<T> {
	return await n8n.sandbox.asTheApp('POST', path, body);
}

/** Waits until the deals were looked at so often from now on. */
async function polls(times: number): Promise<void> {
	const count = async () =>
		(await n8n.sandbox.requests()).filter(({ path }) => path.includes('/deals?')).length;
	const before = await count();
	await waitUntil(`${times} polls`, TOLD_MS, async () =>
		(await count()) >= before + times ? true : undefined,
	);
}

it.concurrent(
	'tells nothing of before an edit that was passed over then, and all of after it',
	async () => {
		const { pipelines } = await n8n.sandbox.fixtures();
		const create = async () =>
			(await app<{ id: string }>('/deals', { title: 'Deal', pipelineId: pipelines.default })).id;
		const [before, after] = [await create(), await create()];
		const workflow = await ChangesWorkflow.publish(n8n, ['deal.lost'], EVERY_TEN_SECONDS);
		try {
			await polls(2);
			await app(`/deals/${before}/win`);
			await polls(2);
			await workflow.choose(['deal.lost', 'deal.won']);
			await polls(2);
			await app(`/deals/${after}/win`);
			const told = await workflow.tells(new Set([`deal.won ${after}`]));
			expect(told.map(({ data }) => data.id)).toEqual([after]);
		} finally {
			await workflow.unpublish();
		}
	},
);
