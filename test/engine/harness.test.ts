import { homedir } from 'node:os';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fakeService, line, runWorkflow } from './harness';
import type { FakeService, NodeJson, WorkflowJson } from './harness';
import { n8nUserFolder } from './harness/home';
import { probes } from './harnessProbes';

const start: NodeJson = { type: 'n8n-nodes-base.manualTrigger', name: 'Start' };
const call = (settings: Partial<NodeJson> = {}): NodeJson => ({
	type: 'test.call',
	name: 'Call',
	parameters: { path: '={{ $json.path }}' },
	...settings,
});
const see: NodeJson = { type: 'test.see', name: 'See' };
const noOp = (name: string): NodeJson => ({ type: 'n8n-nodes-base.noOp', name });

/** n8n's own words for a status that it has none for. */
const refusal = 'Your request is invalid or could not be processed by the service';

let service: FakeService;
let failures = 0;
beforeEach(async () => {
	failures = 0;
	service = await fakeService(({ url, headers }) => {
		if (url.startsWith('/fails') || (url.startsWith('/flaky') && failures++ < 1)) {
			return { status: 418, json: { teapot: true } };
		}
		return { json: { url, word: headers['x-word'] } };
	});
});
afterEach(async () => await service.close());

const run = async (json: WorkflowJson, options: Parameters<typeof runWorkflow>[1] = {}) =>
	await runWorkflow(json, {
		...probes,
		credentials: { probeApi: { url: service.url } },
		...options,
	});

describe('runWorkflow', () => {
	test('runs nodes over real HTTP with the credential applied', async () => {
		const result = await run(line([start, call()]), {
			inputData: [{ path: '/a' }, { path: '/b' }],
		});
		expect(result.status).toBe('success');
		expect(result.items('Call')).toEqual([
			{ json: { url: '/a?via=credential', word: 'by default' }, pairedItem: { item: 0 } },
			{ json: { url: '/b?via=credential', word: 'by default' }, pairedItem: { item: 1 } },
		]);
		expect(service.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
			'GET /a?via=credential',
			'GET /b?via=credential',
		]);
	});

	test('takes two credentials of one type by the names that the nodes refer to', async () => {
		const withCredential = (name: string) =>
			call({ name, parameters: { path: '/' }, credentials: { probeApi: { id: null, name } } });
		const result = await run(line([start, withCredential('One'), withCredential('Two')]), {
			credentials: {
				One: { url: service.url, word: 'first' },
				Two: { url: service.url, word: '={{ "sec" + "ond" }}' },
			},
		});
		expect(result.json('One')).toMatchObject([{ word: 'first' }]);
		expect(result.json('Two')).toMatchObject([{ word: 'second' }]);
	});

	test('a node without its credential fails as in n8n', async () => {
		const result = await run(line([start, call()]), { credentials: {} });
		expect(result.status).toBe('error');
		expect(result.error?.message).toBe('Node does not have any credentials set');
	});

	test('stops at a failing node, and says which', async () => {
		const result = await run(line([start, call(), noOp('After')]), {
			inputData: [{ path: '/fails' }],
		});
		expect(result).toMatchObject({ status: 'error', lastNode: 'Call' });
		expect(result.error).toMatchObject({ name: 'NodeApiError', httpCode: '418' });
		expect(result.nodeError('Call')?.message).toBe(result.error?.message);
		expect(result.runs('After')).toEqual([]);
	});

	test('Retry On Fail tries again', async () => {
		const node = call({ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 });
		const result = await run(line([start, node]), { inputData: [{ path: '/flaky' }] });
		expect(result.status).toBe('success');
		expect(service.requests).toHaveLength(2);
	});

	test('On Error: continue with the error output, joined with the input', async () => {
		const json = line(
			[start, call({ onError: 'continueErrorOutput' }), noOp('Good')],
			[{ from: 'Call', output: 1, to: 'Bad' }],
		);
		json.nodes.push(noOp('Bad'));
		const result = await run(json, {
			inputData: [
				{ path: '/fails', n: 1 },
				{ path: '/fine', n: 2 },
			],
		});
		expect(result.status).toBe('success');
		expect(result.json('Good')).toMatchObject([{ url: '/fine?via=credential' }]);
		expect(result.json('Bad')).toEqual([{ path: '/fails', n: 1, error: refusal }]);
		expect(result.items('Call', 1)).toHaveLength(1);
	});

	test('On Error: continue with the regular output', async () => {
		const json = line([start, call({ onError: 'continueRegularOutput' }), noOp('After')]);
		const result = await run(json, { inputData: [{ path: '/fails' }, { path: '/fine' }] });
		expect(result.json('After')).toEqual([
			{ error: refusal },
			expect.objectContaining({ url: '/fine?via=credential' }),
		]);
	});

	test('Execute Once runs for the first item only', async () => {
		const result = await run(line([start, call({ executeOnce: true })]), {
			inputData: [{ path: '/a' }, { path: '/b' }],
		});
		expect(service.requests).toHaveLength(1);
		expect(result.items('Call')).toHaveLength(1);
	});

	test('pinned data replaces a node, in manual mode only', async () => {
		const pinned = { Call: [{ json: { pinned: true } }] };
		const manual = await run(line([start, call(), noOp('After')]), { pinData: pinned });
		expect(manual.json('After')).toEqual([{ pinned: true }]);
		expect(service.requests).toEqual([]);
		await run(line([start, call()]), {
			pinData: pinned,
			mode: 'trigger',
			inputData: [{ path: '/real' }],
		});
		expect(service.requests).toHaveLength(1);
	});

	test('starts at a node that is no trigger, with its input', async () => {
		const result = await run(line([start, call(), see]), {
			startNode: 'Call',
			inputData: [{ path: '/mid' }],
		});
		expect(result.runs('Start')).toEqual([]);
		expect(result.json('Call')).toMatchObject([{ url: '/mid?via=credential' }]);
	});

	test('execution ids: fresh, repeated, empty, none; instance ids; hints; logs; mode', async () => {
		const seen = async (options: Parameters<typeof runWorkflow>[1]) =>
			(await run(line([start, see]), options)).json('See')[0];
		const [one, two] = [await seen({}), await seen({})];
		expect(one?.executionId).toMatch(/^\d+$/);
		expect(two?.executionId).not.toBe(one?.executionId);
		expect(two?.instanceId).toBe(one?.instanceId);
		expect(await seen({ executionId: '77', mode: 'webhook' })).toMatchObject({
			executionId: '77',
			mode: 'webhook',
		});
		expect(await seen({ executionId: '' })).toMatchObject({ executionId: '' });
		expect(await seen({ executionId: null })).toMatchObject({ executionId: null });
		const together = await Promise.all([seen({ instanceId: 'x' }), seen({ instanceId: 'y' })]);
		expect(together.map((json) => json?.instanceId)).toEqual(['x', 'y']);

		const result = await run(line([start, see]));
		expect(result.hints('See')).toEqual([{ message: 'Look here', location: 'outputPane' }]);
		expect(result.logs).toContainEqual({ level: 'warn', message: 'seen', metadata: { items: 1 } });
	});

	test('a cancelled execution ends at once', async () => {
		const cancelled = new AbortController();
		const since = Date.now();
		setTimeout(() => cancelled.abort(), 50);
		const result = await run(line([start, { type: 'test.wait' }, see]), {
			signal: cancelled.signal,
		});
		expect(result.status).toBe('canceled');
		expect(Date.now() - since).toBeLessThan(1_000);
		expect(result.runs('See')).toEqual([]);
	});

	test('runs a sub-workflow, whose failure is the calling node’s', async () => {
		const inner: NodeJson = { type: 'n8n-nodes-base.executeWorkflowTrigger', name: 'Called' };
		const caller: NodeJson = {
			type: 'n8n-nodes-base.executeWorkflow',
			name: 'Sub',
			parameters: { workflowId: { __rl: true, mode: 'id', value: 'sub' }, mode: 'each' },
		};
		const options = {
			subWorkflows: { sub: line([inner, call()]) },
			inputData: [{ path: '/one' }, { path: '/two' }],
		};
		const result = await run(line([start, caller]), options);
		expect(result.items('Sub')).toMatchObject([
			{ json: { url: '/one?via=credential' }, pairedItem: { item: 0 } },
			{ json: { url: '/two?via=credential' }, pairedItem: { item: 1 } },
		]);
		const failed = await run(line([start, caller]), {
			...options,
			inputData: [{ path: '/fails' }],
		});
		expect(failed.error?.message).toBe(refusal);
	});

	test('an unknown node type is named', async () => {
		await expect(run(line([start, { type: 'test.nothing' }]))).rejects.toThrow(
			'no node type "test.nothing"',
		);
	});
});

test('n8n’s files stay in the temporary folder', async () => {
	await run(line([start, see]));
	expect(readdirSync(join(n8nUserFolder, '.n8n'))).toContain('config');
	expect(n8nUserFolder.startsWith(homedir())).toBe(false);
	expect(existsSync(join(homedir(), '.n8n', 'config'))).toBe(false);
});
