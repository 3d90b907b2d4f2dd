import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { repository } from '../../playground/folders';
import type { RunningN8n } from '../../playground/n8nProcess';
import { waitUntil } from '../../playground/waitUntil';
import { begunBy, inFlight, startQueueMode, type QueueMode } from './support/queueModeSetup';
import {
	anEvent,
	ContactFeed,
	deliver,
	greeted,
	tally,
	type Tally,
} from './support/queueModeTraffic';
import { publishWelcome, type WelcomeWorkflow } from './support/queueModeWorkflow';

/** 30 of them a window: they take three minutes at least. */
const EVENTS = 500;
const AHEAD = 12;
const WINDOW_MS = 10_000;
const SENDS_A_WINDOW = 30;
/** A free machine with two cores takes four minutes in all. */
const SLOW_MACHINE_MS = 400_000;
const SLOW_ANSWER_MS = 8_000;

let starting: Promise<QueueMode>;
let n8n: QueueMode;
/** Its events are answered at once, which is the trigger's default, and made by the tests. */
let atOnce: WelcomeWorkflow;

beforeAll(async () => {
	starting = startQueueMode(['--contacts', '0', '--rate-window-ms', String(WINDOW_MS)]);
	n8n = await starting;
	atOnce = await publishWelcome(n8n, {}, false);
});
afterAll(async () => {
	// Also when the start took too long for jest: it ends some time, well or badly, and then nothing is to be left.
	const started = await starting.catch(() => undefined);
	await started?.stop();
});

const idle = async (workflow: WelcomeWorkflow) =>
	await waitUntil('no execution to be under way', 60_000, async () =>
		(await workflow.executions('new', 'running')).length === 0 ? true : undefined,
	);

const messagesTo = async ({ data }: ReturnType<typeof anEvent>) =>
	(await greeted(n8n.sandbox, 'Handmade')).filter((name) => name === data.name).length;

describe('duplicates', () => {
	it('start nothing in the process that took the first; in another the key keeps them from sending twice', async () => {
		const { webhook, main } = n8n.cluster;
		const event = anEvent(1);
		expect(await deliver(webhook, atOnce, event)).toBe(200);
		await idle(atOnce);
		expect(await deliver(webhook, atOnce, event)).toBe(200);
		expect(await deliver(webhook, atOnce, anEvent(2))).toBe(200);
		await idle(atOnce);
		expect(await atOnce.executions('success')).toHaveLength(2);
		// The main process remembers for itself alone.
		expect(await deliver(main, atOnce, event)).toBe(200);
		await idle(atOnce);
		expect(await atOnce.executions('success')).toHaveLength(3);
		expect(await messagesTo(event)).toBe(1);
	});

	it('send nothing twice when two processes take the same event at the same instant', async () => {
		const { webhook, main } = n8n.cluster;
		const event = anEvent(3);
		const answers = [webhook, main].map(async (process) => await deliver(process, atOnce, event));
		expect(await Promise.all(answers)).toEqual([200, 200]);
		await idle(atOnce);
		expect(await messagesTo(event)).toBe(1);
		expect(await atOnce.executions('error', 'crashed')).toEqual([]);
	});
});

describe('hundreds of events, and a worker killed at work', () => {
	let whenFinished: WelcomeWorkflow;
	/** What was under way as the worker died, and no other worker ever began. */
	let cut: Set<string>;
	let facts: Tally;

	/** The worker that waits for answers, some of them for events answered at once. @throws Error while there is none */
	async function busyWorker(): Promise<RunningN8n> {
		const answered = await atOnce.executions('running');
		const seen: string[] = [];
		for (const worker of n8n.cluster.workers) {
			const running = await inFlight(worker);
			const ofThem = answered.filter((id) => running.has(id)).length;
			if (ofThem > 0 && running.size > ofThem) return worker;
			seen.push(`${running.size}, of them ${ofThem} answered at once`);
		}
		throw new Error(`The workers run ${seen.join('; ')}`);
	}

	/**
	 * Lets events come, and kills a worker while it waits for answers, some of them for events answered at once.
	 * @returns what is under way then, in any worker, and what lives on
	 */
	async function killInTheMiddle(feed: ContactFeed) {
		const { cluster, sandbox } = n8n;
		await waitUntil('a third of the events', SLOW_MACHINE_MS, async () =>
			(await feed.topUp()) > EVENTS / 3 ? true : undefined,
		);
		let number = 100;
		const victim = await waitUntil('a worker to be busy', SLOW_MACHINE_MS, async () => {
			// Who gets the slow answers and who the events is chance: both come again until one worker has both.
			await sandbox.addFault({
				method: 'POST',
				path: '/conversations',
				kind: 'slow',
				ms: SLOW_ANSWER_MS,
				count: 12,
			});
			for (const next = number + 6; number < next; number += 1) {
				await deliver(cluster.webhook, atOnce, anEvent(number));
			}
			return await waitUntil('both kinds in one worker', SLOW_ANSWER_MS, async () => {
				await feed.topUp();
				return await busyWorker();
			});
		});
		await victim.process.kill();
		const lists = [whenFinished, atOnce].map(async (one) => await one.executions('new', 'running'));
		const underWay = (await Promise.all(lists)).flat();
		// Their events come again in a minute.
		feed.setAside((await inFlight(victim)).size);
		return { underWay, survivors: cluster.workers.filter((worker) => worker !== victim) };
	}

	beforeAll(async () => {
		const { sandbox } = n8n;
		whenFinished = await publishWelcome(n8n, { answer: 'whenFinished' }, true);
		const started = Date.now();
		const feed = new ContactFeed(sandbox, EVENTS, AHEAD);
		const { underWay, survivors } = await killInTheMiddle(feed);
		await waitUntil('every event to be accepted', SLOW_MACHINE_MS, async () => {
			const accepted = await feed.topUp();
			if (accepted === EVENTS) return true;
			throw new Error(`${accepted} of ${EVENTS} are`);
		});
		await idle(whenFinished);
		await idle(atOnce);
		// Not by the dead one's log: what it had just taken may not stand there.
		const begun = new Set((await Promise.all(survivors.map(begunBy))).flat());
		cut = new Set(underWay.filter((id) => !begun.has(id)));
		facts = await tally(sandbox, WINDOW_MS);
		const artefacts = join(repository, 'artifacts');
		await mkdir(artefacts, { recursive: true });
		const told = { seconds: (Date.now() - started) / 1000, cutExecutions: cut.size, ...facts };
		await writeFile(
			join(artefacts, 'queueMode.json'),
			`${JSON.stringify(told, undefined, '\t')}\n`,
		);
	}, 2.5 * SLOW_MACHINE_MS);

	it('ends in one message for each event', async () => {
		const names = await greeted(n8n.sandbox, 'Fed');
		expect(new Set(names).size).toBe(EVENTS);
		expect(names).toHaveLength(EVENTS);
	});

	it('fails the dead worker’s executions, which the resent events run again, and no other', async () => {
		const failed = await whenFinished.executions('error', 'crashed');
		expect(failed).not.toHaveLength(0);
		expect(failed.filter((id) => !cut.has(id))).toEqual([]);
	});

	it('keeps the channel’s limit across the workers', () => {
		expect(facts.mostInAWindow).toBeLessThanOrEqual(SENDS_A_WINDOW);
		expect(facts.mostInAWindow).toBeGreaterThan((2 / 3) * SENDS_A_WINDOW);
		// How often one worker runs into what the other has used is chance (docs/queue-mode.md); more often than not would be none.
		expect(facts.sends['429'] ?? 0).toBeLessThan(facts.sends['202']!);
	});

	// Why docs/queue-mode.md says which answer to choose. Should n8n come to run them again, that page is to be changed.
	it('sees n8n give up for good what was answered at once', async () => {
		const failed = await atOnce.executions('error', 'crashed');
		expect(failed).not.toHaveLength(0);
		expect(failed.filter((id) => !cut.has(id))).toEqual([]);
		// Its event is gone with the rest of its data.
		const retry = await n8n.rest.send<{ status: string }>(
			'POST',
			`/executions/${failed[0]}/retry`,
			{},
		);
		expect(retry.status).toBe('error');
		const names = await greeted(n8n.sandbox, 'Handmade');
		expect(new Set(names).size).toBe(names.length);
	});
});
