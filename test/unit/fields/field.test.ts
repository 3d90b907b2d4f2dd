import {
	booleanField,
	countField,
	textField,
	type Field,
} from '../../../nodes/CustomerRelationship/fields/field';
import { parseCount } from '../../../nodes/CustomerRelationship/fields/parsers/number';
import { scalarToText } from '../../../nodes/CustomerRelationship/fields/parsers/text';
import { entriesOfGroup } from '../../../nodes/CustomerRelationship/fields/parsers/entries';
import { searchFilter } from '../../../nodes/CustomerRelationship/fields/filters';
import { NOTHING, refusalOf, UTC, bodyFrom } from './refusals';

describe('a text field', () => {
	test.each<[unknown, string | undefined]>([
		['a', 'a'],
		[' a ', ' a '],
		[5, '5'],
		[0, '0'],
		[true, 'true'],
		[undefined, undefined],
		[null, undefined],
		['', undefined],
	])('reads %j as %j', (value, text) => {
		expect(scalarToText(value, 'Name')).toBe(text);
	});

	test.each([
		[{}, 'an object'],
		[[], 'a list'],
	])('refuses %j', (value, kind) => {
		const { message } = refusalOf(() => scalarToText(value, 'Name'));
		expect(message).toBe(`“Name” takes a text, but got ${kind}`);
	});
});

describe('a boolean field', () => {
	const { read } = booleanField({
		displayName: 'Assign to Self',
		name: 'assignToSelf',
		purpose: 'record',
		default: false,
	});
	test.each<[unknown, boolean | undefined]>([
		[true, true],
		[false, false],
		['true', true],
		[' False ', false],
		...['sim', 'S', 'Yes', 'y', '1', 1, 'x', 'X', 'VERDADEIRO'].map((yes): [unknown, boolean] => [
			yes,
			true,
		]),
		...['não', 'NAO', 'n', 'No', '0', 0, 'falso', '\u200bn\u00a0'].map((no): [unknown, boolean] => [
			no,
			false,
		]),
		[undefined, undefined],
		[null, undefined],
		['', undefined],
	])('reads %j as %j', (value, meant) => {
		expect(read(value, UTC)).toBe(meant);
	});

	test.each<[unknown]>([['talvez'], [2], ['10'], ['sim, não'], [['true']], ['  ']])(
		'refuses %j',
		(value) => {
			expect(refusalOf(() => read(value, UTC)).message).toMatch(/^“Assign to Self” /);
		},
	);

	test('lists in its error what is read', () => {
		expect(refusalOf(() => read('talvez', UTC)).remedy).toBe(
			'Use sim, s, yes, y, 1, x, verdadeiro, true for true, or não, n, no, 0, falso, false for false.',
		);
	});
});

describe('a count field', () => {
	test.each<[unknown, number | undefined]>([
		[1, 1],
		['20', 20],
		[undefined, undefined],
		[null, undefined],
		['', undefined],
	])('reads %j as %j', (value, count) => {
		expect(parseCount(value, 'Limit')).toBe(count);
	});

	test('reads a number that is a text', () => {
		expect(countField({ displayName: 'Limit', name: 'limit', default: 1 }).read('7', UTC)).toBe(7);
	});

	test.each([0, -1, 1.5, 'many', NaN, Infinity])('refuses %p', (value) => {
		expect(refusalOf(() => parseCount(value, 'Limit')).message).toBe(
			'“Limit” is not a whole number of at least 1',
		);
	});
});

describe('several fields', () => {
	const fields = [
		textField({ displayName: 'B', name: 'b', purpose: 'record' }),
		textField({ displayName: 'A', name: 'a', purpose: 'record' }),
	];

	test('are sent in the order of the fields', () => {
		expect(JSON.stringify(bodyFrom(fields, { a: '1', b: '2', c: '3' }))).toBe('{"b":"2","a":"1"}');
	});

	test('are not sent if they are absent or empty', () => {
		expect(bodyFrom(fields, {})).toEqual({});
		for (const [, value] of [...NOTHING, ['blanks', ' \t ']]) {
			expect(bodyFrom(fields, { a: value as never, b: '2' })).toEqual({ b: '2' });
		}
	});

	test('for one property are joined if both are objects, and refused otherwise', () => {
		const field = (name: string): Field => ({
			property: { displayName: name, name, type: 'json', default: '' },
			purpose: 'record',
			sentAs: 'same',
			read: (value) => value as never,
		});
		const [one, other] = [field('One'), field('Other')];
		const sent = (One: unknown, Other: unknown) => bodyFrom([one, other], { One, Other });
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

test('reads the objects of a group, if there are any', () => {
	expect(entriesOfGroup({ field: [1, null, { a: 1 }, 'a', [2]] }, 'field')).toEqual([{ a: 1 }]);
	for (const value of [undefined, 'field', {}, { field: { a: 1 } }, [[{ a: 1 }]]]) {
		expect(entriesOfGroup(value, 'field')).toEqual([]);
	}
});

test('reads a search without the blanks around it', () => {
	const search = searchFilter('the name');
	expect(search.read(' Ana Lima ', UTC)).toBe('Ana Lima');
	expect(search.read(11, UTC)).toBe('11');
	for (const nothing of ['  ', '\u200b', ' \u2060\u00a0'])
		expect(refusalOf(() => search.read(nothing, UTC)).message).toBe('“Search” is empty');
});
