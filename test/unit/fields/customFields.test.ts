import { DateTime } from 'luxon';
import { customFieldsFields } from '../../../nodes/CustomerRelationship/fields/customFields';
import { parseCustomFieldEntries } from '../../../nodes/CustomerRelationship/fields/parsers/customFields';
import {
	inferTypes,
	type CustomFieldType,
	type SeenTypes,
} from '../../../nodes/CustomerRelationship/fields/parsers/customFieldTypes';
import {
	hasKnownTypes,
	typedBodyOf,
} from '../../../nodes/CustomerRelationship/resources/shared/fieldTypes';
import { additionalBody } from '../../../nodes/CustomerRelationship/fields/json';
import { NOTHING, refusalOf, bodyFrom } from './refusals';

const located = (slug: unknown) => ({ __rl: true, mode: 'list', value: slug });
const fields = customFieldsFields('searchContactCustomFields');
/** Custom fields as they are sent, where recent records have these types. */
function customFieldsFor(value: unknown, raw: unknown, types: SeenTypes = new Map()) {
	const customFields = parseCustomFieldEntries(value, raw);
	return customFields && typedBodyOf({ customFields }, types).customFields;
}
const read = (...field: object[]) => customFieldsFor({ field }, { field });

describe('entries', () => {
	test.each<[string, unknown, unknown]>([
		['string', 'blue', 'blue'],
		['string', ' a ', ' a '],
		['string', 7, '7'],
		['string', false, 'false'],
		['number', 7, 7],
		['number', '7', 7],
		['number', ' -1.5 ', -1.5],
		['number', '12.', 12],
		['number', '.25', 0.25],
		['number', '0.125', 0.125],
		['number', '1234.567', 1234.567],
		['number', '1.2000', 1.2],
		['number', 1.234, 1.234],
		['number', '1e3', 1000],
		['number', '+1.25E-12', 1.25e-12],
		['number', '7,5', 7.5],
		['number', ' -0,125 ', -0.125],
		['number', '1.234,56', 1234.56],
		['number', '12345,6', 12345.6],
		['number', '12.345,6', 12345.6],
		['number', '+1.234.567,8', 1234567.8],
		['number', 0, 0],
		['boolean', true, true],
		['boolean', false, false],
		['boolean', 'TRUE', true],
		['boolean', ' false', false],
		['boolean', 'Sim', true],
		['boolean', ' NÃO ', false],
		['boolean', 'na\u0303o', false],
		['boolean', 'nao', false],
		['boolean', 'verdadeiro', true],
		['boolean', 'falso', false],
		['boolean', 1, true],
		['json', '["a", 1]', ['a', 1]],
		['json', ['a'], ['a']],
		['json', '{"a": null}', { a: null }],
		['json', '"text"', 'text'],
		['json', 'null', null],
		['json', null, null],
	])('sends %s %j as %j', (type, value, sent) => {
		expect(read({ slug: 'color', type, value })).toEqual({ color: sent });
		expect(read({ slug: located('color'), type, value })).toEqual({ color: sent });
	});

	describe.each([undefined, '', 'automatic'])('with the type %j', (type) => {
		const seen = (on: CustomFieldType | undefined, value: unknown) => {
			const field = [{ slug: located('color'), type, value }];
			return customFieldsFor({ field }, { field }, new Map(on ? [['color', on]] : []));
		};

		test.each<[CustomFieldType | undefined, unknown, unknown]>([
			['number', '7', 7],
			['number', 7, 7],
			['string', 7, '7'],
			['string', 'true', 'true'],
			['boolean', 'true', true],
			['json', '["a"]', ['a']],
			['date', '1985-03-12', '1985-03-12'],
			['date', '1985-03-12T00:00:00.000Z', '1985-03-12T00:00:00.000Z'],
			['date', 'amanhã', 'amanhã'],
			['date', '2026-02-30', '2026-02-30'],
			['day', '1985-03-12', '1985-03-12'],
			['day', '2024-02-29', '2024-02-29'],
			['day', 'amanhã', 'amanhã'],
			['day', '2026-05-17 a 2026-05-20', '2026-05-17 a 2026-05-20'],
			['string', '12/03/1985', '12/03/1985'],
			['string', 33010, '33010'],
			[undefined, '12/03/1985', '12/03/1985'],
			[undefined, 33010, 33010],
			['list', 'a, b', ['a', 'b']],
			['list', '["a, b"]', ['a, b']],
			['list', '[2024] Black Friday, vip', ['[2024] Black Friday', 'vip']],
			['list', ['a', null], ['a', null]],
			[undefined, '7', '7'],
			[undefined, 7, 7],
			[undefined, false, false],
			[undefined, ['a'], ['a']],
			['list', 2024, ['2024']],
			[undefined, { a: 1 }, { a: 1 }],
		])('for a field seen as %s sends %j as %j', (on, value, sent) => {
			expect(seen(on, value)).toEqual({ color: sent });
		});

		test.each<[CustomFieldType, number]>([
			['number', 1_000],
			['boolean', 1_000],
			['day', 1_000],
			['date', 1_000],
		])('for a field seen as %s refuses a text of more than %i characters', (on, most) => {
			const { message } = refusalOf(() => seen(on, '7'.repeat(most + 1)));
			expect(message).toBe('“Custom Fields: color” has 1001 characters, but takes at most 1000');
		});

		test.each<CustomFieldType | undefined>(['string', 'json', 'list', undefined])(
			'for a field seen as %s takes a long text',
			(on) => {
				expect(() => seen(on, `"${'x'.repeat(1_001)}"`)).not.toThrow(/has 1003 characters/);
			},
		);

		test.each<[CustomFieldType, string]>([
			['number', '1.200'],
			['number', 'seven'],
			['boolean', 'talvez'],
			['list', "['moda','casa']"],
			['list', '"moda","casa"'],
			['list', '[moda, casa]'],
			['list', "[{'name': 'moda'}]"],
		])('for a field seen as %s refuses %j', (on, value) => {
			expect(refusalOf(() => seen(on, value)).message).toMatch(/^“Custom Fields: color” /);
		});

		test.each([
			...['2026-11-25T10:43:04.119Z', '2026-11-25T00:00:00.000-03:00', '2026-11-25T10:43'],
			...['2026-11-25 00:00:00', new Date('2026-11-25T10:43:04Z'), DateTime.now()],
			...['2026-02-30', '2025-02-29', '2026-13-01', ' 2026-00-10 '],
		])('a field of dates without a time refuses %j', (value) => {
			const { message, remedy } = refusalOf(() => seen('day', value));
			expect(message).toMatch(
				/^“Custom Fields: color” (takes a date without a time|holds a date that does not exist)$/,
			);
			expect(remedy).toMatch(/\.toFormat\('yyyy-MM-dd'\)|^Correct it/);
		});

		test.each([
			...['12/03/1985', ' 25/03/1985', '3/12/85', '12.03.1985', '12-3-1985', '12/03/1985 00:00'],
			...[33010, '33010', '33010.5', '33010,55', ' 33010 ', 12031985],
		])('for a field of dates refuses %j', (value) => {
			const refused = refusalOf(() => seen('date', value));
			expect(refused.message).toBe('“Custom Fields: color” takes a date such as 1985-03-12');
			expect(refused.value).toBe(value);
		});

		test.each<[CustomFieldType | undefined, unknown]>([
			['list', []],
			['json', {}],
			['json', '[]'],
			[undefined, []],
			['json', { street: undefined }],
			[undefined, { street: null, of: { city: ' ' } }],
			['json', '{ "street": null }'],
			['list', [null]],
			['list', '[""]'],
			['string', '[]'],
			[undefined, ' { } '],
			['list', ' , '],
		])('does not clear a field seen as %s with %j', (on, value) => {
			expect(seen(on, value)).toBeUndefined();
		});

		test('does not send empty values, nor null', () => {
			for (const [, value] of NOTHING) {
				expect(seen('json', value)).toBeUndefined();
				expect(seen(undefined, value)).toBeUndefined();
			}
			expect(seen('json', 'null')).toBeUndefined();
		});

		test.each(['Data de Nascimento', 'data-de_nascimento', 'DATA DE NASCIMENTO'])(
			'takes %j for the known slug',
			(slug) => {
				const seen = new Map([['data_de_nascimento', 'string' as const]]);
				const fieldsOf = (types: typeof seen) =>
					customFieldsFor({ field: [{ slug, type, value: 7 }] }, undefined, types);
				expect(fieldsOf(seen)).toEqual({ data_de_nascimento: '7' });
				expect(fieldsOf(new Map([...seen, [slug, 'string']]))).toEqual({ [slug]: '7' });
			},
		);

		test('takes a text that is written as a slug for a slug of its own', () => {
			const seen = new Map([['telefone2', 'string' as const]]);
			const entry = { slug: 'telefone_2', type, value: 7 };
			expect(customFieldsFor({ field: [entry] }, undefined, seen)).toEqual({ telefone_2: 7 });
		});

		test('leaves the type to recent records only if there is a value', () => {
			const entry = (value: unknown) => ({ field: [{ slug: 'color', type, value }] });
			const isOpen = (given: unknown) => !hasKnownTypes(bodyFrom(fields, { customFields: given }));
			expect(isOpen(entry('x'))).toBe(true);
			expect(isOpen(entry(''))).toBe(false);
			expect(isOpen({ field: [{ slug: 'color', type: 'string', value: 'x' }] })).toBe(false);
			expect(isOpen(undefined)).toBe(false);
		});
	});

	test.each(['string', 'number', 'boolean'])('does not send an empty %s', (type) => {
		for (const [, value] of [...NOTHING, ['blanks', ' \n']])
			expect(read({ slug: 'color', type, value })).toBeUndefined();
		expect(read({ slug: 'color', type })).toBeUndefined();
	});

	test.each([undefined, '', '  '])('does not clear with %j of the type JSON', (value) => {
		expect(read({ slug: 'color', type: 'json', value })).toBeUndefined();
	});

	test.each<[string, unknown, RegExp]>([
		['number', 'seven', /is not a number/],
		['number', '1.23,5', /is not a number/],
		['number', '12.345.67,8', /is not a number/],
		['number', '1,2,3', /is not a number/],
		['number', '7,', /is not a number/],
		['number', '1.200', /holds “1.200”, which can be read in two ways/],
		['number', ' -12.345 ', /holds “-12.345”, which can be read in two ways/],
		['number', '1,200', /holds “1,200”, which can be read in two ways/],
		['number', '1.234.567', /is not a number/],
		['number', '0x10', /is not a number/],
		['number', true, /is not a number/],
		['number', [], /is not a number/],
		['number', 'Infinity', /is not a number/],
		['number', NaN, /is not a number/],
		['number', '12345678901234567890', /too many digits to be exact as a number/],
		['boolean', 'talvez', /is neither true nor false/],
		['boolean', 2, /is neither true nor false/],
		['string', ['a'], /takes a text, but got a list/],
		['string', { a: 1 }, /takes a text, but got an object/],
		['json', '{a: 1}', /is not valid JSON: .* near “{a: 1}”/],
		['colour', 'red', /has the unknown type “colour”/],
	])('refuses %s %j', (type, value, problem) => {
		const { message, remedy } = refusalOf(() => read({ slug: 'color', type, value }));
		expect(message).toMatch(problem);
		expect(message).toMatch(/^“Custom Fields: color” /);
		expect(remedy).not.toBe('');
	});

	test.each([
		['+1.200', '+1.2000', 'point'],
		['+1,200', '+1,2000', 'comma'],
	])('advises how to write either reading of %s', (value, decimal, separator) => {
		const { remedy } = refusalOf(() => read({ slug: 'a', type: 'number', value }));
		expect(remedy).toBe(
			`Enter +1200, or ${decimal} if it is a decimal ${separator}. An expression can return a number instead of text.`,
		);
		expect(read({ slug: 'a', type: 'number', value: '+1200' })).toEqual({ a: 1200 });
		expect(read({ slug: 'a', type: 'number', value: decimal })).toEqual({ a: 1.2 });
	});

	test('refuses a value without a field, and ignores an empty entry', () => {
		expect(read({ slug: '', type: 'string', value: '' }, { slug: located('') })).toBeUndefined();
		expect(refusalOf(() => read({ slug: located(''), value: 'blue' })).message).toBe(
			'“Custom Fields” has a value without a field',
		);
	});

	test('clears a field with a typed null, not with one from an expression', () => {
		const cleared = (value: unknown, raw: unknown) =>
			customFieldsFor({ field: [{ slug: 'a', type: 'json', value }] }, raw);
		const written = (value: unknown) => ({ field: [{ slug: 'a', value }] });
		expect(cleared('null', written('null'))).toEqual({ a: null });
		expect(cleared(null, written(null))).toEqual({ a: null });
		for (const value of [null, 'null', ' null ']) {
			expect(cleared(value, written('={{ $json.a }}'))).toBeUndefined();
			expect(cleared(value, '={{ $json.fields }}')).toBeUndefined();
			expect(cleared(value, undefined)).toBeUndefined();
		}
		expect(cleared('[null]', written('={{ $json.a }}'))).toBeUndefined();
		expect(cleared('[null, 0]', written('={{ $json.a }}'))).toEqual({ a: [null, 0] });
	});

	test('sends a slug that is a property of every object', () => {
		const sent = JSON.stringify(read({ slug: '__proto__', value: 'a' }));
		expect(sent).toBe('{"__proto__":"a"}');
	});

	test('sends nothing without entries', () => {
		for (const value of [undefined, null, '', {}, { field: [] }]) {
			expect(customFieldsFor(value, value)).toBeUndefined();
		}
	});

	test('sends all entries as they are, the last one of each slug', () => {
		expect(
			read(
				{ slug: 'a', value: '1' },
				{ slug: 'a', value: '2' },
				{ slug: 'constructor', value: '3' },
				{ slug: 'ação/ü', value: '4' },
			),
		).toEqual({ a: '2', constructor: '3', 'ação/ü': '4' });
	});
});

describe('entries and the JSON object', () => {
	const sent = (values: object) => {
		const body = bodyFrom(fields, values as never);
		return typedBodyOf(body, new Map());
	};

	test('are sent together, and entries win', () => {
		expect(
			sent({
				customFields: { field: [{ slug: 'a', value: 'entry' }] },
				customFieldsJson: '{ "a": "object", "b": 2, "c": [1] }',
			}),
		).toEqual({ customFields: { a: 'entry', b: 2, c: [1] } });
		expect(sent({ customFieldsJson: { d: false } })).toEqual({ customFields: { d: false } });
	});

	test('clear nothing with an empty value in the object', () => {
		expect(sent({ customFieldsJson: { a: null, b: undefined, c: '' } })).toEqual({});
		expect(refusalOf(() => sent({ customFieldsJson: '[]' })).message).toBe(
			'“Custom Fields (JSON)” is not a JSON object',
		);
	});
});

test('infers the type of a custom field from the first value that shows it', () => {
	const records = [
		{ customFields: { visits: null, color: 'blue', tags: ['a'] } },
		{},
		{ customFields: null },
		{ customFields: { visits: 3, color: 7, vip: false, blank: null } },
	];
	expect([...inferTypes(records)]).toEqual([
		['visits', 'number'],
		['color', 'string'],
		['tags', 'list'],
		['vip', 'boolean'],
		['blank', undefined],
	]);
});

test.each<[CustomFieldType, unknown[]]>([
	['day', ['1990-05-17', null, '1990-05-18']],
	['date', ['1990-05-17', null, '1990-05-17T03:00:00.000Z']],
	['date', ['1990-05-17T03:00:00.000Z', '1990-05-17']],
	['string', ['1990-05-17', 'unknown']],
	['string', ['unknown', '1990-05-17']],
	['string', ['1990-05-17', '']],
	['string', ['17/05/1990']],
	['string', ['1990-05-17 to 1990-05-20']],
	['number', [19900517, '1990-05-17']],
	['list', [['a', 7]]],
	['json', [[{ name: 'a' }]]],
	['json', [['a', { name: 'a' }]]],
	['json', [[['a']]]],
	['day', ['1990-05-17', '1990-05-17']],
])('infers the type %s from %j', (type, values) => {
	const records = values.map((born) => ({ customFields: { born } }));
	expect([...inferTypes(records)]).toEqual([['born', type]]);
});

test('those of Your Own JSON win also over entries whose types are not known yet', () => {
	const values = {
		customFields: { field: ['a', 'Visit Count'].map((slug) => ({ slug, value: '1' })) },
		additionalBody: { customFields: { visit_count: null, b: '2' } },
	};
	const body = bodyFrom([...fields, additionalBody], values);
	expect(hasKnownTypes(body)).toBe(false);
	const seen: SeenTypes = new Map([['visit_count', 'number']]);
	expect(typedBodyOf(body, seen)).toEqual({
		customFields: { a: '1', visit_count: null, b: '2' },
	});
});
