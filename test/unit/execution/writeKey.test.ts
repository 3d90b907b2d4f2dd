import { automaticKeyOf } from '../../../nodes/CustomerRelationship/execution/writeKey';
import { automaticKey } from '../../../nodes/CustomerRelationship/transport/idempotency';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { contextOf, type Told } from './nodeContext';

const request: ApiRequest = { method: 'POST', path: '/deals', body: { title: 'a' } };
const another: ApiRequest = { ...request, body: { title: 'b' } };
const elsewhere: ApiRequest = { ...request, path: '/deals/1/move' };

const keyOf = (told: Partial<Told> = {}, item = 0, operation = 'deal.create', asked = request) =>
	automaticKeyOf(contextOf({ items: [{}, {}, {}, {}], ...told }), item, operation, asked);

describe('the key of a write to which the user gave none', () => {
	test('is made of where in which execution the item stands', () => {
		expect(keyOf({ run: 2 }, 3)).toBe(
			automaticKey({
				...{ installation: 'i', workflow: 'w', execution: '7', node: 'n', run: 2, item: 3 },
				operation: 'deal.create',
			}),
		);
	});

	test('is the same for every attempt, whatever the body holds by then', () => {
		expect(keyOf()).toBe(keyOf());
		expect(keyOf({}, 0, 'deal.create', another)).toBe(keyOf());
		expect(keyOf({ flow: { customerRelationshipRun: 'x' } })).toBe(keyOf());
		expect(keyOf({ isTool: false })).toBe(keyOf());
	});

	test.each<[string, Parameters<typeof keyOf>]>([
		['another installation', [{ installation: 'j' }]],
		['another workflow', [{ workflow: 'v' }]],
		['another execution', [{ execution: '8' }]],
		['another node', [{ node: 'm' }]],
		['another round of a loop', [{ run: 1 }]],
		['another item', [{}, 1]],
		['another operation', [{}, 0, 'deal.win']],
	])('is another one for %s', (_what, from) => {
		expect(keyOf(...from)).not.toBe(keyOf());
	});

	test('a workflow that was never saved has none of its own', () => {
		expect(keyOf({ workflow: undefined })).toBe(keyOf({ workflow: '' }));
	});
});

describe.each([undefined, ''])('an execution with the id %j', (execution) => {
	test('gets one that lives as long as its data', () => {
		const flow: Record<string, unknown> = {};
		const first = keyOf({ execution, flow });
		expect(keyOf({ execution, flow })).toBe(first);
		expect(keyOf({ execution, flow }, 1)).not.toBe(first);
		expect(keyOf({ execution, flow: {} })).not.toBe(first);
		expect(flow.customerRelationshipRun).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
		expect(keyOf({ execution: flow.customerRelationshipRun as string })).toBe(first);
	});
});

describe.each<[string, Partial<Told>]>([
	['n8n says so', { isTool: true }],
	['its type says so', { type: 'crmTool' }],
	['its type says so, though n8n does not', { type: 'crmTool', isTool: false }],
])('as an AI agent’s tool, where %s', (_how, tool) => {
	test('the same call gets the same key in every run', () => {
		expect(keyOf({ ...tool, run: 1 })).toBe(keyOf(tool));
	});

	test('calls that ask for something else get others', () => {
		const keys = [request, another, elsewhere].map((asked) => keyOf(tool, 0, 'deal.create', asked));
		expect(new Set([...keys, keyOf()])).toHaveProperty('size', 4);
	});
});
