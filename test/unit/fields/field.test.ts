import {
	booleanField,
	countField,
	readFields,
	textField,
	type Field,
} from '../../../nodes/CustomerRelationship/fields/field';
import { parseCount } from '../../../nodes/CustomerRelationship/fields/parsers/number';
import { parseText } from '../../../nodes/CustomerRelationship/fields/parsers/text';
import { entriesOfGroup } from '../../../nodes/CustomerRelationship/fields/parsers/entries';
import { searchFilter } from '../../../nodes/CustomerRelationship/fields/filters';
import { NOTHING, refusalOf } from './refusals';

describe('a text', () => {
	test.each<[unknown, string | undefined]>([
		['a', 'a'],
		[' a ', ' a '],
		[5, '5'],
		[0, '0'],
		[true, 'true'],
		[undefined, undefined],
		[null, undefined],
		['', undefined],
	])('%j is %j', (value, text) => {
		expect(parseText(value, 'Name')).toBe(text);
	});

	test.each([
		[{}, 'an object'],
		[[], 'a list'],
	])('%j is none', (value, kind) => {
		const { message } = refusalOf(() => parseText(value, 'Name'));
		expect(message).toBe(`“Name” takes a text, but got ${kind}`);
	});
});

describe('a boolean', () => {
	const { read } = booleanField({
		displayName: 'Assign to Self',
		name: 'assignToSelf',
		default: false,
	});
	test.each<[unknown, boolean | undefined]>([
		[true, true],
		[false, false],
		['true', true],
		[' False ', false],
		['sim', true],
		[undefined, undefined],
		[null, undefined],
		['', undefined],
	])('%j is %j', (value, meant) => {
		expect(read(value, 'UTC')).toBe(meant);
	});

	test.each<[unknown]>([['yes'], [1], [0], [['true']], ['  ']])('%j is none', (value) => {
		expect(refusalOf(() => read(value, 'UTC')).message).toMatch(/^“Assign to Self” /);
	});
});

describe('a count', () => {
	test.each<[unknown, number | undefined]>([
		[1, 1],
		['20', 20],
		[undefined, undefined],
		[null, undefined],
		['', undefined],
	])('%j is %j', (value, count) => {
		expect(parseCount(value, 'Limit')).toBe(count);
	});

	test('is what a field for one reads', () => {
		expect(countField({ displayName: 'Limit', name: 'limit', default: 1 }).read('7', 'UTC')).toBe(
			7,
		);
	});

	test.each([0, -1, 1.5, 'many', NaN, Infinity])('%p is none', (value) => {
		expect(refusalOf(() => parseCount(value, 'Limit')).message).toBe(
			'“Limit” is not a whole number of at least 1',
		);
	});
});

describe('several fields', () => {
	const fields = [
		textField({ displayName: 'B', name: 'b' }),
		textField({ displayName: 'A', name: 'a' }),
	];

	test('go out in their own order, whatever the order of the values', () => {
		expect(JSON.stringify(readFields(fields, { a: '1', b: '2', c: '3' }, 'UTC'))).toBe(
			'{"b":"2","a":"1"}',
		);
	});

	test('what is not there or holds nothing is not sent', () => {
		expect(readFields(fields, {}, 'UTC')).toEqual({});
		for (const [, value] of [...NOTHING, ['blanks', ' \t ']]) {
			expect(readFields(fields, { a: value as never, b: '2' }, 'UTC')).toEqual({ b: '2' });
		}
	});

	test('two that are sent as one property are joined if both are objects, and else refused', () => {
		const field = (name: string): Field => ({
			property: { displayName: name, name, type: 'json', default: '' },
			sentAs: 'same',
			read: (value) => value as never,
		});
		const [one, other] = [field('One'), field('Other')];
		const sent = (One: unknown, Other: unknown) => readFields([one, other], { One, Other }, 'UTC');
		expect(sent({ a: 1, b: 1 }, { b: 2, c: 2 })).toEqual({ same: { a: 1, b: 2, c: 2 } });
		for (const [first, second] of [
			[{ a: 1 }, 'text'],
			['text', { a: 1 }],
			[{ a: 1 }, ['a']],
			[1, 2],
		]) {
			expect(refusalOf(() => sent(first, second)).message).toBe('“One” and “Other” are both given');
		}
	});
});

test('the entries of a group are its objects, if there are any', () => {
	expect(entriesOfGroup({ field: [1, null, { a: 1 }, 'a', [2]] }, 'field')).toEqual([{ a: 1 }]);
	for (const value of [undefined, 'field', {}, { field: { a: 1 } }, [[{ a: 1 }]]]) {
		expect(entriesOfGroup(value, 'field')).toEqual([]);
	}
});

test('a search is at most 200 characters, without the blanks around it', () => {
	const search = searchFilter('the name');
	expect(search.read(' Ana Lima ', 'UTC')).toBe('Ana Lima');
	expect(search.read(11, 'UTC')).toBe('11');
	expect(search.read('x'.repeat(200), 'UTC')).toHaveLength(200);
	expect(refusalOf(() => search.read('x'.repeat(201), 'UTC')).message).toBe(
		'“Search” has 201 characters',
	);
	expect(refusalOf(() => search.read('  ', 'UTC')).message).toBe('“Search” is empty');
});
