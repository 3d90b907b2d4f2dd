import { waitUntil } from '../../playground/waitUntil';
import { FrontDoor } from './frontDoor';
import { startRealN8n, type OwnN8n } from './realN8n';
import {
	anEvent,
	callingStep,
	type Node,
	RESENT_MS,
	send,
	sendAndHangUp,
	TriggerWorkflow,
} from './triggerWorkflow';

let n8n: OwnN8n;
let door: FrontDoor;

beforeAll(async () => {
	n8n = await startRealN8n();
	door = await FrontDoor.open(n8n.url);
});
afterEach(async () => {
	await n8n?.sandbox.reset();
});
afterAll(async () => {
	await door?.close();
	await n8n?.stop();
});

const createContact = async (index = 0) =>
	await n8n.sandbox.api('POST', '/contacts', {
		name: 'Ana',
		email: `ana.${index}.${Date.now()}@example.com`,
	});

async function registered(parameters: object = {}, steps?: Node[]) {
	const events = ['contact.created'];
	const workflow = await TriggerWorkflow.create(n8n, { events, ...parameters }, steps);
	/** Where the service delivers. */
	const publicUrl = door.urlOf(workflow.url);
	const { secret } = await n8n.sandbox.registerWebhook(publicUrl, events);
	await workflow.useSecrets(secret);
	await workflow.activate();
	return { workflow, secret, publicUrl };
}

it('runs once what the service resends after n8n was stopped, and knows what it had before', async () => {
	const { workflow, secret, publicUrl } = await registered();
	const known = [anEvent(), anEvent(), anEvent()];
	for (const event of known) await send(workflow.url, event, [secret]);
	await workflow.executions(known.length);

	await n8n.stopN8n('stop');
	await createContact();
	const missed = await workflow.delivered(503, publicUrl);
	await n8n.startN8n();
	expect((await workflow.delivered(200, publicUrl)).id).toBe(missed.id);
	for (const event of known) expect(await send(workflow.url, event, [secret])).toBe(200);

	const executions = await workflow.executions(known.length + 1);
	expect(executions.map(({ status }) => status)).toEqual(Array(known.length + 1).fill('success'));
	expect(await workflow.startedBy()).toEqual([missed.id, ...known.map(({ id }) => id).reverse()]);
});

it('loses nothing of what arrives while n8n is killed, and knows what it had before', async () => {
	const { workflow, secret, publicUrl } = await registered();
	const known = [anEvent(), anEvent(), anEvent()];
	for (const event of known) await send(workflow.url, event, [secret]);

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
	await n8n.stopN8n('kill');
	// One at least arrives while nobody is there, however quick n8n was with the others.
	await createContact(count);
	await created;
	expect((await workflow.accepted(publicUrl)).size).toBeLessThan(count);

	await n8n.startN8n();
	const accepted = await waitUntil('every event to be accepted', RESENT_MS, async () => {
		const ids = await workflow.accepted(publicUrl);
		return ids.size === count ? ids : undefined;
	});
	for (const event of known) expect(await send(workflow.url, event, [secret])).toBe(200);
	const ids = await workflow.startedBy();
	expect(new Set(ids)).toEqual(new Set([...accepted, ...known.map(({ id }) => id)]));
	for (const { id } of known) expect(ids.filter((one) => one === id)).toHaveLength(1);
});

it('runs again, when answers wait for the end, what was under way as n8n was killed', async () => {
	const { workflow, publicUrl } = await registered({ options: { answer: 'whenFinished' } }, [
		callingStep,
	]);
	await n8n.sandbox.addFault({ path: '/channels', kind: 'slow', ms: 30_000 });
	await createContact();
	await waitUntil('the run to be under way', 20_000, async () =>
		(await workflow.statuses()).includes('running') ? true : undefined,
	);
	await n8n.stopN8n('kill');
	const cut = await workflow.delivered(0, publicUrl);
	await n8n.startN8n();
	expect((await workflow.delivered(200, publicUrl)).id).toBe(cut.id);
	expect(await workflow.startedBy()).toEqual([cut.id, cut.id]);
	expect(await workflow.statuses()).toEqual(['success', 'crashed']);
});

// Here, since n8n as it comes takes long enough to call a trigger for callers to hang up before it does.
it('answers every resend, however soon the caller of the first delivery hung up', async () => {
	const { workflow, secret } = await registered({ options: { answer: 'whenFinished' } }, [
		callingStep,
	]);
	await n8n.sandbox.addFault({ path: '/channels', kind: 'slow', ms: 3_000, count: 100 });
	const delays = Array.from({ length: 40 }, (_, index) => 15 * index);
	const answers: number[] = [];
	const untilAccepted = delays.map(async (afterMs) => {
		const event = anEvent();
		await sendAndHangUp(workflow.url, event, [secret], afterMs);
		await waitUntil('the event to be accepted', 30_000, async () => {
			answers.push(await send(workflow.url, event, [secret]));
			return answers.at(-1) === 200 ? true : undefined;
		});
	});
	await Promise.all(untilAccepted);
	expect(new Set(answers)).toEqual(new Set([503, 200]));
	expect(await workflow.executions(delays.length)).toHaveLength(delays.length);
});
