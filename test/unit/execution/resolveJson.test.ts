import type { INodeProperties } from 'n8n-workflow';
import { resolveJson } from '../../../nodes/CustomerRelationship/execution/prepare/resolveJson';
import { refusalOf } from '../fields/refusals';

const json: INodeProperties = {
	...{ displayName: 'Additional Body', name: 'additionalBody', type: 'json', default: '{}' },
};
const custom: INodeProperties = {
	...{ displayName: 'Custom Fields', name: 'customFields', type: 'fixedCollection', default: {} },
};

/** Resolves `{{ a }}` to the text of `values.a`, as n8n does within a longer text. */
const resolve = (values: Record<string, unknown>) => (text: string) =>
	text.replace(/\{\{ (\w+) \}\}/g, (_, name: string) => String(values[name] ?? ''));

const of = (raw: string, values: Record<string, unknown>, property = json) =>
	resolveJson(property, resolve(values)(raw.slice(1)), raw, resolve(values));

const EVIL = 'oi", "ownerId": "usr_2';

test.each<[string, unknown, unknown]>([
	['={ "a": "{{ x }}" }', EVIL, { a: EVIL }],
	['={ "a": "C:\\\\x {{ x }}" }', 'C:\\novo', { a: 'C:\\x C:\\novo' }],
	['={ "a": "{{ x }}" }', 'a\nb\t\u0000\\', { a: 'a\nb\t\u0000\\' }],
	['={ "{{ x }}": 1 }', EVIL, { [EVIL]: 1 }],
	['={ "a": ["{{ x }}", "{{ x }}{{ x }}"] }', '"', { a: ['"', '""'] }],
	['={ "a \\"b": "\\"{{ x }}" }', '"', { 'a "b': '""' }],
	['={ "a": "\\\\", "b": {{ x }} }', '[1]', { a: '\\', b: [1] }],
	['={ "a": "{{ x }}", "b": {{ x }} }', 7, { a: '7', b: 7 }],
	['={ "a": "{{ x }}" }', undefined, { a: '' }],
	['={ "a": {{ x }} }', '1, "b": 2', { a: 1, b: 2 }],
	['={{ x }}', '{ "a": 1 }', { a: 1 }],
])('%s with %j is %j', (raw, x, parsed) => {
	expect(of(raw, { x })).toEqual(parsed);
	const collection: INodeProperties = { ...custom, type: 'collection', options: [json] };
	const inCollection = resolveJson(
		collection,
		{ additionalBody: resolve({ x })(raw.slice(1)), name: 'a' },
		{ additionalBody: raw, name: 'a' },
		resolve({ x }),
	);
	expect(inCollection).toEqual({ additionalBody: parsed, name: 'a' });
	const entry = (value: unknown, type: string) => ({
		field: [{ slug: 'b' }, { slug: 'a', type, value }],
	});
	const inEntry = (type: string) =>
		resolveJson(
			custom,
			entry(resolve({ x })(raw.slice(1)), type),
			entry(raw, type),
			resolve({ x }),
		);
	expect(inEntry('json')).toEqual(entry(parsed, 'json'));
	expect(inEntry('string')).toEqual(entry(resolve({ x })(raw.slice(1)), 'string'));
});

test.each([
	['{ "a": "b" }', '{ "a": "b" }'],
	['={{ x }}', { a: 1 }],
	['={{ x }}', undefined],
	['={{ x }}', 'null'],
	['={{ x }}', '{ "a": '],
	['={ "a": 1 ', '{ "a": 1 '],
])('leaves %j with the value %j to the field', (raw, value) => {
	expect(resolveJson(json, value, raw, () => expect(true).toBe(false))).toEqual(value);
});

test('leaves other fields alone', () => {
	const text = { ...json, type: 'string' as const };
	expect(resolveJson(text, '{"a":"b"}', '={"a":"{{ x }}"}', resolve({ x: 1 }))).toBe('{"a":"b"}');
	expect(resolveJson(custom, null, '={{ x }}', resolve({ x: 1 }))).toBe(null);
	const list = { field: [{ type: 'json', value: '{"a":"b"}' }] };
	expect(resolveJson(custom, list, {}, resolve({}))).toEqual(list);
	expect(resolveJson(custom, { field: 'x' }, list, resolve({}))).toEqual({ field: 'x' });
	const located = { mode: 'id', value: 'a' };
	expect(resolveJson({ ...custom, type: 'resourceLocator' }, located, located, resolve({}))).toBe(
		located,
	);
});

test.each(['#N/A', '[object Object]', '{{nome}}'])('refuses %j as a whole string of JSON', (x) => {
	const { message } = refusalOf(() => of('={ "a": " {{ x }} " }', { x }));
	expect(message).toContain(`“Additional Body” holds {{ x }}, which gives “${x}”`);
	expect(of('={ "a": "b {{ x }}", "c": "{{ x }}d" }', { x })).toEqual({
		...{ a: `b ${x}`, c: `${x}d` },
	});
	const query = { ...json, name: 'additionalQuery' };
	expect(of('={ "a": "{{ x }}" }', { x }, query)).toEqual({ a: x });
});
