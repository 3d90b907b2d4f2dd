/**
 * The changes trigger in a real n8n that is stopped, killed and refused while deals change:
 * `npm run e2e:long` for ten minutes of it. In queue mode: queueModeChanges.test.ts.
 */
import {
	DURABLE_CURSORS,
	EVERY_MINUTE,
	EVERY_TEN_SECONDS,
	tellsEachChange,
} from './changesScenario';
import { TOLD_MS } from './changesWorkflow';
import { startRealN8n } from './realN8n';

const SCENARIO = process.env.E2E_LONG
	? { seeded: 2_000, transitions: 300, overMs: 600_000, pollTimes: EVERY_MINUTE }
	: { seeded: 500, transitions: 60, overMs: 9_000, pollTimes: EVERY_TEN_SECONDS };

// Beside each other: both mostly wait for the next poll.
it.concurrent.each([
	['without durable cursors', {}],
	['with durable cursors', DURABLE_CURSORS],
])(
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
