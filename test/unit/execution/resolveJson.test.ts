import type { INodeProperties } from 'n8n-workflow';
import { resolveJson } from '../../../nodes/CustomerRelationship/execution/prepare/resolveJson';

const json: INodeProperties = {
	...{ displayName: 'Your Own JSON', name: 'additionalBody', type: 'json', default: '{}' },
};
const custom: INodeProperties = {
	...{ displayName: 'Custom Fields', name: 'customFields', type: 'fixedCollection', default: {} },
};

/** Resolves `{{ a }}` to the text of `values.a`, as n8n does within a longer text. */
const resolve = (values: Record<string, unknown>) => (text: string) =>
	text.replace(/\{\{ (\w+) \}\}/g, (_, name: string) => String(values[name] ?? ''));

const of = (raw: string, values: Record<string, unknown>, property = json) =>
	resolveJson(property, resolve(values)(raw.replace(/^=/, '')), raw, resolve(values), () => {});

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
	['={ "a": {{ x }}, "b": {{ x }} }', '"q"', { a: 'q', b: 'q' }],
	['={{ x }}', '{ "a": 1 }', { a: 1 }],
])('%s with %j is %j', (raw, x, parsed) => {
	expect(of(raw, { x })).toEqual(parsed);
	const entry = (value: unknown, type: string) => ({
		field: [{ slug: 'b' }, { slug: 'a', type, value }],
	});
	const inEntry = (type: string) =>
		resolveJson(
			custom,
			entry(resolve({ x })(raw.slice(1)), type),
			entry(raw, type),
			resolve({ x }),
			() => {},
		);
	expect(inEntry('json')).toEqual(entry(parsed, 'json'));
	expect(inEntry('string')).toEqual(entry(resolve({ x })(raw.slice(1)), 'string'));
});

test.each([
	['{ "a": ', '{ "a": '],
	['7', '7'],
	['={{ x }}', { a: 1 }],
	['={{ x }}', ['{ "a": 1 }']],
	[undefined, '{ "a": 1 }'],
	['={{ x }}', undefined],
	['={{ x }}', 'null'],
	['={{ x }}', '{ "a": '],
	['={ "a": 1 ', '{ "a": 1 '],
])('leaves %j with the value %j to the field', (raw, value) => {
	const unasked = () => expect(true).toBe(false);
	expect(resolveJson(json, value, raw, unasked, unasked)).toEqual(value);
});

test('parses JSON that was typed', () => {
	expect(of('{ "a": "b" }', {})).toEqual({ a: 'b' });
});

test('leaves other fields alone', () => {
	const leave = (property: INodeProperties, value: unknown, raw: unknown) =>
		expect(resolveJson(property, value, raw, resolve({ x: 1 }), () => {})).toEqual(value);
	leave({ ...json, type: 'string' }, '{"a":"b"}', '={"a":"{{ x }}"}');
	leave(custom, null, '={{ x }}');
	const list = { field: [{ type: 'json', value: '{"a":"b"}' }] };
	leave(custom, list, {});
	leave(custom, { field: 'x' }, list);
	const located = { mode: 'id', value: 'a' };
	leave({ ...custom, type: 'resourceLocator' }, located, located);
});

test('leaves a text open that the JSON does not close', () => {
	expect(of('={ "a": "{{ x }}', { x: 1 })).toBe('{ "a": "1');
});

test('takes no quotation mark of an expression for one of the JSON', () => {
	const raw = `={ "a": "{{ y + '"' }}", "b": "{{ z }}" }`;
	const evaluate = (text: string) => text.replace(/\{\{.*?\}\}/g, EVIL);
	expect(resolveJson(json, '', raw, evaluate, () => {})).toEqual({ a: EVIL, b: EVIL });
});

test.each<[raw: string, whole: string[]]>([
	['={ "a": "{{ x }}", "b": "  {{ x }}  " }', ['{{ x }}', '{{ x }}']],
	['={ "a": "b {{ x }}", "b": "{{ x }} b", "c": "{{ x }}{{ x }}" }', []],
	['={ "a": {{ x }} }', []],
])('tells of %s which expressions are a whole string: %j', (raw, whole) => {
	const told: string[][] = [];
	const onString = (yielded: string, code: string) => told.push([yielded, code]);
	resolveJson(json, '', raw, resolve({ x: 'Ana' }), onString);
	expect(told).toEqual(whole.map((code) => ['Ana', code]));
});

test('parses the entries of a fixed collection alone', () => {
	const entries = { field: [{ slug: 'a', type: 'json', value: '{ "a": 1 }' }] };
	const leave = (property: INodeProperties) =>
		resolveJson(property, entries, entries, resolve({}), () => {});
	expect(leave({ ...custom, type: 'collection' })).toEqual(entries);
	expect(leave(custom)).toMatchObject({ field: [{ value: { a: 1 } }] });
});
