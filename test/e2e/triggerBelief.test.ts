/** Whom the trigger believes, and what a stranger costs. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { slowestHealthz } from './healthz';
import { sharedN8n } from './sharedN8n';
import { anEvent, post, send, signed, TriggerWorkflow, type Secrets } from './triggerWorkflow';

const n8n = sharedN8n();
const [production, test, foreign] = Array.from({ length: 3 }, () =>
	randomBytes(32).toString('hex'),
);
const both = { signingSecret: production, testSigningSecret: test };

const workflowWith = async (secrets: Secrets, options = {}) =>
	await TriggerWorkflow.create(n8n, { events: ['*'], options }, undefined, secrets);

async function published(secrets: Secrets = both, options = {}): Promise<TriggerWorkflow> {
	const workflow = await workflowWith(secrets, options);
	await workflow.activate();
	return workflow;
}

describe('an event is checked against the secret of its URL, and no other', () => {
	it('the production URL', async () => {
		const { url } = await published();
		expect(await send(url, anEvent(), [test!])).toBe(401);
		expect(await send(url, anEvent(), [production!])).toBe(200);
	});

	it('the test URL', async () => {
		const workflow = await workflowWith(both);
		await workflow.listen();
		expect(await send(workflow.testUrl, anEvent(), [production!])).toBe(401);
		expect(await send(workflow.testUrl, anEvent(), [test!])).toBe(200);
		expect(await workflow.executions(1)).toHaveLength(1);
	});

	it('without which nothing is published or listened to, nor with one that can’t be the service’s', async () => {
		const withTest = await workflowWith({ testSigningSecret: test });
		const withProduction = await workflowWith({ signingSecret: production });
		const withImpossible = await workflowWith({ signingSecret: production!.slice(1) });
		await Promise.all([
			expect(withTest.activate()).rejects.toThrow(/“Signing Secret” .* is empty/),
			expect(withImpossible.activate()).rejects.toThrow(/“Signing Secret” .* has 63 characters/),
			expect(withProduction.listen()).rejects.toThrow(/“Signing Secret \(Test URL\)”/),
		]);
		expect(await send(withTest.url, anEvent(), [test!])).toBe(404);
	});
});

describe('a signature counts', () => {
	let workflow: TriggerWorkflow;
	beforeAll(async () => {
		workflow = await published();
	});

	const body = JSON.stringify(anEvent());
	const [t, v1] = signed(body, [production!]).split(',') as [string, string];
	const hex = v1.slice('v1='.length);
	it.each([
		['in capital letters', `${t},v1=${hex.toUpperCase()}`],
		['with a trailing comma', `${t},${v1},`],
		['beside a short one', `${t},v1=00,${v1}`],
		['beside what cannot be read', `${t},,v1,${v1},kid=1`],
	])('%s', async (_, header) => {
		expect(await post(workflow.url, body, { 'svc-signature': header })).toBe(200);
	});

	it.each([
		['with a second time', `${t},t=1,${v1}`],
		['without a time', v1],
		['with an unreadable one alone', `${t},v1=00`],
	])('not %s', async (_, header) => {
		expect(await post(workflow.url, body, { 'svc-signature': header })).toBe(401);
	});
});

describe('a delivery is answered 401 and starts nothing', () => {
	let workflow: TriggerWorkflow;
	beforeAll(async () => {
		workflow = await published();
	});

	const genuine = JSON.stringify(anEvent());
	const header = signed(genuine, [production!]);
	it.each<[string, string, Record<string, string>]>([
		['without a signature', genuine, {}],
		['with an empty one', genuine, { 'svc-signature': '' }],
		['with somebody else’s', genuine, { 'svc-signature': signed(genuine, [foreign!]) }],
		['with an old one', genuine, { 'svc-signature': signed(genuine, [production!], 1000) }],
		['with one of the future', genuine, { 'svc-signature': signed(genuine, [production!], -1000) }],
		['with another body', JSON.stringify(anEvent()), { 'svc-signature': header }],
		['with no body', '', { 'svc-signature': header }],
		[
			'with parts',
			'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
			{ 'svc-signature': header, 'content-type': 'multipart/form-data; boundary=x' },
		],
	])('%s', async (_, body, headers) => {
		expect(await post(workflow.url, body, headers)).toBe(401);
		expect(await workflow.executions()).toEqual([]);
	});

	it('a second after its secret is gone from the credential', async () => {
		const other = await published();
		expect(await send(other.url, anEvent(), [production!])).toBe(200);
		await other.putSecrets({ testSigningSecret: test });
		expect(await send(other.url, anEvent(), [production!])).toBe(401);
		expect(await send(other.url, anEvent(), [''])).toBe(401);
		expect(await other.executions(1)).toHaveLength(1);
	});

	it('with a line in n8n’s log that says why, one a second, and without what the caller wrote', async () => {
		const { url } = await published();
		const alreadyLogged = (await readFile(n8n.logFile, 'utf8')).length;
		const body = JSON.stringify(anEvent('word of a stranger'));
		const startedAt = performance.now();
		for (let count = 0; count < 20; count++) await send(url, JSON.parse(body), [foreign!]);
		await pause(1_100);
		await send(url, JSON.parse(body), [foreign!]);
		const seconds = (performance.now() - startedAt) / 1000;

		// However long the 21 took: each has its line, or is counted in the next.
		let log = '';
		let lines: RegExpMatchArray[] = [];
		const told = () => lines.reduce((sum, [, leftOut]) => sum + 1 + Number(leftOut ?? 0), 0);
		for (let tries = 0; tries < 50 && told() < 21; tries++) {
			await pause(100);
			log = (await readFile(n8n.logFile, 'utf8')).slice(alreadyLogged);
			lines = [
				...log.matchAll(
					/Delivery refused with 401: its signature does not hold with the credential’s “Signing Secret”.*?(?:\(and (\d+) more like it since the last line\)|$)/gm,
				),
			];
		}
		expect(told()).toBe(21);
		expect(lines.length).toBeLessThanOrEqual(seconds + 1);
		expect(log).not.toContain('word of a stranger');
		for (const secret of [production, test, foreign]) expect(log).not.toContain(secret);
	});
});

it('takes an emptied tolerance for 300 seconds', async () => {
	const { url } = await published(both, { toleranceSeconds: '' });
	expect(await send(url, anEvent(), [production!], { ageSeconds: 290 })).toBe(200);
	expect(await send(url, anEvent(), [production!], { ageSeconds: 310 })).toBe(401);
});

it('asks the service to come back when the credential can’t be read', async () => {
	const workflow = await published();
	await workflow.loseCredential();
	expect(await send(workflow.url, anEvent(), [production!])).toBe(503);
	expect(await workflow.executions()).toEqual([]);
});

it('does not work for strangers: five nested bodies of 200 kB stop n8n no longer than at its own Webhook', async () => {
	const deep = `${'['.repeat(4_000)}${']'.repeat(4_000)}`;
	const nested = `[${Array(25).fill(deep).join()}]`;
	const headers = { 'svc-signature': signed('another body', [foreign!]) };
	const control = await TriggerWorkflow.ofWebhookNode(n8n);
	await control.activate();
	const slowest = async ({ url }: TriggerWorkflow) =>
		await slowestHealthz(n8n.url, async () => {
			for (let count = 0; count < 5; count++) await post(url, nested, headers);
		});
	expect(await slowest(await published())).toBeLessThan(5 * Math.max(await slowest(control), 50));
});
