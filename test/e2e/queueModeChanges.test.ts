/**
 * The changes trigger in queue mode: polled by main, which is stopped and killed, on PostgreSQL, its
 * workflow run by two workers. Only in `npm run e2e:long`, as starting all that takes its time.
 */
import { DURABLE_CURSORS, EVERY_TEN_SECONDS, tellsEachChange } from './support/changesScenario';
import { TOLD_MS } from './support/changesWorkflow';
import { startQueueMode } from './support/queueModeSetup';
import { RealN8n } from './support/realN8n';

const SCENARIO = { seeded: 500, transitions: 120, overMs: 60_000, pollTimes: EVERY_TEN_SECONDS };

it.each([
	['without durable cursors', {}],
	['with durable cursors', DURABLE_CURSORS],
])(
	'tells of each change, and of none that was there before, %s',
	async (_, settings) => {
		const { cluster, rest, service, stop } = await startQueueMode([], settings);
		try {
			const main = new RealN8n(rest, service, cluster.main.process.logFile);
			const n8n = Object.assign(main, {
				stopN8n: async (how: 'stop' | 'kill') => await cluster.main.process[how](),
				startN8n: async () => await cluster.startMain(),
			});
			await tellsEachChange(n8n, { ...SCENARIO, isDurable: settings === DURABLE_CURSORS });
		} finally {
			await stop();
		}
	},
	SCENARIO.overMs + 10 * TOLD_MS,
);
