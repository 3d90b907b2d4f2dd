import {
	pathToFirstText,
	tryParseObjectOrList,
} from '../../../nodes/CustomerRelationship/mistakes/jsonText';

test.each<[text: unknown, json: unknown]>([
	[' {"a":1}\n', { a: 1 }],
	['["a"]', ['a']],
	['{a}', undefined],
	['"a"', undefined],
	['1', undefined],
	[{ a: 1 }, undefined],
])('%j holds the JSON %j', (text, json) => {
	expect(tryParseObjectOrList(text)).toEqual(json);
});

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

test.each<[json: unknown, way: string | undefined]>([
	['a', ''],
	[{ a: null, b: 1, c: false, d: 'x' }, '.d'],
	[{ a: {}, b: { c: 'x' } }, '.b.c'],
	[{ a: { b: { c: 'x' } } }, '.a.b.c'],
	[{ a: { b: { c: { d: 'x' } } } }, undefined],
	[{ a: { b: { c: { d: 'x' } } }, e: 'y' }, '.e'],
	[[[['x']]], '[0][0][0]'],
	[[[[['x']]]], undefined],
	[[...numbers(19), 'x'], '[19]'],
	[[...numbers(20), 'x'], undefined],
	[{ ['a'.repeat(49)]: 'x' }, `.${'a'.repeat(49)}`],
	[{ ['a'.repeat(50)]: 'x', b: 'y' }, '.b'],
	[{ '1a': 'x' }, '["1a"]'],
	[{ 'a-b': 'x' }, '["a-b"]'],
	[{ $a_1: 'x' }, '.$a_1'],
	[{ 'a}': 'x' }, undefined],
	[null, undefined],
	[1, undefined],
])('the first text of %j is at %j', (json, way) => {
	expect(pathToFirstText(json)).toBe(way);
});
