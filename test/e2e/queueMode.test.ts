import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { repository } from '../../playground/folders';
import { waitUntil } from '../../playground/waitUntil';
import { inFlight, startQueueMode, type QueueMode } from './queueModeSetup';
import { ContactFeed, greeted, tally } from './queueModeTraffic';
import { publishWelcome } from './queueModeWorkflow';

const EVENTS = 500;
/** As many as the workers run at once: more would only wait in n8n's queue, with the service's patience running out. */
const AHEAD = 20;
const WINDOW_MS = 8_000;
const SENDS_A_WINDOW = 30;

let n8n: QueueMode;

beforeAll(async () => {
	n8n = await startQueueMode(['--contacts', '0', '--rate-window-ms', String(WINDOW_MS)]);
}, 240_000);
afterAll(async () => {
	await n8n?.stop();
});

/** For whoever wants to know more than that it went well. */
async function keep(facts: object): Promise<void> {
	const folder = join(repository, 'artifacts');
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'queueMode.json'), `${JSON.stringify(facts, undefined, '\t')}\n`);
}

it('sends 500 messages for 500 events, none twice, though a worker is killed at work', async () => {
	const { sandbox, cluster } = n8n;
	const workflow = await publishWelcome(n8n, { answer: 'whenFinished' });
	const started = Date.now();
	const feed = new ContactFeed(sandbox, EVENTS, AHEAD);
	const [victim] = cluster.workers;
	await waitUntil('a worker to be busy in the middle', 180_000, async () => {
		const isMiddle = (await feed.topUp()) > EVENTS / 3;
		return isMiddle && (await inFlight(victim)).size > 2 ? true : undefined;
	}, 50);
	await victim.process.kill();

	await waitUntil('every event to be accepted', 240_000, async () => {
		const sent = await feed.topUp();
		const { accepted } = await tally(sandbox, WINDOW_MS);
		if (accepted === EVENTS) return true;
		throw new Error(`${accepted} events are accepted, ${sent} contacts written to`);
	});
	const facts = await tally(sandbox, WINDOW_MS);
	const failed = await workflow.executions('error', 'crashed');
	await keep({ seconds: (Date.now() - started) / 1000, failedExecutions: failed.length, ...facts });

	const names = await greeted(sandbox);
	expect(names).toHaveLength(EVENTS);
	expect(new Set(names).size).toBe(EVENTS);
	// The dead worker's, which the service's resends ran again, and no other.
	expect(failed).not.toHaveLength(0);
	const lost = await inFlight(victim);
	expect(failed.filter((id) => !lost.has(id))).toEqual([]);
	// The limit was in the way all the time, and seldom run into.
	expect(facts.mostInAWindow).toBe(SENDS_A_WINDOW);
	expect(facts.sends['429'] ?? 0).toBeLessThan(EVENTS / 10);
}, 450_000);
