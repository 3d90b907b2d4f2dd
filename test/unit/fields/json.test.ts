import {
	additionalBodyField,
	additionalQueryField,
	filledObjectOf,
	jsonObjectOf,
	jsonOf,
} from '../../../nodes/CustomerRelationship/fields/json';
import { addressField } from '../../../nodes/CustomerRelationship/fields/address';
import { NOTHING, refusalOf } from './refusals';

const positionIn = (text: string) =>
	/at (line \d+, column \d+)$/.exec(refusalOf(() => jsonOf(text, 'Additional Body')).message)?.[1];

describe('JSON', () => {
	test.each<[unknown, unknown]>([
		['{"a":1}', { a: 1 }],
		[' [1] ', [1]],
		['null', null],
		['"text"', 'text'],
		['0', 0],
		[{ a: { b: 1 } }, { a: { b: 1 } }],
		[
			[1, 2],
			[1, 2],
		],
		[false, false],
	])('%j is %j', (value, parsed) => {
		expect(jsonOf(value, 'JSON')).toEqual(parsed);
	});

	test.each([...NOTHING, ['blanks', ' \n '] as [string, unknown]])(
		'%s is nothing',
		(_name, value) => {
			expect(jsonOf(value, 'JSON')).toBeUndefined();
			expect(jsonObjectOf(value, 'JSON')).toBeUndefined();
			expect(filledObjectOf(value, 'JSON')).toBeUndefined();
		},
	);

	test.each<[unknown]>([['[]'], ['null'], ['"a"'], ['1'], [[]], [true], [5]])(
		'%j is no JSON object',
		(value) => {
			expect(refusalOf(() => jsonObjectOf(value, 'Address')).message).toBe(
				'“Address” is not a JSON object',
			);
		},
	);

	test.each<[string, string]>([
		['{"visits": 1e999}', 'holds Infinity (“visits”)'],
		['{"a": [{"name": "\\ud83d"}]}', 'holds half a character (“name”)'],
		['"Invalid DateTime"', 'holds an invalid date'],
	])('%s hides what nobody means', (text, problem) => {
		expect(refusalOf(() => jsonOf(text, 'JSON')).message).toBe(`“JSON” ${problem}`);
	});

	test('a date that is one is taken', () => {
		expect(jsonOf({ born: new Date(0), none: null }, 'JSON')).toEqual({
			...{ born: new Date(0), none: null },
		});
	});

	test.each([
		['{"a": 1,}', 'line 1, column 9'],
		['{\n  "a": 1,\n  b: 2\n}', 'line 3, column 3'],
		["{'a': 1}", 'line 1, column 2'],
		['{"a": 1} extra', 'line 1, column 10'],
		['{"a": 1', 'line 1, column 8'],
		['{\n"a": ', 'line 2, column 6'],
		['{"a": undefined}', 'line 1, column 7'],
		['{"a": "x\ny"}', 'line 1, column 9'],
		['{\n"position 5": “a”}', 'line 2, column 15'],
		['{"a": trui, "b": trui}', 'line 1, column 10'],
		[`{"a": "${'x'.repeat(200)}", "b": nil}`, 'line 1, column 217'],
		['at position 3', 'line 1, column 1'],
	])('the error in %j is at %s', (text, position) => {
		expect(positionIn(text)).toBe(position);
	});
});

/**
 * How JSON.parse words its errors differs between versions; each wording is fed to the reader as
 * that version gives it.
 */
describe.each([
	[
		'an early end, without a position',
		'{"a": 1',
		'Unexpected end of JSON input',
		'line 1, column 8',
	],
	[
		'Node 20',
		'{"a": 1,}',
		'Expected double-quoted property name in JSON at position 8',
		'line 1, column 9',
	],
	[
		'Node 22 and newer',
		'{\n"a": 1,}',
		'Expected double-quoted property name in JSON at position 9 (line 2 column 8)',
		'line 2, column 8',
	],
	[
		'Node 22 and newer, far down',
		`${'\n'.repeat(11)}{"a": 1,   }`,
		'Expected double-quoted property name in JSON at position 22 (line 12 column 12)',
		'line 12, column 12',
	],
])('JSON.parse’s message: %s', (_version, text, wording, position) => {
	test(`gives ${position}`, () => {
		jest.spyOn(JSON, 'parse').mockImplementation(() => {
			throw new SyntaxError(wording);
		});
		try {
			expect(positionIn(text)).toBe(position);
		} finally {
			jest.restoreAllMocks();
		}
	});
});

describe('the fields', () => {
	test('are JSON editors', () => {
		for (const { property } of [additionalBodyField, additionalQueryField, addressField]) {
			expect(property).toMatchObject({ type: 'json', default: '{}' });
		}
	});

	test('what is added to a body goes out as given, null included', () => {
		const written = '{"a": null, "b": ""}';
		expect(additionalBodyField.read(written, 'UTC', written)).toEqual({ a: null, b: '' });
	});

	test.each<[unknown, unknown]>([
		[{ a: null, b: '', c: ' ', d: undefined }, undefined],
		['{"a": null, "b": 0, "c": false}', { b: 0, c: false }],
		[{ a: { b: { c: null } }, d: { e: '', f: 1 } }, { d: { f: 1 } }],
		[{ tags: [null], list: ['a', '', { b: null, c: 2 }] }, { list: ['a', { c: 2 }] }],
		[{ none: {}, empty: [], date: new Date(0) }, { date: '1970-01-01T00:00:00.000Z' }],
	])('of what an expression adds, %j, goes out %j', (value, sent) => {
		for (const field of [additionalBodyField, additionalQueryField]) {
			for (const raw of ['={{ $json.more }}', { a: ['={{ $json.a }}'] }]) {
				expect(field.read(value, 'UTC', raw)).toEqual(sent);
			}
		}
	});

	test('empty parts of an address are not sent', () => {
		const read = (value: unknown) => addressField.read(value, 'UTC');
		expect(read('{"city": "Curitiba", "state": "", "zip": null, "district": " "}')).toEqual({
			city: 'Curitiba',
		});
		expect(read({ city: undefined, number: 0 })).toEqual({ number: 0 });
		expect(read({ city: null })).toBeUndefined();
		expect(read('{}')).toBeUndefined();
		expect(refusalOf(() => read('Rua A, 1')).message).toBe(
			'“Address” is not valid JSON at line 1, column 1',
		);
	});
});
