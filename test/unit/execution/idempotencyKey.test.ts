import fc from 'fast-check';
import { sha256 } from '../../../nodes/CustomerRelationship/sha256';
import { workflowOrAgentCaller } from '../../../nodes/CustomerRelationship/execution/caller';
import {
	automaticIdempotencyKey,
	countsAsMessageKey,
	daysBetweenMessageKey,
	oncePerPhoneMessageKey,
} from '../../../nodes/CustomerRelationship/execution/idempotencyKey';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { contextOf, type Told } from './nodeContext';

const request: ApiRequest = { method: 'POST', path: '/deals', body: { title: 'a' } };
const another: ApiRequest = { ...request, body: { title: 'b' } };
const elsewhere: ApiRequest = { ...request, path: '/deals/1/move' };

/** @param startingWrite the write, where it is its item's first request */
function keyOf(
	told: Partial<Told> = {},
	item = 0,
	operation = 'deal.create',
	startingWrite: ApiRequest | undefined = request,
): string {
	const context = contextOf({ items: [{}, {}, {}, {}], ...told });
	const runPart = workflowOrAgentCaller(context).runPartOfKey(item, startingWrite);
	return automaticIdempotencyKey(context, { runPart, item, operation });
}

describe('the key of a write to which the user gave none', () => {
	test('is always the same: an update of the node must not send anything twice', () => {
		const told = { installation: 'installation', workflow: 'workflow', execution: '17' };
		expect(keyOf({ ...told, node: 'node' }, 0, 'contact.upsert')).toBe(
			'n8n-4f7cdd33bd6c763339f080ef240c15c5d02145af24aec5c620a9a3cdebe0a0ae',
		);
	});

	test('is visible ASCII and short enough, whatever it is made of', () => {
		const text = fc.string();
		const place = fc.record({ runPart: fc.oneof(fc.nat(), text), item: fc.nat(), operation: text });
		const told = fc.record({ installation: text, workflow: text, execution: text, node: text });
		fc.assert(
			fc.property(told, place, (of, at) => {
				expect(automaticIdempotencyKey(contextOf(of), at)).toMatch(/^[\x21-\x7e]{1,255}$/);
			}),
		);
	});

	test('keeps its parts apart', () => {
		expect(keyOf({ workflow: 'a', execution: 'bc' })).not.toBe(
			keyOf({ workflow: 'ab', execution: 'c' }),
		);
		expect(keyOf({ run: 1 }, 2)).not.toBe(keyOf({ run: 2 }, 1));
		const at = { item: 0, operation: 'deal.win' };
		const context = contextOf();
		expect(automaticIdempotencyKey(context, { ...at, runPart: 1 })).not.toBe(
			automaticIdempotencyKey(context, { ...at, runPart: '1' }),
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

// An update of the node must not send anything twice.
test('keys that stand for several requests are always the same', () => {
	const keyOfParts = (...parts: string[]) => `n8n-${sha256(JSON.stringify(parts))}`;
	expect(countsAsMessageKey('a')).toBe(keyOfParts('counts as', 'a'));
	expect(daysBetweenMessageKey('last', '1', '')).toBe(keyOfParts('daysBetween', 'last', '1', ''));
	const context = contextOf({ installation: 'i', workflow: undefined, node: 'n' });
	expect(oncePerPhoneMessageKey(context, 'm')).toBe(keyOfParts('i', '', 'n', 'once', 'm'));
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

	test('a write that follows a look keeps the key of its run: the look finds what an earlier call did', () => {
		const context = contextOf(tool);
		const runs = [request, undefined].map((write) =>
			workflowOrAgentCaller(context).runPartOfKey(0, write),
		);
		expect(runs).toEqual([expect.stringMatching(/^[\da-f]{64}$/), 0]);
	});
});

test('a digest is SHA-256', () => {
	expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});
