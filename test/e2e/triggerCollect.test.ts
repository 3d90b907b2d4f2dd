/** “Wait for More Messages (Seconds)” in a real n8n. `test/unit/webhook/messageCollector` has the rules. */
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { waitUntil } from '../../playground/waitUntil';
import { commandOf, familyOf } from './support/processTree';
import { ReadinessProxy } from './support/readinessProxy';
import { startRealN8n, type OwnN8n } from './support/realN8n';
import {
	anEvent,
	callingStep,
	type Envelope,
	type Node,
	RESENT_MS,
	send,
	sendAndHangUp,
	TriggerWorkflow,
} from './support/triggerWorkflow';

const COLLECT_SECONDS = 2;
const MEGABYTE = 1024 * 1024;
const secret = randomBytes(32).toString('hex');

let n8n: OwnN8n;
let proxy: ReadinessProxy;

beforeAll(async () => {
	n8n = await startRealN8n();
	proxy = await ReadinessProxy.open(n8n.url);
});
afterEach(async () => {
	await n8n?.sandbox.reset();
});
afterAll(async () => {
	await proxy?.close();
	await n8n?.stop();
});

const messageOf = (conversationId: string, text: string): Envelope => ({
	...anEvent('message.received'),
	data: { conversationId, text, createdAt: new Date().toISOString() },
});
const aConversation = () => `cnv_${randomUUID()}`;

async function collecting(answer: string, steps?: Node[]): Promise<TriggerWorkflow> {
	const options = { collectSeconds: COLLECT_SECONDS, answer };
	const parameters = { events: ['message.received'], options };
	const secrets = { signingSecret: secret };
	const workflow = await TriggerWorkflow.create(n8n, parameters, steps, secrets);
	await workflow.activate();
	return workflow;
}

/** Sends the messages, so many milliseconds apart. @returns the answers */
async function write(workflow: TriggerWorkflow, messages: Envelope[], apartMs = 300) {
	const answers = messages.map(async (message, index) => {
		await pause(index * apartMs);
		return await send(workflow.url, message, [secret]);
	});
	return await Promise.all(answers);
}

/** The texts that each execution was started with, the oldest first. */
async function collected(workflow: TriggerWorkflow): Promise<string[]> {
	const items = (await workflow.output()) as Array<{ collected: { text: string } }>;
	return items.map((item) => item.collected.text).reverse();
}

const threePieces = (conversation = aConversation()) =>
	['oi', 'tudo bem?', 'quanto custa?'].map((text) => messageOf(conversation, text));

it.each(['atOnce', 'whenFinished'])(
	'starts one execution for three messages, and answers all deliveries with it: %s',
	async (answer) => {
		const workflow = await collecting(answer);
		const messages = threePieces();
		expect(await write(workflow, messages)).toEqual([200, 200, 200]);
		expect(await workflow.output()).toEqual([
			{
				...messages[2],
				collected: { count: 3, text: 'oi\ntudo bem?\nquanto custa?', events: messages },
			},
		]);
		expect(await write(workflow, messages, 0)).toEqual([200, 200, 200]);
		expect(await workflow.statuses()).toEqual(['success']);
	},
);

it('starts the next run of a conversation when the one before is over, and another conversation’s beside it', async () => {
	const workflow = await collecting('whenFinished', [callingStep]);
	await n8n.sandbox.addFault({ path: '/channels', kind: 'slow', ms: 6_000 });
	const conversation = aConversation();
	const first = write(workflow, [messageOf(conversation, 'quanto custa?')]);
	await waitUntil('the first run', 20_000, async () =>
		(await workflow.statuses()).includes('running') ? true : undefined,
	);
	const others = [
		write(
			workflow,
			['e em azul?', 'alô?'].map((text) => messageOf(conversation, text)),
		),
		write(workflow, [messageOf(aConversation(), 'de outra pessoa')]),
	];
	expect(await Promise.all([first, ...others])).toEqual([[200], [200, 200], [200]]);
	const texts = await collected(workflow);
	expect(texts).toEqual(['quanto custa?', 'de outra pessoa', 'e em azul?\nalô?']);
	const executions = (await workflow.executions(3)) as unknown as Array<{
		startedAt: string;
		stoppedAt: string;
	}>;
	const [next, other, before] = executions;
	expect(Date.parse(next!.startedAt)).toBeGreaterThanOrEqual(Date.parse(before!.stoppedAt));
	expect(Date.parse(other!.startedAt)).toBeLessThan(Date.parse(before!.stoppedAt));
});

it('repeats a failed run whole, whatever order the messages are sent again in', async () => {
	const workflow = await collecting('whenFinished', [callingStep]);
	const refusal = { status: 403, code: 'insufficient_role' };
	await n8n.sandbox.addFault({ path: '/channels', kind: 'status', ...refusal });
	const messages = threePieces();
	const failed = await write(workflow, messages);
	expect(failed).toEqual([500, 503, 503]);
	const [one, two, three] = messages as [Envelope, Envelope, Envelope];
	for (const message of [two, three, one]) {
		expect(await send(workflow.url, message, [secret])).toBe(200);
		await pause((COLLECT_SECONDS + 0.5) * 1000);
	}
	const items = await workflow.output();
	expect(items).toHaveLength(2);
	expect(items[0]).toEqual(items[1]);
	expect((await workflow.statuses()).sort()).toEqual(['error', 'success']);
});

it('loses nothing when the first caller hangs up', async () => {
	const workflow = await collecting('whenFinished', [callingStep]);
	const [one, two, three] = threePieces() as [Envelope, Envelope, Envelope];
	const held = pause(300).then(async () => await send(workflow.url, two, [secret]));
	await sendAndHangUp(workflow.url, one, [secret], 1_000);
	expect(await held).toBe(503);
	expect(await send(workflow.url, three, [secret])).toBe(503);
	for (const message of [one, two, three]) {
		await waitUntil('the message to be accepted', 20_000, async () =>
			(await send(workflow.url, message, [secret])) === 200 ? true : undefined,
		);
	}
	expect(await collected(workflow)).toEqual(['oi\ntudo bem?\nquanto custa?']);
});

it('runs once in each of two triggers', async () => {
	const workflows = [await collecting('atOnce'), await collecting('whenFinished')];
	const messages = threePieces();
	const answers = workflows.map(async (workflow) => await write(workflow, messages));
	expect((await Promise.all(answers)).flat()).toEqual(Array(6).fill(200));
	for (const workflow of workflows) {
		expect(await collected(workflow)).toEqual(['oi\ntudo bem?\nquanto custa?']);
	}
});

/** A conversation in which the customer may write. */
async function startConversation(): Promise<string> {
	const message = {
		phone: '+5511987654321',
		template: { name: 'sem_variaveis', language: 'pt_BR' },
	};
	const { conversationId } = await n8n.sandbox.api<{ conversationId: string }>(
		'POST',
		'/conversations',
		message,
	);
	return conversationId;
}

it('starts one run for what the service sends again after n8n was killed', async () => {
	const workflow = await collecting('whenFinished');
	const publicUrl = proxy.urlOf(workflow.url);
	const registered = await n8n.sandbox.registerWebhook(publicUrl, ['message.received']);
	await workflow.useSecrets(registered.secret);
	const conversationId = await startConversation();
	for (const text of ['oi', 'tudo bem?', 'quanto custa?']) {
		await n8n.sandbox.customerWrites(conversationId, text);
	}
	await pause(1_000);
	await n8n.stopN8n('kill');
	await n8n.startN8n();
	await waitUntil('the messages to be accepted', RESENT_MS, async () =>
		(await workflow.accepted(publicUrl)).size === 3 ? true : undefined,
	);
	expect(await collected(workflow)).toEqual(['oi\ntudo bem?\nquanto custa?']);
});

/** Alone on a machine: beside other tests n8n collects its garbage late. */
(process.env.E2E_LONG ? describe : describe.skip)('memory', () => {
	/** What n8n's own process holds, in bytes. */
	function rssOfN8n(): number {
		const pid = familyOf(process.pid).find((one) => commandOf(one).includes('bin/n8n start'));
		return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) * 1024;
	}

	/** Runs something. @returns how much more n8n held at most, in bytes */
	async function growth(work: () => Promise<void>): Promise<{ before: number; peak: number }> {
		const before = rssOfN8n();
		let peak = before;
		let isOver = false;
		const watch = async () => {
			while (!isOver) {
				peak = Math.max(peak, rssOfN8n());
				await pause(200);
			}
		};
		await Promise.all([work().finally(() => (isOver = true)), watch()]);
		return { before, peak };
	}

	/** Messages of customers, all within `withinMs`; each customer's in one collection. */
	async function burst(
		workflow: TriggerWorkflow,
		customers: number,
		each: number,
		withinMs: number,
	) {
		const conversations = Array.from({ length: customers }, aConversation);
		const messages = Array.from({ length: each }, () => conversations)
			.flat()
			.map((conversation, index) => messageOf(conversation, `text ${index}`));
		const answers = await write(workflow, messages, withinMs / messages.length);
		return { messages, answers };
	}

	/** The IDs of all messages that started executions. */
	async function startedBy(workflow: TriggerWorkflow): Promise<string[]> {
		const items = (await workflow.output()) as Array<{ collected: { events: Envelope[] } }>;
		return items.flatMap(({ collected: { events } }) => events.map(({ id }) => id)).sort();
	}

	/** 48 calls of n8n's would hold some 480 MB; 4 hold 40, beside what the heap grows by. */
	const FEW_CALLS_MB = 250;

	it('of 48 messages of 4 customers is that of 4 calls', async () => {
		const workflow = await collecting('atOnce');
		for (let round = 0; round < 3; round++) await burst(workflow, 4, 1, 100);
		const { before, peak } = await growth(async () => {
			const { messages, answers } = await burst(workflow, 4, 12, 2_000);
			expect(answers).toEqual(messages.map(() => 200));
		});
		expect((peak - before) / MEGABYTE).toBeLessThan(FEW_CALLS_MB);
		expect(await workflow.executions()).toHaveLength(16);
	});

	it('of 200 messages of 100 customers is given back, and none is lost', async () => {
		const workflow = await collecting('atOnce');
		const sent = new Map<string, Envelope>();
		const { peak } = await growth(async () => {
			const { messages, answers } = await burst(workflow, 100, 2, 2_000);
			for (const [index, message] of messages.entries()) {
				if (answers[index] !== 200) sent.set(message.id, message);
			}
			for (const message of sent.values()) {
				await waitUntil('the message to be accepted', 60_000, async () =>
					(await send(workflow.url, message, [secret])) === 200 ? true : undefined,
				);
			}
			expect(new Set(await startedBy(workflow)).size).toBe(messages.length);
		});
		await waitUntil('memory to be given back', 120_000, async () =>
			rssOfN8n() < peak / 2 ? true : undefined,
		);
	});
});
