/** “Wait for More Messages (Seconds)” in a real n8n. `test/unit/webhook/messageCollector` has the rules. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { waitUntil } from '../../playground/waitUntil';
import { useRestartableN8n } from './support/restartableN8n';
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
const secret = randomBytes(32).toString('hex');

const session = useRestartableN8n();

let lastCreatedAt = 0;

/** A message that was written after the one before. */
function messageOf(conversationId: string, text: string): Envelope {
	lastCreatedAt = Math.max(Date.now(), lastCreatedAt + 1);
	const createdAt = new Date(lastCreatedAt).toISOString();
	return { ...anEvent('message.received'), data: { conversationId, text, createdAt } };
}
const aConversation = () => `cnv_${randomUUID()}`;

async function collecting(answer: string, steps?: Node[]): Promise<TriggerWorkflow> {
	const options = { collectSeconds: COLLECT_SECONDS, answer };
	const parameters = { events: ['message.received'], options };
	const secrets = { signingSecret: secret };
	const workflow = await TriggerWorkflow.create(session.n8n, parameters, steps, secrets);
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
	await session.n8n.sandbox.addFault({ path: '/channels', kind: 'slow', ms: 6_000 });
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
	await session.n8n.sandbox.addFault({ path: '/channels', kind: 'status', ...refusal });
	const messages = threePieces();
	const failed = await write(workflow, messages);
	// On a busy machine another message than the first may begin the collection.
	expect(failed.toSorted()).toEqual([500, 503, 503]);
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
	const { conversationId } = await session.n8n.sandbox.api<{ conversationId: string }>(
		'POST',
		'/conversations',
		message,
	);
	return conversationId;
}

it('starts one run for what the service sends again after n8n was killed', async () => {
	const workflow = await collecting('whenFinished');
	const publicUrl = session.proxy.urlOf(workflow.url);
	const registered = await session.n8n.sandbox.registerWebhook(publicUrl, ['message.received']);
	await workflow.useSecrets(registered.secret);
	const conversationId = await startConversation();
	for (const text of ['oi', 'tudo bem?', 'quanto custa?']) {
		await session.n8n.sandbox.customerWrites(conversationId, text);
	}
	await pause(1_000);
	await session.n8n.stopN8n('kill');
	await session.n8n.startN8n();
	await waitUntil('the messages to be accepted', RESENT_MS, async () =>
		(await workflow.accepted(publicUrl)).size === 3 ? true : undefined,
	);
	expect(await collected(workflow)).toEqual(['oi\ntudo bem?\nquanto custa?']);
});

describe('memory', () => {
	/** More of them: `npm run e2e:long`. */
	const CUSTOMERS = process.env.E2E_LONG ? 100 : 20;

	/** After so long n8n has given back the memory of its calls. */
	const GIVEN_BACK_MS = 10_000;

	/** @returns n8n's memory before the work and the most it had during it, in bytes */
	async function measured(work: () => Promise<void>): Promise<{ before: number; peak: number }> {
		const before = session.n8n.memory();
		let peak = before;
		let isOver = false;
		const watch = async () => {
			while (!isOver) {
				peak = Math.max(peak, session.n8n.memory());
				await pause(200);
			}
		};
		await Promise.all([work().finally(() => (isOver = true)), watch()]);
		return { before, peak };
	}

	/** Sends messages within two seconds, those of one customer far apart; sends again what was not accepted. */
	async function burst(workflow: TriggerWorkflow, customers: number, each: number) {
		const conversations = Array.from({ length: customers }, aConversation);
		const messages = Array.from({ length: each }, () => conversations)
			.flat()
			.map((conversation, index) => messageOf(conversation, `text ${index}`));
		const answers = await write(workflow, messages, 2_000 / messages.length);
		for (const [index, message] of messages.entries()) {
			if (answers[index] === 200) continue;
			await waitUntil('the message to be accepted', 60_000, async () =>
				(await send(workflow.url, message, [secret])) === 200 ? true : undefined,
			);
		}
		return messages.map(({ id }) => id);
	}

	/** The IDs of all messages that started executions. */
	async function startedBy(workflow: TriggerWorkflow): Promise<Set<string>> {
		const items = (await workflow.output()) as Array<{ collected: { events: Envelope[] } }>;
		return new Set(items.flatMap(({ collected: { events } }) => events.map(({ id }) => id)));
	}

	// On a busy machine one customer's messages come so far apart that they start several executions.
	if (process.env.E2E_LONG) {
		it('grows with the conversations, not with their messages', async () => {
			const workflow = await collecting('atOnce');
			for (let round = 0; round < 3; round++) await burst(workflow, 4, 1);
			const few = await measured(async () => void (await burst(workflow, 4, 12)));
			expect(await workflow.executions(16)).toHaveLength(16);
			await pause(GIVEN_BACK_MS);
			const many = await measured(async () => void (await burst(workflow, 48, 1)));
			expect(few.peak - few.before).toBeLessThan(0.7 * (many.peak - many.before));
		});
	}

	it('is given back after a burst, of which no message is lost', async () => {
		const workflow = await collecting('atOnce');
		const { before, peak } = await measured(async () => {
			const sent = await burst(workflow, CUSTOMERS, 2);
			const started = await startedBy(workflow);
			expect(sent.filter((id) => !started.has(id))).toEqual([]);
		});
		await waitUntil('memory to be given back', 60_000, async () =>
			session.n8n.memory() < (before + peak) / 2 ? true : undefined,
		);
	});
});
