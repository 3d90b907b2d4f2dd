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

/** More of them: `npm run e2e:long`. */
const KILLED_AFTER_MS = process.env.E2E_LONG ? [0, 50, 150, 300, 600] : [0];

const session = useRestartableN8n();

const createContact = async (index = 0) =>
	await session.n8n.sandbox.api('POST', '/contacts', {
		name: 'Ana',
		email: `ana.${index}.${Date.now()}@example.com`,
	});

async function registered(
	{ events = ['contact.created'], ...more }: { events?: string[]; options?: object } = {},
	steps?: Node[],
) {
	const workflow = await TriggerWorkflow.create(session.n8n, { events, ...more }, steps);
	/** Where the service delivers. */
	const publicUrl = session.proxy.urlOf(workflow.url);
	const { secret } = await session.n8n.sandbox.registerWebhook(publicUrl, events);
	await workflow.useSecrets(secret);
	await workflow.activate();
	return { workflow, secret, publicUrl };
}

/** docs/recipes/without-a-file.md, "Once for each event". */
const removeDuplicates: Node = {
	name: 'New ones alone',
	type: 'n8n-nodes-base.removeDuplicates',
	typeVersion: 2,
	parameters: {
		operation: 'removeItemsSeenInPreviousExecutions',
		dedupeValue: '={{ $json.id }}',
	},
};

/** docs/recipes/without-a-file.md, "Retry-safe sends", for a write. */
const keyedWrite = (pipelineId: string): Node => ({
	name: 'Create the deal',
	type: 'n8n-nodes-customer-relationship.customerRelationship',
	parameters: {
		...{ resource: 'deal', operation: 'create', title: '={{ $json.id }}', pipelineId },
		options: { idempotencyKey: '=deal-{{ $json.id }}' },
	},
});

it('runs events again that were in progress when n8n was killed, and accepts resends; the recipes do nothing twice', async () => {
	const { pipelines } = await session.n8n.sandbox.fixtures();
	const { workflow: writing, secret } = await registered({}, [keyedWrite(pipelines.default)]);
	const {
		workflow: once,
		secret: onceSecret,
		publicUrl,
	} = await registered({}, [removeDuplicates, { name: 'Your steps', type: 'n8n-nodes-base.noOp' }]);
	const events = Array.from({ length: 20 }, () => anEvent());
	const sendAll = async () => {
		const all = events.map(async (event) => await send(writing.url, event, [secret]));
		expect(await Promise.all(all)).toEqual(Array(events.length).fill(200));
	};
	await sendAll();
	const known = events.slice(0, 3);
	for (const [index, event] of known.entries()) {
		await send(once.url, event, [onceSecret]);
		await once.executions(index + 1);
	}
	await writing.executions(events.length);

	const { workflow: waiting, publicUrl: waitingUrl } = await registered(
		{ options: { answer: 'whenFinished' }, events: ['deal.created'] },
		[callingStep],
	);
	await session.n8n.sandbox.addFault({ path: '/channels', kind: 'slow', ms: 30_000 });
	const deal = { title: 'Under way', pipelineId: pipelines.default };
	await session.n8n.sandbox.asTheApp('POST', '/deals', deal);
	await waitUntil('the run to be under way', 20_000, async () =>
		(await waiting.statuses()).includes('running') ? true : undefined,
	);

	await session.n8n.stopN8n('kill');
	const cut = await waiting.delivered(0, waitingUrl);
	await createContact();
	const missed = await once.delivered(503, publicUrl);
	await session.n8n.startN8n();
	await waitUntil('what was cut off to be accepted', RESENT_MS, async () =>
		(await waiting.accepted(waitingUrl)).has(cut.id) ? true : undefined,
	);
	expect((await waiting.startedBy()).filter((id) => id === cut.id)).toHaveLength(2);
	// Another may begin at any time: the resent contact makes a deal, too.
	const ended = await waitUntil('the runs to be saved', 20_000, async () => {
		const statuses = await waiting.statuses();
		const isOver = !statuses.includes('new') && !statuses.includes('running');
		return isOver ? statuses : undefined;
	});
	expect(ended.filter((status) => status !== 'success')).toEqual(['crashed']);
	expect((await once.delivered(200, publicUrl)).id).toBe(missed.id);
	await once.executions(known.length + 1);
	for (const event of known) expect(await send(once.url, event, [onceSecret])).toBe(200);
	await once.executions(2 * known.length + 1);
	const passed = (await once.output('Your steps')) as Envelope[];
	expect(passed.map(({ id }) => id)).toEqual([missed.id, ...known.map(({ id }) => id).reverse()]);

	await sendAll();
	const executions = await writing.executions(2 * events.length);
	// The contact of above is an event of this workflow's, too.
	expect(new Set(executions.map(({ status }) => status))).toEqual(new Set(['success']));
	const deals = await session.n8n.sandbox.api<{ data: Array<{ title: string }> }>(
		'GET',
		'/deals?limit=100',
	);
	const titles = deals.data
		.map(({ title }) => title)
		.filter((title) => events.some(({ id }) => id === title));
	expect(titles.sort()).toEqual(events.map(({ id }) => id).sort());
});

it.each(KILLED_AFTER_MS)(
	'loses nothing of what arrives while n8n is killed, %i ms after the first event was accepted',
	async (afterMs) => {
		const { workflow, publicUrl } = await registered();
		const count = 41;
		const created = Promise.all(
			Array.from({ length: count - 1 }, async (_, index) => await createContact(index)),
		);
		await waitUntil(
			'the first of many to be accepted',
			20_000,
			async () => {
				return (await workflow.accepted(publicUrl)).size > 0 ? true : undefined;
			},
			5,
		);
		await pause(afterMs);
		await session.n8n.stopN8n('kill');
		// One at least arrives while nobody is there, however quick n8n was with the others.
		await createContact(count);
		await created;
		expect((await workflow.accepted(publicUrl)).size).toBeLessThan(count);

		await session.n8n.startN8n();
		const accepted = await waitUntil('every event to be accepted', RESENT_MS, async () => {
			const ids = await workflow.accepted(publicUrl);
			return ids.size === count ? ids : undefined;
		});
		const started = await waitUntil(
			'every event to have started the workflow',
			60_000,
			async () => {
				const ids = new Set(await workflow.startedBy());
				if (ids.size >= count) return ids;
				throw new Error(`${ids.size} of ${count} have`);
			},
		);
		expect(started).toEqual(accepted);
	},
);

// Here, since n8n as it comes takes long enough to call a trigger for callers to hang up before it does.
it('answers every resend, however soon the caller of the first delivery hung up', async () => {
	const { workflow, secret } = await registered({ options: { answer: 'whenFinished' } }, [
		callingStep,
	]);
	await session.n8n.sandbox.addFault({ path: '/channels', kind: 'slow', ms: 3_000, count: 100 });
	const delays = Array.from({ length: 12 }, (_, index) => 40 * index);
	const answers: number[] = [];
	const untilAccepted = delays.map(async (afterMs) => {
		const event = anEvent();
		await sendAndHangUp(workflow.url, event, [secret], afterMs);
		const resend = async () => {
			answers.push(await send(workflow.url, event, [secret]));
			return answers.at(-1) === 200 ? true : undefined;
		};
		await waitUntil('the event to be accepted', 60_000, resend, 1_000);
	});
	await Promise.all(untilAccepted);
	for (const status of answers) expect([200, 503]).toContain(status);
	expect(await workflow.executions(delays.length)).toHaveLength(delays.length);
});
