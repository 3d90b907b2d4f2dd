import { Entry } from '../../../nodes/CustomerRelationship/execution/ledger';
import { parametersOf } from '../../../nodes/CustomerRelationship/execution/prepare/parameters';
import { prepareItem } from '../../../nodes/CustomerRelationship/execution/prepare/prepareItem';
import { settingsOf } from '../../../nodes/CustomerRelationship/execution/prepare/settings';
import { findOperation } from '../../../nodes/CustomerRelationship/resources';
import type { OperationKind } from '../../../nodes/CustomerRelationship/fields/options';
import { refusalOf } from '../fields/refusals';
import { contextOf } from './nodeContext';

describe('the parameters of an item', () => {
	const parameters = parametersOf(
		contextOf({
			items: [{ name: 'Ana', options: { a: 1 }, none: null, list: [1], text: 'a' }],
			raw: { name: '={{ $json.name }}' },
		}),
		0,
		[],
	);

	test('are read as n8n resolves them; one that the node lacks is null', () => {
		expect([parameters.read('name'), parameters.read('missing')]).toEqual(['Ana', null]);
		expect(parameters.raw('name')).toBe('={{ $json.name }}');
		expect(parameters.timezone).toBe('America/Sao_Paulo');
	});

	test('are asked of n8n once each, whatever they are: it goes through all fields of the node', () => {
		const context = contextOf({ items: [{ name: 'Ana', none: undefined }] });
		const asked = jest.spyOn(context, 'getNodeParameter');
		const once = parametersOf(context, 0, []);
		for (const name of ['name', 'none', 'missing', 'name', 'none', 'missing']) once.read(name);
		expect(asked.mock.calls.map(([name]) => name)).toEqual(['name', 'none', 'missing']);
	});

	test('a collection that was never opened, or is none, holds nothing', () => {
		expect(parameters.collection('options')).toEqual({ a: 1 });
		for (const name of ['none', 'list', 'text', 'missing']) {
			expect(parameters.collection(name)).toEqual({});
		}
	});
});

describe('the settings of an item', () => {
	const settings = (kind: OperationKind, options: object = {}) =>
		settingsOf(parametersOf(contextOf({ items: [{ options }] }), 0, []), kind);
	const byDefault = {
		...{ maxWaitMs: 300_000, includeResponse: false },
		...{ ownKey: undefined, checkOnly: false },
	};

	test.each<[OperationKind, number]>([
		['read', 5],
		['list', 5],
		['write', 1],
	])('of a %s, by default', (kind, concurrency) => {
		expect(settings(kind)).toEqual({ ...byDefault, concurrency });
		expect(settings(kind, { parallelRequests: '', includeResponse: null })).toEqual({
			...byDefault,
			concurrency,
		});
	});

	test('are what the user chose; only a write has a key, or is only checked', () => {
		const options = {
			...{ parallelRequests: '7', maxWaitSeconds: 0, includeResponse: 'true' },
			...{ idempotencyKey: 'order-1', checkOnly: true },
		};
		const chosen = { concurrency: 7, maxWaitMs: 0, includeResponse: true };
		const ofWrite = { ...chosen, ownKey: 'order-1', checkOnly: true };
		expect(settings('write', options)).toEqual(ofWrite);
		expect(settings('read', options)).toEqual({
			...chosen,
			...{ ownKey: undefined, checkOnly: false },
		});
	});
});

describe('an item', () => {
	const context = (operation: string, more: object = {}) =>
		contextOf({ items: [{}, { resource: 'deal', operation, dealId: 'd1', ...more }] });
	const prepared = (operation: string, more: object = {}) =>
		prepareItem(context(operation, more), {
			...{ index: 1, entry: new Entry() },
			operation: findOperation('deal', operation),
		});

	test('is read and judged, with the settings of its own', () => {
		const { draft, preparation } = prepared('win', { options: { maxWaitSeconds: 2 } });
		const { item, name, settings } = draft;
		expect({ item: item.index, name, wait: settings.maxWaitMs }).toEqual({
			item: 1,
			name: 'deal.win',
			wait: 2_000,
		});
		expect(preparation).toMatchObject({ intent: { fingerprint: { path: '/deals/d1/win' } } });
		expect(refusalOf(() => prepared('win', { dealId: '' })).message).toBe('“Deal” is empty');
		for (const maxWaitSeconds of [-1, 'soon']) {
			expect(refusalOf(() => prepared('win', { options: { maxWaitSeconds } })).message).toBe(
				'“Max Wait (Seconds)” is not a number of seconds',
			);
		}
	});

	test('is refused where the resource lacks its operation', () => {
		expect(refusalOf(() => prepared('unheardOf')).message).toBe(
			'“Operation” does not exist for this resource',
		);
	});
});
