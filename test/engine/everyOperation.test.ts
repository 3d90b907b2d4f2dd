import type { IDataObject } from 'n8n-workflow';
import { outputSchemas } from '../../scripts/docs/outputSchemas';
import type { PropertyType } from '../../scripts/docs/propertyTypes';
import { asExpressions, OPERATIONS, judgingParametersOf, plant } from './actionNode/operations';
import { NODE, useService } from './actionNode/service';
import { actionNode, line, runWorkflow, startNode, type NodeJson } from '../support/engine';

const service = useService();
const names = [...OPERATIONS.keys()];
let values: Awaited<ReturnType<typeof plant>>;
beforeEach(async () => {
	values = await plant(service);
});

/** What the editor shows of outputs before the first run. */
const SCHEMAS = new Map(
	Object.entries(outputSchemas()).map(([path, text]) => [
		path.split('/').slice(-2).join('.').replace('.json', ''),
		JSON.parse(text) as PropertyType,
	]),
);
function expectToBe(value: unknown, { type, properties, items }: PropertyType, path: string): void {
	const actual =
		value === null
			? 'null'
			: Array.isArray(value)
				? 'array'
				: Number.isInteger(value)
					? 'integer'
					: typeof value;
	expect([path, [type].flat()]).toEqual([path, expect.arrayContaining([actual])]);
	if (items && Array.isArray(value)) {
		for (const entry of value) expectToBe(entry, items, `${path}[]`);
	}
	if (value === null) return;
	for (const [name, inner] of Object.entries(properties ?? {})) {
		expectToBe((value as IDataObject)[name], inner, `${path}.${name}`);
	}
}

const start: NodeJson = { type: startNode, name: 'Start' };
const node = (parameters: unknown, more: Partial<NodeJson> = {}): NodeJson => ({
	...{ type: actionNode, name: NODE, parameters: parameters as never, ...more },
});
/**
 * Both items, and one node whose every parameter is an expression that reads them. Resource and
 * operation are none: n8n takes no expressions there.
 */
function given(name: string): { items: IDataObject[]; parameters: IDataObject } {
	const items = values.map((one) => judgingParametersOf(OPERATIONS.get(name)!, one));
	const { resource, operation } = items[0]!;
	return {
		items,
		parameters: { ...(asExpressions(items[0]) as IDataObject), resource, operation },
	};
}
const run = async (nodes: NodeJson[], inputData?: IDataObject[]) =>
	await runWorkflow(line(nodes), { credentials: service.credentials(), inputData });
/** What the service got since a request. */
const sent = async (since = 0) =>
	(await service.requests())
		.slice(since)
		.map(({ method, path, rawBody }) => `${method} ${path} ${rawBody}`);
const paired = (items: Array<{ pairedItem?: unknown }>) =>
	items.map(({ pairedItem }) => (pairedItem as { item: number } | undefined)?.item);

test.each(names)(
	'%s: takes every field, as a value and as an expression; pairs outputs with inputs, with response details',
	async (name) => {
		const { items, parameters } = given(name);
		const options = { includeResponse: true };
		// A conversation is asked for in another way once its contact is known.
		if (name === 'conversation.get') await run([start, node(parameters)], items);
		const before = (await sent()).length;
		const result = await run([start, node({ ...parameters, options })], items);
		expect(result.error).toBeUndefined();
		expect([...new Set(paired(result.items(NODE)))]).toEqual([0, 1]);
		expect(paired(result.items(NODE))).toEqual([...paired(result.items(NODE))].sort());
		for (const { _response } of result.json(NODE) as Array<{ _response?: IDataObject }>) {
			expect(_response).toEqual({
				...{ statusCode: expect.any(Number), requestId: expect.stringMatching(/./) },
				...{ replayed: false, created: _response?.statusCode === 201 },
				...{ written: expect.any(Boolean), hints: expect.any(Array) },
			});
		}
		const asExpressed = await sent(before);
		for (const item of items) {
			const single = await run([start, node(item)]);
			const schema = SCHEMAS.get(name);
			if (schema) for (const record of single.json(NODE)) expectToBe(record, schema, name);
		}
		// Asked again, those that look for a record first find nothing left to write.
		const looksFirst = ['company.upsert', 'deal.upsert'].includes(name);
		const asked = asExpressed.filter((request) => !looksFirst || request.startsWith('GET'));
		expect(new Set(await sent(before + asExpressed.length))).toEqual(new Set(asked));
	},
);

test('explains an expression for the operation, which n8n does not resolve', async () => {
	const item = await service.refusal({
		resource: '={{ "contact" }}',
		operation: 'get',
		contactId: 'x',
	});
	expect(item.error).toBe('“Resource” does not exist');
	expect(await service.requests()).toEqual([]);
});

test.each(names)('%s: gives each write of two runs in one execution its own key', async (name) => {
	const { items, parameters } = given(name);
	const workflow = line([start, node(parameters)], [{ from: 'Start', to: 'Again' }]);
	workflow.nodes.push({ type: startNode, name: 'Again' });
	workflow.connections.Again = { main: [[{ node: NODE, type: 'main', index: 0 }]] };
	const result = await runWorkflow(workflow, {
		credentials: service.credentials(),
		inputData: items,
	});
	expect(result.runs(NODE)).toHaveLength(2);
	const requests = await service.requests();
	const keys = requests.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
	expect(keys).toHaveLength(requests.filter(({ method }) => method !== 'GET').length);
	expect(new Set(keys).size).toBe(keys.length);
	for (const key of keys) expect(key).toMatch(/^[\x21-\x7e]{1,255}$/);
});

describe('refused', () => {
	beforeEach(async () => {
		const fault = { kind: 'status', status: 402, code: 'subscription_inactive', count: 9 };
		await service.fault(fault);
	});
	const message = 'The account’s subscription is not active';
	const failed = (name: string) => (item: number) => ({
		json: {
			error: message,
			details: {
				...{ status: 402, type: expect.any(String), code: 'subscription_inactive' },
				...{ requestId: expect.any(String), whatToDo: expect.any(String) },
				...(!/\.get/.test(name) && { outcome: 'notCarriedOut' }),
			},
		},
		pairedItem: { item },
	});
	const refused = async (name: string, onError?: NodeJson['onError']) => {
		const { items, parameters } = given(name);
		return await run([start, node(parameters, { onError })], items);
	};

	test.each(names)('%s: sends each item to the error output once', async (name) => {
		const result = await refused(name, 'continueErrorOutput');
		expect(result.status).toBe('success');
		expect(result.items(NODE)).toEqual([]);
		expect(result.items(NODE, 1)).toMatchObject([0, 1].map(failed(name)));
		expect(await service.requests()).toHaveLength(2);
	});

	test.each(['contact.getAll', 'contact.upsert'])(
		'%s: puts the item on the regular output, or ends the execution',
		async (name) => {
			const stays = await refused(name, 'continueRegularOutput');
			expect(stays.items(NODE)).toEqual([0, 1].map(failed(name)));
			const ended = await refused(name);
			expect(ended).toMatchObject({ status: 'error', lastNode: NODE });
			expect(ended.nodeError(NODE)).toMatchObject({
				...{ message, httpCode: '402' },
				description: expect.stringContaining('Code: subscription_inactive'),
			});
		},
	);
});
