import type { IExecuteFunctions } from 'n8n-workflow';
import { ItemLedgerEntry } from '../../../nodes/CustomerRelationship/execution/ledger/ledgerEntry';
import { NodeParameters } from '../../../nodes/CustomerRelationship/execution/nodeParameters';
import { itemParametersOf } from '../../../nodes/CustomerRelationship/execution/prepare/itemParameters';
import { parseItem } from '../../../nodes/CustomerRelationship/execution/prepare/parseItem';
import { itemOptionsOf } from '../../../nodes/CustomerRelationship/execution/prepare/itemOptions';
import { findOperation } from '../../../nodes/CustomerRelationship/resources';
import type { Operation } from '../../../nodes/CustomerRelationship/resources/shared/operation';
import type { OperationKind } from '../../../nodes/CustomerRelationship/fields/options';
import { name } from '../../../nodes/CustomerRelationship/resources/contact/fields';
import { refusalOf } from '../fields/refusals';
import { contextOf } from './nodeContext';

const parsed = (context: IExecuteFunctions, index: number, operation: Operation | undefined) =>
	parseItem(
		{ index, entry: new ItemLedgerEntry(), operation },
		itemParametersOf(new NodeParameters(context), index, operation?.properties),
	);

describe('the parameters of an item', () => {
	const context = contextOf({
		items: [{ name: 'Ana', options: { a: 1 }, none: null, list: [1], text: 'a' }],
		raw: { name: '={{ $json.name }}' },
	});
	const { parameters } = itemParametersOf(new NodeParameters(context), 0);

	test('are read as n8n resolves them; one that the node lacks is null', () => {
		expect([parameters.read('name'), parameters.read('missing')]).toEqual(['Ana', null]);
		expect(parameters.raw('name')).toBe('={{ $json.name }}');
		expect(parameters.timezone).toBe('America/Sao_Paulo');
	});

	test('are read once each, and those without an expression once for all items: n8n walks all fields of the node', () => {
		const given = (name: string) => ({
			...{ name, city: 'Recife', options: { a: name } },
			templateParams: { param: [{ value: name }] },
		});
		const items = ['Ana', 'Davi'].map(given);
		const context = contextOf({
			items,
			raw: { ...given('={{ $json.name }}'), city: 'Recife' },
		});
		const asked = jest.spyOn(context, 'getNodeParameter');
		const nodeParameters = new NodeParameters(context);
		const read = items.map((_, item) => {
			const { parameters } = itemParametersOf(nodeParameters, item);
			const names = ['name', 'city', 'options', 'templateParams', 'missing'];
			for (const name of names) parameters.read(name);
			return names.map((name) => parameters.read(name));
		});
		expect(read).toEqual([
			['Ana', 'Recife', { a: 'Ana' }, { param: [{ value: 'Ana' }] }, null],
			['Davi', 'Recife', { a: 'Davi' }, { param: [{ value: 'Davi' }] }, null],
		]);
		const resolved = asked.mock.calls.filter(([, , , options]) => options === undefined);
		expect(resolved.map(([name, item]) => `${name} ${item}`)).toEqual([
			...['name 0', 'city 0', 'options 0', 'templateParams 0', 'missing 0'],
			...['name 1', 'options 1', 'templateParams 1', 'missing 1'],
		]);
		expect(asked).toHaveBeenCalledTimes(resolved.length + 5);
	});

	test('are an item’s own: what a later node changes in its output shows in no other item', () => {
		const body = { meta: { city: 'Recife' } };
		const context = contextOf({ items: [{ body }, { body }], raw: { body } });
		const nodeParameters = new NodeParameters(context);
		const [first, second] = [0, 1].map((item) =>
			itemParametersOf(nodeParameters, item).parameters.collection('body'),
		);
		expect(first).toEqual(second);
		expect(first!.meta).not.toBe(second!.meta);
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
		itemOptionsOf(
			itemParametersOf(new NodeParameters(contextOf({ items: [{ options }] })), 0).parameters,
			kind,
		);
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
		parsed(context(operation, more), 1, findOperation('deal', operation));

	test('is read and judged, with the settings of its own', () => {
		const {
			item,
			name,
			options: settings,
			preparation,
		} = prepared('win', {
			options: { maxWaitSeconds: 2 },
		});
		expect({ item: item.index, name, wait: settings.maxWaitMs }).toEqual({
			item: 1,
			name: 'deal.win',
			wait: 2_000,
		});
		expect(preparation).toMatchObject({ intent: { fingerprint: { path: '/deals/d1/win' } } });
		expect(refusalOf(() => prepared('win', { dealId: '' })).message).toBe('“Deal” is empty');
		for (const maxWaitSeconds of [-1, 'soon', ' ', true]) {
			expect(refusalOf(() => prepared('win', { options: { maxWaitSeconds } })).message).toBe(
				'“Max Wait (Seconds)” is not a number of seconds',
			);
		}
		const longest = prepared('win', { options: { maxWaitSeconds: 3_600 } }).options;
		expect(longest.maxWaitMs).toBe(3_600_000);
		expect(refusalOf(() => prepared('win', { options: { maxWaitSeconds: 14_401 } })).message).toBe(
			'“Max Wait (Seconds)” is more than 3600, one hour',
		);
	});

	const NO_SUCH = '“Operation” does not exist for this resource';
	test.each<[resource: unknown, operation: unknown, message: string, listed: RegExp]>([
		['deal', 'list', NO_SUCH, /^Choose one of: Create \(create\), Create or Update \(upsert\), /],
		['deals', 'getAll', '“Resource” does not exist', /^Choose one of: .*, deal \(create, upsert,/],
		[undefined, undefined, '“Resource” does not exist', /^Choose one of: channel \(getAll\), /],
		['={{ "deal" }}', 'get', '“Resource” does not exist', /put a Switch node in front\. Choose/],
	])('of %s: %s is refused, and told what there is', (resource, operation, message, listed) => {
		const values = { resource, operation };
		const refused = refusalOf(() => prepared('unheardOf', values));
		expect(refused).toMatchObject({ message, remedy: expect.stringMatching(listed) });
		expect(refused.value).toBe(message.includes('Resource') ? resource : operation);
	});
});

describe('what an expression yields', () => {
	const sent = { resource: 'message', operation: 'send', conversationId: 'k' };
	const prepared = (text: string, raw: string, yields?: unknown) =>
		parsed(
			contextOf({
				items: [
					{ ...sent, text: 'of another item' },
					{ ...sent, text },
				],
				raw: { text: raw },
				evaluate: (expression, item) => (item === 1 ? yields : expression),
			}),
			1,
			findOperation('message', 'send'),
		);

	test('is refused where nobody means it', () => {
		const part = (yields?: unknown) => () => prepared('Olá !', '=Olá {{ $json.x }}!', yields);
		const refused = '“Text” holds {{ $json.x }}, which gives ';
		expect(refusalOf(part()).message).toBe(`${refused}nothing`);
		expect(refusalOf(part('{nome}')).message).toContain(`${refused}“{nome}”`);
		const whole = () => prepared('None', '={{ $json.x }}');
		expect(refusalOf(whole).message).toContain('“Text” holds “None”');
	});

	test('is sent with a warning where it is odd', () => {
		const { preparation } = prepared('a&amp;b', '={{ $json.x }}');
		expect(preparation).toMatchObject({
			intent: { warnings: [{ label: 'Text', description: expect.stringContaining('“&amp;”') }] },
		});
		expect(prepared('a', '={{ $json.x }}').preparation).toMatchObject({ intent: { warnings: [] } });
	});
});

test('the row of an item is what the node before it gave', () => {
	const context = contextOf({ items: [{ a: 1 }, { a: 2 }] });
	expect(itemParametersOf(new NodeParameters(context), 1).parameters.inputJson).toEqual({
		a: 2,
	});
});

test('a field is named that is nested too deep for n8n; its other errors are kept', () => {
	const reading = (error: Error) => () => {
		const context = contextOf({ items: [{ resource: 'deal', operation: 'win' }] });
		const given = context.getNodeParameter.bind(context) as (...all: unknown[]) => unknown;
		jest
			.spyOn(context, 'getNodeParameter')
			.mockImplementation((...asked: unknown[]): never | object => {
				if (asked[0] === 'dealId') throw error;
				return given(...asked) as object;
			});
		return parsed(context, 0, findOperation('deal', 'win'));
	};
	expect(refusalOf(reading(new RangeError('Too deep'))).message).toMatch(/^“Deal” /);
	const other = new Error('No such node');
	expect(reading(other)).toThrow(other);
});

test('what an expression yields as a whole string of JSON is judged like the value of a field', () => {
	const prepared = (yields: string) => {
		const win = (additionalBody: string) => ({
			...{ resource: 'deal', operation: 'win', dealId: 'd1' },
			options: { additionalBody },
		});
		const context = contextOf({
			items: [win(`{ "note": "${yields}" }`)],
			raw: win('={ "note": "{{ $json.x }}" }'),
			evaluate: (text) => text.replace('{{ $json.x }}', yields),
		});
		return parsed(context, 0, findOperation('deal', 'win'));
	};
	expect(refusalOf(() => prepared('#REF!')).message).toMatch(
		/^“Your Own JSON” holds .*“#REF!”, a spreadsheet error/,
	);
	expect(prepared('Ana').preparation).toMatchObject({
		intent: { fingerprint: { body: { note: 'Ana' } } },
	});
});

test('a warning of a field that is read twice is told once', () => {
	const { parameters, warnings } = itemParametersOf(new NodeParameters(contextOf()), 0);
	for (let n = 0; n < 2; n += 1) parameters.judgeValue(name, 'JoÃ£o', 'JoÃ£o');
	expect(warnings).toHaveLength(1);
});
