/** Whom the trigger does not believe, and what it refuses before it is published; the oldest n8n is not asked. */
import { randomBytes } from 'node:crypto';

import { exampleWorkflows } from '../../playground/exampleWorkflows';
import { sampleEvent } from '../../playground/sampleEvents';
import { sharedN8n } from './support/sharedN8n';
import {
	anEvent,
	post,
	send,
	signed,
	TriggerWorkflow,
	type Secrets,
} from './support/triggerWorkflow';

const n8n = sharedN8n();
const secret = randomBytes(32).toString('hex');
const workflowWith = async (secrets: Secrets) =>
	await TriggerWorkflow.create(n8n, { events: ['*'] }, undefined, secrets);

/** Whom n8n does not publish; it tries each five times in 15 s, beside the other tests. */
let unpublished: Promise<Array<PromiseSettledResult<void>>>;
beforeAll(async () => {
	const without = await workflowWith({ testSigningSecret: secret });
	const impossible = await workflowWith({ signingSecret: secret.slice(1) });
	unpublished = Promise.allSettled([without.activate(), impossible.activate()]);
});

it('refuses a delivery whose raw bytes n8n can’t provide', async () => {
	const workflow = await workflowWith({ signingSecret: secret });
	await workflow.activate();
	const headers = { 'svc-signature': signed(JSON.stringify(anEvent()), [secret]) };
	expect(await post(workflow.url, '', headers)).toBe(401);
	const parts = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n';
	const type = { 'content-type': 'multipart/form-data; boundary=x' };
	expect(await post(workflow.url, parts, { ...headers, ...type })).toBe(401);
	expect(await workflow.executions()).toEqual([]);
});

it('answers 503 when the credential can’t be read', async () => {
	const workflow = await workflowWith({ signingSecret: secret });
	await workflow.activate();
	await workflow.loseCredential();
	expect(await send(workflow.url, anEvent(), [secret])).toBe(503);
	expect(await workflow.executions()).toEqual([]);
});

// The oldest n8n, asked by the address that these tests use, it waits for an event all the same.
it('uses a pinned event where none has arrived yet', async () => {
	const example = (await exampleWorkflows()).find(({ id }) => id === 'messageFailed')!;
	const { baseUrl, tokens } = n8n.service;
	const credential = {
		...{ name: 'Pinned', type: 'customerRelationshipApi' },
		data: { baseUrl, accessToken: tokens.manager },
	};
	const stored = await n8n.rest.send<{ id: string }>('POST', '/credentials', credential);
	const credentials = { [credential.type]: { id: stored.id, name: credential.name } };
	const nodes = example.nodes.map((node) =>
		'credentials' in node ? { ...node, credentials } : node,
	);
	const { id } = await n8n.rest.createWorkflow({ ...example, id: 'messageFailedPinned', nodes });
	await n8n.runByHand(id, 'When a message fails');
	const [execution] = await n8n.executionsOf(id, 1);
	expect(execution).toMatchObject({ mode: 'manual', status: 'success' });
	const { id: eventId, data } = sampleEvent('message.failed');
	const notice = await n8n.outputOf(execution?.id ?? '', 'Write the notice');
	expect(notice).toMatchObject([{ eventId, messageId: data.id, code: 'recipient_invalid' }]);
});

it('can’t be published or listened to without a well-formed secret', async () => {
	const withProduction = await workflowWith({ signingSecret: secret });
	await expect(withProduction.listen()).rejects.toThrow(/“Signing Secret \(Test URL\)”/);
	const reasons = (await unpublished).map((one) => String((one as { reason?: unknown }).reason));
	expect(reasons).toEqual([
		expect.stringMatching(/“Signing Secret” .* is empty/),
		expect.stringMatching(/“Signing Secret” .* has 63 characters/),
	]);
});
