import {
	parseJsonObjectWithoutEmpty,
	parseJsonObject,
	parseJson,
} from '../../../nodes/CustomerRelationship/fields/parsers/json';
import { additionalBody, additionalQuery } from '../../../nodes/CustomerRelationship/fields/json';
import { address } from '../../../nodes/CustomerRelationship/fields/address';
import { NOTHING, refusalOf, UTC } from './refusals';

const problemIn = (text: string) =>
	refusalOf(() => parseJson(text, 'Body')).message.replace('“Body” is not valid JSON: ', '');

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
	])('reads %j as %j', (value, parsed) => {
		expect(parseJson(value, 'JSON')).toEqual(parsed);
	});

	test.each([...NOTHING, ['blanks', ' \n '] as [string, unknown]])(
		'%s is nothing',
		(_name, value) => {
			expect(parseJson(value, 'JSON')).toBeUndefined();
			expect(parseJsonObject(value, 'JSON')).toBeUndefined();
			expect(parseJsonObjectWithoutEmpty(value, 'JSON')).toBeUndefined();
		},
	);

	test.each<[unknown]>([['[]'], ['null'], ['"a"'], ['1'], [[]], [true], [5]])(
		'%j is no JSON object',
		(value) => {
			expect(refusalOf(() => parseJsonObject(value, 'Address')).message).toBe(
				'“Address” is not a JSON object',
			);
		},
	);

	test.each<[string, string]>([
		['{"visits": 1e999}', 'holds Infinity (“visits”)'],
		['{"a": [{"name": "\\ud83d"}]}', 'holds half a character (“name”)'],
		['"Invalid DateTime"', 'holds an invalid date'],
	])('refuses the mistake in %s', (text, problem) => {
		expect(refusalOf(() => parseJson(text, 'JSON')).message).toBe(`“JSON” ${problem}`);
	});

	test('accepts a valid date', () => {
		expect(parseJson({ born: new Date(0), none: null }, 'JSON')).toEqual({
			...{ born: new Date(0), none: null },
		});
	});

	test.each([
		['{"a": 1,}', /^Expected double-quoted property name in JSON near “{"a": 1,}”$/],
		['{\n  "a": 1,\n  b: 2\n}', /near “{ "a": 1, b: 2 }”$/],
		['{"a": 1} extra', /near “{"a": 1} extra”$/],
		['{"a": 1', /near “{"a": 1”$/],
		['{"a": ', /^Unexpected end of JSON input$/],
		['{"a": undefined}', /^Unexpected token 'u', "{"a": undefined}"$/],
		[`{"a": "${'x'.repeat(200)}", "b": nil}`, /^Unexpected token 'i', \.\.\..*"b": nil}"$/],
		[`[${'1,'.repeat(99)} 2 3, 4]`, /near “,(1,)+ 2 3, 4]”$/],
		['undefined', /^"undefined"$/],
	])('says where %j is invalid', (text, problem) => {
		expect(problemIn(text)).toMatch(problem);
	});
});

test.each([
	['Node 20', 'Expected property name in JSON at position 22'],
	['Node 22', 'Expected property name in JSON at position 22 (line 12 column 12)'],
])('quotes the text at the position that %s gives', (_version, message) => {
	const text = `${' '.repeat(11)}{"a": 1,   }`;
	jest.spyOn(JSON, 'parse').mockImplementation(() => {
		throw new SyntaxError(message);
	});
	try {
		expect(problemIn(text)).toBe('Expected property name in JSON near “ {"a": 1, }”');
	} finally {
		jest.restoreAllMocks();
	}
});

describe('JSON fields', () => {
	test('send a typed body as it is, with null', () => {
		const written = '{"a": null, "b": ""}';
		expect(additionalBody.read(written, { ...UTC, raw: written })).toEqual({ a: null, b: '' });
	});

	test.each<[unknown, unknown]>([
		[{ a: null, b: '', c: ' ', d: undefined }, undefined],
		['{"a": null, "b": 0, "c": false}', { b: 0, c: false }],
		[{ a: { b: { c: null } }, d: { e: '', f: 1 } }, { d: { f: 1 } }],
		[{ tags: [null], list: ['a', '', { b: null, c: 2 }] }, { list: ['a', { c: 2 }] }],
		[{ none: {}, empty: [], date: new Date(0) }, { date: '1970-01-01T00:00:00.000Z' }],
	])('send the body %j from an expression as %j', (value, sent) => {
		for (const field of [additionalBody, additionalQuery]) {
			for (const raw of ['={{ $json.more }}', { a: ['={{ $json.a }}'] }]) {
				expect(field.read(value, { ...UTC, raw })).toEqual(sent);
			}
		}
	});

	test('do not send empty parts of an address', () => {
		const read = (value: unknown) => address.read(value, UTC);
		expect(read('{"city": "Curitiba", "state": "", "zip": null, "district": " "}')).toEqual({
			city: 'Curitiba',
		});
		expect(read({ city: undefined, number: 0 })).toEqual({ number: 0 });
		expect(read({ city: null })).toBeUndefined();
		expect(read('{}')).toBeUndefined();
	});
});
