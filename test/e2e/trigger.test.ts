import { gzipSync } from 'node:zlib';

import { sharedN8n } from './support/sharedN8n';
import {
	signed,
	type Envelope,
	anEvent,
	callingStep,
	type Node,
	post,
	send,
	TriggerWorkflow,
} from './support/triggerWorkflow';

const DAY_MS = 24 * 60 * 60 * 1000;

const n8n = sharedN8n();

afterEach(async () => {
	await n8n.sandbox.reset();
});

/** An active workflow, registered at the sandbox. */
async function registered(events = ['contact.created'], options = {}, steps?: Node[]) {
	const workflow = await TriggerWorkflow.create(n8n, { events, options }, steps);
	const registration = await n8n.sandbox.registerWebhook(workflow.url, events);
	await workflow.useSecrets(registration.secret);
	await workflow.activate();
	return { workflow, registration };
}

const createContact = async (name: string) =>
	await n8n.sandbox.api<{ id: string }>('POST', '/contacts', {
		name,
		email: `${Date.now()}@example.com`,
	});

it('runs the workflow with the event as sent, and acknowledges other event types without a run', async () => {
	const { workflow, registration } = await registered();
	const contact = await createContact('Ana “á” 🙂');
	expect(await workflow.executions(1)).toMatchObject([{ status: 'success', mode: 'webhook' }]);
	const { body } = await workflow.delivered(200);
	expect(await workflow.output()).toEqual([JSON.parse(body)]);
	expect(await workflow.output()).toMatchObject([
		{ event: 'contact.created', data: { contactId: contact.id } },
	]);
	expect(await workflow.deliveries()).toHaveLength(1);
	expect(await send(workflow.url, anEvent('deal.created'), [registration.secret])).toBe(200);
	expect(await workflow.executions()).toHaveLength(1);
});

describe('a body that n8n parses in its own way', () => {
	it('is read from the signed bytes, whatever the request’s headers say', async () => {
		const { workflow, registration } = await registered(['*'], { includeHeaders: true });
		const event = { ...anEvent(), data: { text: '🙂'.repeat(260_000) } };
		const body = Buffer.from(JSON.stringify(event));
		const signature = { 'svc-signature': signed(body, [registration.secret]) };
		const types = [
			'text/plain',
			'application/x-www-form-urlencoded',
			'application/octet-stream',
			'application/cloudevents+json',
			'',
		];
		expect(await post(workflow.url, body, { ...signature, 'content-type': types[0]! })).toBe(200);
		for (const type of types) {
			const { id } = anEvent();
			const small = Buffer.from(JSON.stringify({ event: type, id }));
			const headers = {
				...{ 'content-type': type, authorization: 'Basic abc', 'x-trace': '7' },
				'svc-signature': signed(small, [registration.secret]),
			};
			expect([type, await post(workflow.url, small, headers)]).toEqual([type, 200]);
		}
		const zipped = new Uint8Array(gzipSync(body.toString().replace(event.id, 'evt_zipped')));
		const plain = body.toString().replace(event.id, 'evt_zipped');
		const headers = {
			'content-encoding': 'gzip',
			'svc-signature': signed(plain, [registration.secret]),
		};
		expect(await post(workflow.url, zipped, headers)).toBe(200);

		await workflow.executions(types.length + 2);
		const [last, ...others] = (await workflow.output()) as Array<Envelope & { headers: object }>;
		const first = others.pop();
		expect([last?.id, first?.id, last?.data, first?.data]).toEqual([
			...['evt_zipped', event.id],
			...[event.data, event.data],
		]);
		expect(others.map(({ event: type }) => type).reverse()).toEqual(types);
		for (const { headers: shown } of others) {
			expect(shown).toMatchObject({ 'x-trace': '7' });
			expect(Object.keys(shown)).not.toContain('authorization');
			expect(Object.keys(shown)).not.toContain('svc-signature');
		}
	});

	it('starts nothing if it holds no event, or n8n refuses it', async () => {
		const { workflow, registration } = await registered(['*']);
		const answerTo = async (body: string, type = 'application/json') =>
			await post(workflow.url, body, {
				'content-type': type,
				'svc-signature': signed(body, [registration.secret]),
			});
		expect(await answerTo('["contact.created"]')).toBe(200);
		expect(await answerTo('no json', 'text/plain')).toBe(200);
		expect(await answerTo('{"event"')).toBe(422);
		expect(await answerTo(JSON.stringify('x'.repeat(16 * 1024 * 1024)))).toBe(500);
		expect(await workflow.executions()).toEqual([]);
	});
});

describe('a trigger that answers when the workflow has finished', () => {
	const answer = { answer: 'whenFinished' };
	const fault = { path: '/channels', kind: 'status', status: 400, code: 'invalid_parameter' };

	it('has the service resend a failed event until a run succeeds', async () => {
		const { workflow } = await registered(undefined, answer, [callingStep]);
		await n8n.sandbox.addFault({ ...fault, count: 2 });
		await createContact('Third time lucky');
		const { id } = await workflow.delivered(200);
		expect(await workflow.answers(3)).toEqual([500, 500, 200]);
		const runs = await workflow.executions(3);
		expect(runs.map((run) => run.status)).toEqual(['success', 'error', 'error']);
		expect((await workflow.output()).map((one) => (one as { id: string }).id)).toEqual([
			id,
			id,
			id,
		]);
	});

	const stops: Node = {
		...{ name: 'Stop', type: 'n8n-nodes-base.stopAndError', typeVersion: 1 },
		parameters: { errorMessage: 'As told' },
	};
	const never = { leftValue: '={{ $json.id }}', rightValue: 'never' };
	const nothing: Node = {
		...{ name: 'Nothing', type: 'n8n-nodes-base.filter', typeVersion: 2.2 },
		parameters: {
			conditions: {
				...{ combinator: 'and', options: { version: 2 } },
				conditions: [{ ...never, operator: { type: 'string', operation: 'equals' } }],
			},
		},
	};
	// docs/reference/trigger.md, "What the service is answered".
	it.each<[string, Node, number, string]>([
		['fails and goes on in its own way', callingStep, 200, 'success'],
		['fails and goes on in n8n’s way', stops, 500, 'error'],
		['gives nothing out', nothing, 200, 'success'],
	])('answers for a last step that %s: %#', async (_, step, status, runEnded) => {
		const { workflow, registration } = await registered(['*'], answer, [
			{ ...step, onError: 'continueRegularOutput' },
		]);
		await n8n.sandbox.addFault({ ...fault, count: 1 });
		expect(await send(workflow.url, anEvent(), [registration.secret])).toBe(status);
		expect((await workflow.executions(1)).map((run) => run.status)).toEqual([runEnded]);
	});
});

it('refuses events of an unknown secret, and accepts their resends once the credential has it', async () => {
	const { workflow, registration } = await registered();
	const fresh = await n8n.sandbox.rotateSecret(registration.id);
	await n8n.sandbox.advanceClock(DAY_MS + 1000);
	await createContact('Signed with the new one, old one known');
	const refusedOne = await workflow.delivered(401);
	expect(await workflow.executions()).toEqual([]);

	await workflow.useSecrets(registration.secret, fresh);
	expect((await workflow.delivered(200)).id).toBe(refusedOne.id);
	expect(await workflow.executions(1)).toHaveLength(1);
});

it('runs an event once that arrives many times at the same instant, and answers the others 503', async () => {
	const { workflow, registration } = await registered();
	const [event, other] = [anEvent(), anEvent()];
	const deliver = async (envelope: Envelope) =>
		await send(workflow.url, envelope, [registration.secret]);
	const deliveries = Array.from({ length: 20 }, async (_, index) => {
		return await deliver(index % 2 ? event : other);
	});
	for (const status of await Promise.all(deliveries)) expect([200, 503]).toContain(status);
	await workflow.executions(2);
	expect([await deliver(event), await deliver(other)]).toEqual([200, 200]);
	const ids = (await workflow.output()).map((output) => (output as Envelope).id);
	expect(ids.sort()).toEqual([event.id, other.id].sort());
});

it('accepts nothing while inactive; when active again, it accepts resends and knows accepted events', async () => {
	const { workflow, registration } = await registered();
	const known = anEvent();
	await send(workflow.url, known, [registration.secret]);
	await workflow.executions(1);
	await workflow.deactivate();
	await createContact('While it is off');
	const { id } = await workflow.delivered(404);
	expect(await send(workflow.url, anEvent(), [registration.secret])).toBe(404);
	expect(await workflow.executions()).toHaveLength(1);

	await workflow.activate();
	expect(await send(workflow.url, known, [registration.secret])).toBe(200);
	expect((await workflow.delivered(200)).id).toBe(id);
	expect(await workflow.executions(2)).toHaveLength(2);
});

it('“Listen for test event” takes one event at the test URL, signed with the secret of that URL', async () => {
	const { workflow, registration } = await registered();
	const test = await n8n.sandbox.registerWebhook(workflow.testUrl, ['contact.created']);
	await workflow.putSecrets({
		signingSecret: registration.secret,
		testSigningSecret: test.secret,
	});
	expect(await send(workflow.testUrl, anEvent(), [test.secret])).toBe(404);
	expect(await send(workflow.url, anEvent(), [test.secret])).toBe(401);

	await workflow.listen();
	expect(await send(workflow.testUrl, anEvent(), [registration.secret])).toBe(401);
	expect(await send(workflow.testUrl, anEvent('deal.created'), [test.secret])).toBe(200);
	expect(await workflow.executions()).toEqual([]);
	await createContact('Seen in the editor, and by the active workflow');
	await workflow.delivered(200, workflow.testUrl);
	const executions = await workflow.executions(2);
	expect(executions.map(({ mode }) => mode).sort()).toEqual(['manual', 'webhook']);
	const [one, other] = await workflow.output();
	expect(one).toEqual(other);
	expect(await send(workflow.testUrl, anEvent(), [test.secret])).toBe(404);
});
