import fc from 'fast-check';
import {
	COMMA_OR_SEMICOLON,
	parseList,
} from '../../../nodes/CustomerRelationship/fields/parsers/list';
import { NOTHING, refusalOf } from './refusals';

const read = (value: unknown) => parseList(value, 'Tags');

test.each<[unknown, unknown[]]>([
	['vip', ['vip']],
	['vip, newsletter', ['vip', 'newsletter']],
	[' vip ,, newsletter , ', ['vip', 'newsletter']],
	['São Paulo,ação', ['São Paulo', 'ação']],
	[7, ['7']],
	[
		['a, b', ' c '],
		['a, b', ' c '],
	],
	[
		['a', '', null, undefined, ' ', 'b'],
		['a', 'b'],
	],
	[
		[1, false, { label: 'work', value: 'x' }],
		[1, false, { label: 'work', value: 'x' }],
	],
	// A model writes arrays as JSON.
	['["a, b", "c"]', ['a, b', 'c']],
	[' [\n"a"\n] ', ['a']],
	// What only looks like it is text like any other.
	['[vip], gold', ['[vip]', 'gold']],
	['[vip]', ['[vip]']],
])('reads %j as %j', (value, entries) => {
	expect(read(value)).toEqual(entries);
});

test.each<[unknown]>([
	...NOTHING.map(([, value]): [unknown] => [value]),
	[[]],
	[['', null]],
	[' , '],
	['[]'],
	['   '],
])('reads nothing from %j', (value) => {
	expect(read(value)).toBeUndefined();
});

test('refuses an object', () => {
	const { message, remedy } = refusalOf(() => read({ a: 1 }));
	expect(message).toBe('“Tags” takes a list, but got an object');
	expect(remedy).toContain('commas');
});

test('reads an array as it is, and its joined texts as the same array', () => {
	const entry = fc.stringMatching(/^[^,\s[\]]+$/u);
	fc.assert(
		fc.property(fc.array(entry, { minLength: 1 }), (entries) => {
			expect(read(entries)).toEqual(entries);
			expect(read(entries.join(' , '))).toEqual(entries);
		}),
	);
});

test('is split at semicolons, too, where the field takes them', () => {
	expect(parseList('1; 2, 3', 'Phones', COMMA_OR_SEMICOLON)).toEqual(['1', '2', '3']);
	expect(read('a; b')).toEqual(['a; b']);
});

test('refuses half a character within a JSON text', () => {
	expect(refusalOf(() => read('["\\ud83d"]')).message).toBe('“Tags” holds half a character');
});
