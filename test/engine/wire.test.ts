/**
 * What each operation sends: method, path, query, the body's bytes and the Idempotency-Key, compared
 * with the table beside this file. A key or a byte that changes makes a repeated write a new one.
 *
 * Inputs stand in wireInputs.ts. After adding one, for a new operation or field, record the table anew
 * and see in its diff that no other has changed:
 *
 *     RECORD_WIRE=1 npx jest test/engine/wire.test.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { CustomerRelationship } from '../../nodes/CustomerRelationship/CustomerRelationship.node.ts';
import { actionNode, fakeService, line, runWorkflow, type NodeJson, type Reply } from './harness';
import { INPUTS, type Input } from './wireInputs';

/** A request as it arrived. */
interface Sent {
	/** Method, path and query. */
	request: string;
	key?: string;
	body?: string;
}

const TABLE = join(__dirname, 'wire.table.json');
/** What arrives for an input, by the input's name. */
const table = JSON.parse(readFileSync(TABLE, 'utf8')) as Record<string, Sent[]>;
const recording = process.env.RECORD_WIRE === '1';
const { properties } = new CustomerRelationship().description;

/** All that an automatic key is made of, but for the run, the item and the operation. */
const INSTANCE = 'instance-1';
const WORKFLOW = 'workflow-1';
const EXECUTION = '4711';
const NODE = 'node-1';

/** Enough of the service for any operation to come to its end. */
function answer({ method, url }: { method: string; url: string }): Reply {
	const headers = { 'request-id': 'request-1' };
	const { pathname, searchParams } = new URL(url, 'http://service');
	if (Number(searchParams.get('limit')) > 100) {
		const error = { type: 'invalid_request_error', code: 'invalid_parameter', param: 'limit' };
		return { status: 400, headers, json: { error: { ...error, message: 'Too large' } } };
	}
	if (method === 'GET' && /\/[a-z]+s$/.test(pathname)) {
		const last = searchParams.has('cursor');
		const more = last
			? { hasMore: false, nextCursor: null }
			: { hasMore: true, nextCursor: 'à +/=' };
		return { headers, json: { data: [{ id: 'r1' }, { id: 'r2' }], ...more } };
	}
	if (method === 'POST' && pathname.endsWith('/conversations')) {
		const message = { id: 'm/ã 1', status: 'pending' };
		return { status: 202, headers, json: { conversationId: 'c/ã 1', message } };
	}
	return { headers, json: { id: 'r1', status: 'sent' } };
}

/** Runs the node for the items, and gives what arrived at the service. */
async function sentFor({ operation: name, as, parameters, items }: Input): Promise<Sent[]> {
	const [resource, operation] = name.split('.');
	const node: NodeJson = {
		type: as === 'tool' ? `${actionNode}Tool` : actionNode,
		id: NODE,
		name: 'Node',
		parameters: { resource, operation, ...parameters },
	};
	const start = { type: 'n8n-nodes-base.manualTrigger', name: 'Start' };
	const loop = {
		type: 'n8n-nodes-base.splitInBatches',
		name: 'Loop',
		parameters: { batchSize: 1 },
	};
	const workflow =
		as === 'loop'
			? line(
					[start, loop],
					[
						{ from: 'Loop', output: 1, to: 'Node' },
						{ from: 'Node', to: 'Loop' },
					],
				)
			: line([start, node]);
	if (as === 'loop') workflow.nodes.push(node);
	const service = await fakeService(answer);
	try {
		const run = await runWorkflow(
			{ ...workflow, id: WORKFLOW, settings: { timezone: 'America/Sao_Paulo' } },
			{
				instanceId: INSTANCE,
				executionId: EXECUTION,
				inputData: items,
				credentials: {
					customerRelationshipApi: { baseUrl: `${service.url}/api/v1`, accessToken: 'token-1' },
				},
				nodes: { [`${actionNode}Tool`]: new CustomerRelationship() },
			},
		);
		if (run.error) throw run.error;
	} finally {
		await service.close();
	}
	return service.requests.map(({ method, url, headers, body }) => {
		expect(headers).toMatchObject({ authorization: 'Bearer token-1', accept: 'application/json' });
		expect(headers['content-type']).toBe(body.length > 0 ? 'application/json' : undefined);
		const key = headers['idempotency-key'] as string | undefined;
		return {
			request: `${method} ${url}`,
			...(key !== undefined && { key }),
			...(body.length > 0 && { body: body.toString() }),
		};
	});
}

const nameOf = ({ operation, title }: Input) => `${operation}: ${title}`;

test.each(INPUTS.map((input) => [nameOf(input), input] as const))('%s', async (name, input) => {
	const sent = await sentFor(input);
	expect(input.items.length).toBeGreaterThan(1);
	expect(sent.length).toBeGreaterThanOrEqual(input.items.length);
	if (recording) table[name] = sent;
	expect(sent).toEqual(table[name]);
});

afterAll(() => {
	if (!recording) return;
	const recorded = Object.fromEntries(INPUTS.map(nameOf).map((name) => [name, table[name]]));
	writeFileSync(TABLE, `${JSON.stringify(recorded, null, '\t')}\n`);
});

test('the table holds these inputs, and no other', () => {
	expect(Object.keys(table)).toEqual(INPUTS.map(nameOf));
});

const operations = properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ displayOptions, options = [] }) =>
		options.map((option) => {
			const resource = String(displayOptions?.show?.resource?.[0]);
			return [resource, String((option as INodePropertyOptions).value)] as const;
		}),
	);

test('every operation has an input', () => {
	const names = operations.map((names) => names.join('.'));
	expect(names.length).toBeGreaterThan(0);
	expect([...new Set(INPUTS.map(({ operation }) => operation))].sort()).toEqual(names.sort());
});

test.each(operations)(
	'%s.%s: every field is filled in, and every choice chosen',
	(resource, operation) => {
		const shown = properties.filter(({ displayOptions }) => {
			const { show } = displayOptions ?? {};
			return show?.resource?.includes(resource) && show.operation?.includes(operation);
		});
		const given = INPUTS.filter((input) => input.operation === `${resource}.${operation}`).flatMap(
			({ parameters }) => [...inParameters(parameters)],
		);
		expect(inPanel(shown).filter((field) => !given.includes(field))).toEqual([]);
	},
);

type Entry = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** What can be filled in: `name`, `additionalFields.tags`, `updateFields.clearFields=phone`. */
function inPanel(entries: Entry[], within = ''): string[] {
	return entries.flatMap((entry) => {
		const field = within + entry.name;
		if ('values' in entry) return inPanel(entry.values, `${field}.`);
		if (!('type' in entry) || !entry.options) return [field];
		if (/collection$/i.test(entry.type)) return inPanel(entry.options, `${field}.`);
		return entry.options.map((option) => `${field}=${(option as INodePropertyOptions).value}`);
	});
}

/** What is filled in, by the same names. */
function* inParameters(value: unknown, field = ''): Generator<string> {
	if (Array.isArray(value)) {
		for (const entry of value) yield* inParameters(entry, field);
	} else if (typeof value === 'object' && value !== null) {
		for (const [name, entry] of Object.entries(value)) {
			yield* inParameters(entry, field ? `${field}.${name}` : name);
		}
	} else yield `${field}=${String(value)}`;
	yield field;
}
