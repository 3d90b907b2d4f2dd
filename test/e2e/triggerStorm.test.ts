/**
 * The trigger when much comes at once, beside n8n's own Webhook node. In the end-to-end run a little of it;
 * `npm run e2e:long` takes the full measure.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { slowestHealthz } from './support/healthz';
import { sharedN8n } from './support/sharedN8n';
import { anEvent, post, send, signed, TriggerWorkflow, type Node } from './support/triggerWorkflow';

const full = process.env.E2E_LONG !== undefined;
const BURST = full ? { events: 200, everyMs: 25 } : { events: 30, everyMs: 50 };
const FORGED = full ? 6_000 : 300;
const ROUNDS = 3;
/** On a busy machine. */
const FULL_MS = 1_800_000;
const MEGABYTE = 1024 * 1024;
/** n8n's limit; one byte more is refused before any node sees it. */
const LARGEST = 16 * MEGABYTE;
/** `/healthz` below it is as good as at once, whatever the control took. */
const AT_ONCE_MS = 50;

const IN_FLIGHT = 8;

const n8n = sharedN8n();
const [secret, foreign] = [1, 2].map(() => randomBytes(32).toString('hex')) as [string, string];
const ours = async (options = {}, steps?: Node[]) =>
	await TriggerWorkflow.create(n8n, { events: ['*'], options }, steps, { signingSecret: secret });

afterEach(async () => {
	await n8n.sandbox.reset();
});

/** Does something for each number below a count, a few at a time. */
async function each(count: number, work: (index: number) => Promise<void>): Promise<void> {
	let next = 0;
	const worker = async () => {
		while (next < count) await work(next++);
	};
	await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

it('keeps static data that Code nodes write during a burst of events, and runs each event once', async () => {
	const [workflow, other] = [await ours(), await TriggerWorkflow.ofWebhookNode(n8n)];
	const writers = [await workflow.addWriter(), await other.addWriter()];
	await Promise.all([workflow.activate(), other.activate()]);

	const events = Array.from({ length: BURST.events }, () => anEvent());
	const answers = Promise.all(
		events.map(async (event, index) => {
			await pause(index * BURST.everyMs);
			return await send(workflow.url, event, [secret]);
		}),
	);
	let over = false;
	const written = writers.map(async (url) => {
		const numbers: number[] = [];
		while (!over) {
			numbers.push(numbers.length);
			expect(await post(url, JSON.stringify({ number: numbers.length - 1 }))).toBe(200);
		}
		return numbers;
	});
	expect(new Set(await answers)).toEqual(new Set([200]));
	over = true;
	const all = await Promise.all(written);
	expect([await workflow.kept(), await other.kept()]).toEqual(all);
	const started = await workflow.started(events.length);
	expect(started.sort()).toEqual(events.map(({ id }) => id).sort());
});

/** Many small ones and a few as large as n8n takes. */
function sizeOf(index: number): number {
	if (index % 100 === 50) return LARGEST;
	if (index % 50 === 25) return 4 * MEGABYTE;
	if (index % 20 === 10) return MEGABYTE;
	return [0, 200, 2_000, 20_000, 64_000][index % 5]!;
}

const nested = `[${Array(25)
	.fill(`${'['.repeat(4_000)}${']'.repeat(4_000)}`)
	.join()}]`;

/** A body, and what makes it look signed; computed once a size. */
const bodies = new Map<number, string>();
function bodyOf(index: number): string {
	if (index % 7 === 0) return nested;
	const size = sizeOf(index);
	const shell = JSON.stringify(anEvent()).length;
	const body = bodies.get(size) ?? (size < shell ? '' : `"${'x'.repeat(size - 2)}"`);
	bodies.set(size, body);
	return body;
}

function forgery(index: number): Record<string, string> {
	const kinds: Array<Record<string, string>> = [
		{},
		{ 'svc-signature': signed('another body', [foreign]) },
		{ 'svc-signature': signed('another body', [foreign], 10_000) },
		{ 'svc-signature': `t=${'9'.repeat(5_000)}` },
	];
	return kinds[index % kinds.length]!;
}

it(
	'a flood of forged requests runs nothing, blocks n8n no longer than its own Webhook node does, and does not fill the log',
	async () => {
		const [control, workflow] = [await TriggerWorkflow.ofWebhookNode(n8n), await ours()];
		await Promise.all([control.activate(), workflow.activate()]);
		const statuses = new Set<number>();
		const flood = async (url: string, seen = new Set<number>()) =>
			await slowestHealthz(n8n.url, async () => {
				await each(FORGED / ROUNDS, async (index) => {
					seen.add(await post(url, bodyOf(index), forgery(index)));
				});
			});
		const logged = (await readFile(n8n.logFile)).length;
		const began = Date.now();
		const rounds: Array<{ before: number; ours: number }> = [];
		for (let round = 0; round < ROUNDS; round += 1) {
			rounds.push({ before: await flood(control.url), ours: await flood(workflow.url, statuses) });
		}
		const seconds = (Date.now() - began) / 1000;

		expect(statuses).toEqual(new Set([401]));
		expect(await workflow.executions()).toEqual([]);
		const log = (await readFile(n8n.logFile)).subarray(logged).toString();
		const lines = log.split('\n').filter((line) => line.includes('Delivery rejected with 401'));
		// One a second for each of the four reasons.
		expect(lines.length).toBeLessThanOrEqual(4 * (seconds + 1));
		expect(log.length).toBeLessThan(500 * lines.length + 10_000);
		// What else the machine does slows one round down, what the trigger does all of them.
		const times = rounds.map((round) => round.ours / Math.max(round.before, AT_ONCE_MS));
		expect(Math.min(...times)).toBeLessThan(5);
	},
	FULL_MS,
);
