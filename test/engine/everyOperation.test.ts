import type { IDataObject } from 'n8n-workflow';
import { CONTRACT } from '../unit/resources/contract';
import { requestOf as travelling } from '../unit/resources/requests';
import {
	asExpressions,
	isWrite,
	OPERATIONS,
	parametersOf,
	plant,
	type Records,
} from './actionNode/operations';
import { NODE, useService } from './actionNode/service';
import { actionNode, line, runWorkflow, type NodeJson, type WorkflowJson } from './harness';

const service = useService();
const names = Object.keys(OPERATIONS);
let records: Records;
beforeEach(async () => {
	records = await plant(service);
});

const start: NodeJson = { type: 'n8n-nodes-base.manualTrigger', name: 'Start' };
const node = (parameters: unknown, more: Partial<NodeJson> = {}): NodeJson => ({
	type: actionNode,
	name: NODE,
	parameters: parameters as never,
	...more,
});
/**
 * Both items, and one node whose every parameter is an expression that reads them. Resource and
 * operation are none: n8n takes no expressions there.
 */
function given(name: string): { items: IDataObject[]; parameters: IDataObject } {
	const items = parametersOf(name, records, service);
	const [resource, operation] = name.split('.');
	return {
		items,
		parameters: { ...(asExpressions(items[0]) as IDataObject), resource, operation },
	};
}
const run = async (json: WorkflowJson, more: object) =>
	await runWorkflow(json, { credentials: service.credentials(), ...more });
const keys = async () =>
	(await service.requests()).flatMap(({ headers }) => headers['idempotency-key'] ?? []);
const paired = (items: Array<{ pairedItem?: unknown }>) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number } | undefined)?.item);

test('none is left out', () => {
	expect(names.sort()).toEqual(Object.keys(CONTRACT).sort());
});

test.each(names)(
	'%s: every parameter may be an expression; outputs pair with their inputs',
	async (name) => {
		const { items, parameters } = given(name);
		const asTyped = items.map((item) => requestOf(name, item));
		const result = await run(line([start, node(parameters)]), { inputData: items });
		expect(result.error).toBeUndefined();
		expect([...new Set(paired(result.items(NODE)))]).toEqual([0, 1]);
		expect(paired(result.items(NODE))).toEqual([...paired(result.items(NODE))].sort());
		expect((await sent()).sort()).toEqual(asTyped.sort());
	},
);

/** What goes out for an item whose parameters are typed in. */
function requestOf(name: string, item: IDataObject): string {
	const { line: methodAndPath, body = '' } = travelling(name, item);
	const [method, path] = (methodAndPath.split('?')[0] ?? '').split(' ');
	return `${method} /api/v1${path} ${body}`;
}

const sent = async () =>
	(await service.requests()).map(
		({ method, path, rawBody }) => `${method} ${path.split('?')[0]} ${rawBody}`,
	);

test('an expression for the operation, which n8n does not resolve, is explained', async () => {
	const item = await service.refusal({
		resource: '={{ "contact" }}',
		operation: 'get',
		contactId: 'x',
	});
	expect(item.error).toBe('“Operation” does not exist for this resource');
	expect(await service.requests()).toEqual([]);
});

test.each(names)('%s: response details are added to every item when asked', async (name) => {
	const { items, parameters } = given(name);
	const withDetails = { ...parameters, options: { includeResponse: true } };
	const result = await run(line([start, node(withDetails)]), { inputData: items });
	expect(result.items(NODE).length).toBeGreaterThan(1);
	for (const { _response } of result.json(NODE) as Array<{ _response?: IDataObject }>) {
		expect(_response).toEqual({
			statusCode: expect.any(Number),
			requestId: expect.stringMatching(/./),
			replayed: false,
			created: _response?.statusCode === 201,
		});
	}
});

test.each(names)('%s: Execute Once works on the first item only', async (name) => {
	const { items, parameters } = given(name);
	const result = await run(line([start, node(parameters, { executeOnce: true })]), {
		inputData: items,
	});
	expect(result.error).toBeUndefined();
	expect([...new Set(paired(result.items(NODE)))]).toEqual([0]);
	expect(await service.requests()).toHaveLength(1);
});

test.each(names)(
	'%s: a loop runs it once a batch, each write with a key of its own',
	async (name) => {
		const { items, parameters } = given(name);
		const json = line(
			[
				start,
				{ type: 'n8n-nodes-base.splitInBatches', name: 'Loop', parameters: { batchSize: 1 } },
			],
			[
				{ from: 'Loop', output: 1, to: NODE },
				{ from: NODE, to: 'Loop' },
			],
		);
		json.nodes.push(node(parameters));
		const result = await run(json, { inputData: items });
		expect(result.error).toBeUndefined();
		expect(result.runs(NODE)).toHaveLength(2);
		const sentKeys = await keys();
		expect(sentKeys).toHaveLength(isWrite(name) ? 2 : 0);
		expect(new Set(sentKeys).size).toBe(sentKeys.length);
		for (const key of sentKeys) expect(key).toMatch(/^[\x21-\x7e]{1,255}$/);
	},
);

test.each(names)('%s: pinned data stands for it', async (name) => {
	const { items, parameters } = given(name);
	const pinData = { [NODE]: [{ json: { pinned: true } }] };
	const result = await run(line([start, node(parameters)]), { inputData: items, pinData });
	expect(result.json(NODE)).toEqual([{ pinned: true }]);
	expect(await service.requests()).toEqual([]);
});

test.each(names)('%s: runs in a sub-workflow', async (name) => {
	const { items, parameters } = given(name);
	const called = line([
		{ type: 'n8n-nodes-base.executeWorkflowTrigger', name: 'Called' },
		node(parameters),
	]);
	const caller: NodeJson = {
		type: 'n8n-nodes-base.executeWorkflow',
		name: 'Sub',
		parameters: { workflowId: { __rl: true, mode: 'id', value: 'sub' }, mode: 'each' },
	};
	const result = await run(line([start, caller]), {
		inputData: items,
		subWorkflows: { sub: called },
	});
	expect(result.error).toBeUndefined();
	expect([...new Set(paired(result.items('Sub')))]).toEqual([0, 1]);
	const sentKeys = await keys();
	expect(new Set(sentKeys).size).toBe(isWrite(name) ? 2 : 0);
});

describe.each(names)('%s, refused', (name) => {
	const refuse = async (method: string) =>
		await service.fault({
			kind: 'status',
			status: 402,
			code: 'subscription_inactive',
			count: 9,
			method,
		});
	const method = (CONTRACT[name]?.request ?? '').split(' ')[0] ?? '';
	const failed = (item: number) => ({
		json: {
			error: 'The account’s subscription is not active',
			details: {
				status: 402,
				type: expect.any(String),
				code: 'subscription_inactive',
				param: null,
				requestId: expect.any(String),
			},
		},
		pairedItem: { item },
	});

	test('goes to the error output, every item of it, once', async () => {
		await refuse(method);
		const { items, parameters } = given(name);
		const json = line([start, node(parameters, { onError: 'continueErrorOutput' })]);
		const result = await run(json, { inputData: items });
		expect(result.status).toBe('success');
		expect(result.items(NODE)).toEqual([]);
		expect(result.items(NODE, 1)).toMatchObject([failed(0), failed(1)]);
		expect(await service.requests()).toHaveLength(2);
	});

	test('stays in the regular output, or ends the execution', async () => {
		await refuse(method);
		const { items, parameters } = given(name);
		const json = (onError: NodeJson['onError']) => line([start, node(parameters, { onError })]);
		const result = await run(json('continueRegularOutput'), { inputData: items });
		expect(result.items(NODE)).toEqual([failed(0), failed(1)]);
		const ended = await run(json(undefined), { inputData: items });
		expect(ended).toMatchObject({ status: 'error', lastNode: NODE });
		expect(ended.nodeError(NODE)).toMatchObject({
			message: 'The account’s subscription is not active',
			description: expect.stringContaining('Code: subscription_inactive'),
			httpCode: '402',
		});
	});
});
