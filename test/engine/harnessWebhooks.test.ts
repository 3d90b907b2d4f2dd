import { gzipSync } from 'node:zlib';
import { line, webhookServer } from './harness';
import type { NodeJson, WebhookServer, WebhookServerOptions, WorkflowJson } from './harness';
import { hookNode, probes } from './harnessProbes';

const hook = (parameters: NodeJson['parameters'] = {}): NodeJson => ({
	type: 'test.hook',
	name: 'Hook',
	webhookId: 'hook-1',
	parameters,
});
/** Stores nothing when it is activated. */
const idleHook = { ...hookNode, webhookMethods: undefined };
const see: NodeJson = { type: 'test.see', name: 'See' };

const servers: WebhookServer[] = [];
afterEach(async () => {
	await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

async function serve(
	json: WorkflowJson,
	options: WebhookServerOptions = {},
): Promise<WebhookServer> {
	const credentials = { probeApi: { word: 'secret word' } };
	const server = await webhookServer(json, { ...probes, credentials, ...options });
	servers.push(server);
	return server;
}

async function active(parameters?: NodeJson['parameters'], options?: WebhookServerOptions) {
	const server = await serve(line([hook(parameters), see]), options);
	await server.activate();
	return server;
}

async function post(
	url: string,
	what = 'start',
	body: string | Uint8Array = '{"a": 1}',
	headers = {},
) {
	const answer = await fetch(`${url}?do=${what}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: body as string,
	});
	return { status: answer.status, text: await answer.text() };
}

const messages = ({ logs }: WebhookServer) =>
	logs.filter(({ level }) => level === 'info').map(({ message }) => message);

describe('a call', () => {
	test('reaches the trigger with its bytes, its parsed body and the credential; the workflow runs', async () => {
		const server = await active();
		const body = '{ "b": "é",\n"a": 1.0 }';
		expect(await post(server.url, 'start', body)).toEqual({
			status: 200,
			text: '{"message":"Workflow was started"}',
		});
		const [run] = await server.executions();
		expect(run).toMatchObject({ status: 'success', lastNode: 'See' });
		expect(run?.json('Hook')).toEqual([
			{
				body: { b: 'é', a: 1 },
				bytes: Buffer.from(body).toString('latin1'),
				type: 'application/json',
				calls: 1,
				mode: 'webhook',
				word: 'secret word',
			},
		]);
	});

	test.each([
		['text/plain', 'plain', 'plain'],
		['application/x-www-form-urlencoded', 'a=1&a=2', { a: ['1', '2'] }],
		['application/octet-stream', Buffer.from([0, 255]), undefined],
		['application/json', '', undefined],
		['application/json; charset=utf-8', '\uFEFF{"bom":true}', { bom: true }],
	])('keeps the bytes of %s', async (type, body, parsed) => {
		const server = await active();
		await post(server.url, 'start', Buffer.from(body as string), { 'content-type': type });
		const [run] = await server.executions();
		expect(run?.json('Hook')[0]).toMatchObject({
			bytes: Buffer.from(body as string).toString('latin1'),
		});
		expect(run?.json('Hook')[0]?.body).toEqual(parsed);
	});

	test('inflates a compressed body', async () => {
		const server = await active();
		await post(server.url, 'start', gzipSync('{"zip":1}'), { 'content-encoding': 'gzip' });
		expect((await server.executions())[0]?.json('Hook')[0]).toMatchObject({ bytes: '{"zip":1}' });
	});

	test('with broken JSON is refused by n8n before the trigger sees it', async () => {
		const server = await active();
		const { status, text } = await post(server.url, 'start', '{"broken');
		expect(status).toBe(422);
		expect(JSON.parse(text)).toMatchObject({ code: 422, message: 'Failed to parse request body' });
		expect(server.staticData).not.toHaveProperty('node:Hook.calls');
	});

	test('can be answered by the trigger itself, or ignored: no execution', async () => {
		const server = await active({ responseCode: 202 });
		expect(await post(server.url, 'refuse')).toEqual({ status: 401, text: '{"refused":true}' });
		expect(await post(server.url, 'ignore')).toEqual({ status: 202, text: 'ignored' });
		expect(await server.executions()).toEqual([]);
		expect(server.staticData['node:Hook']).toMatchObject({ calls: 2 });
	});

	test('that makes the trigger throw is a 500 and a failed execution', async () => {
		const server = await active();
		expect((await post(server.url, 'throw')).status).toBe(500);
		const [run] = await server.executions();
		expect(run).toMatchObject({ status: 'error', lastNode: 'Hook' });
		expect(run?.error?.message).toBe('webhook failed');
	});

	test('to an unknown path or with another method is a 404', async () => {
		const server = await active();
		expect((await post(`${server.url}/other`)).status).toBe(404);
		expect((await fetch(server.url)).status).toBe(404);
		expect((await post(server.testUrl)).status).toBe(404);
	});
});

describe('when the last node finishes', () => {
	const parameters = { responseMode: 'lastNode', responseData: 'firstEntryJson' };

	test('answers with its first item', async () => {
		const server = await active(parameters);
		const { status, text } = await post(server.url);
		expect(status).toBe(200);
		expect(JSON.parse(text)).toMatchObject({ mode: 'webhook', runIndex: 0 });
	});

	test('answers 500 for a failed workflow', async () => {
		const failing: NodeJson = { type: 'test.call', name: 'Call', parameters: { path: '/' } };
		const server = await serve(line([hook(parameters), failing]), {
			credentials: { probeApi: { url: 'http://127.0.0.1:1' } },
		});
		await server.activate();
		expect(await post(server.url)).toEqual({
			status: 500,
			text: '{"message":"Error in workflow"}',
		});
	});
});

describe('activation', () => {
	test('runs the hooks; production and test URLs are two', async () => {
		const server = await serve(line([hook(), see]));
		expect((await post(server.url)).status).toBe(404);
		await server.activate();
		await server.activate('init');
		await server.deactivate();
		expect(messages(server)).toEqual([
			`created trigger activate ${server.url}`,
			'deleted internal update',
		]);
		expect((await post(server.url)).status).toBe(404);
		expect(server.url).toMatch(/\/webhook\/hook-1\/webhook$/);
		expect(server.testUrl).toMatch(/\/webhook-test\/hook-1\/webhook$/);
	});

	test('fails with what the trigger says', async () => {
		const server = await serve(line([hook({ refuse: true }), see]));
		await expect(server.activate()).rejects.toThrow('Not like this');
		expect((await post(server.url)).status).toBe(404);
		await expect(server.listen()).rejects.toThrow('Not like this');
	});

	test('a test URL works once, in manual mode, and keeps no static data', async () => {
		const server = await serve(line([hook(), see]));
		await server.listen();
		expect((await post(server.testUrl, 'refuse')).status).toBe(401);
		expect((await post(server.testUrl)).status).toBe(200);
		const [run] = await server.executions();
		expect(run?.json('Hook')[0]).toMatchObject({ mode: 'manual' });
		expect(messages(server)).toEqual([
			`created manual manual ${server.testUrl}`,
			'deleted internal update',
		]);
		expect((await post(server.testUrl)).status).toBe(404);
		expect(server.staticData).toEqual({});
	});
});

describe('static data', () => {
	const quiet = line([hook(), { type: 'n8n-nodes-base.noOp', name: 'Quiet' }]);

	test('survives calls and restarts', async () => {
		const first = await serve(quiet);
		await first.activate();
		await post(first.url, 'insist');
		await post(first.url, 'ignore');
		const { staticData } = first;
		expect(staticData['node:Hook']).toMatchObject({ calls: 2 });
		const second = await serve(quiet, { staticData });
		await second.activate('init');
		expect(messages(second)).toEqual([]);
		await post(second.url);
		expect((await second.executions())[0]?.json('Hook')[0]).toMatchObject({ calls: 3 });
	});

	test('that `webhook()` changed is lost with a run, as in n8n, unless it is written again a moment later', async () => {
		const stored = { 'node:Hook': { calls: 5 } };
		const server = await serve(quiet, { staticData: stored });
		await server.activate();
		await post(server.url);
		expect((await server.executions())[0]?.json('Hook')[0]).toMatchObject({ calls: 6 });
		expect(server.staticData['node:Hook']).toMatchObject({ calls: 5 });
		await post(server.url, 'insist');
		expect(server.staticData['node:Hook']).toMatchObject({ calls: 6 });
	});

	test('are saved with a run while the database holds none, as in n8n', async () => {
		const server = await serve(quiet, { nodes: { ...probes.nodes, 'test.hook': idleHook } });
		await server.activate();
		await post(server.url);
		expect(server.staticData['node:Hook']).toMatchObject({ calls: 1 });
		await post(server.url);
		expect(server.staticData['node:Hook']).toMatchObject({ calls: 1 });
	});

	test('of an execution that changes it replaces what its call recorded, as in n8n', async () => {
		const server = await active();
		await post(server.url, 'insist');
		await server.executions();
		expect(server.staticData).toMatchObject({ 'node:See': { calls: 1 } });
		expect(server.staticData['node:Hook']).not.toHaveProperty('calls');
	});

	test.each([
		['beforeExecution', 0, undefined],
		['beforeStaticData', 1, undefined],
		['beforeAnswer', 1, 1],
	] as const)('killed %s: %i stored, calls saved: %p', async (moment, stored, calls) => {
		const wait: NodeJson = { type: 'test.wait', name: 'Wait' };
		const server = await serve(line([hook(), wait, see]));
		await server.activate();
		server.killAt(moment);
		await expect(post(server.url, 'insist')).rejects.toThrow('fetch failed');
		const executions = await server.executions();
		expect(executions.map(({ status }) => status)).toEqual(Array(stored).fill('canceled'));
		expect((server.staticData['node:Hook'] as { calls?: number }).calls).toBe(calls);
		expect((await post(server.url, 'ignore')).status).toBe(200);
	});
});
