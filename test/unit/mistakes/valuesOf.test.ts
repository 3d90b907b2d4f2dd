import type { ValueToJudge, Purpose } from '../../../nodes/CustomerRelationship/mistakes/mistake';
import { leavesOf } from '../../../nodes/CustomerRelationship/mistakes/leaves';
import { valuesToJudge } from '../../../nodes/CustomerRelationship/mistakes/valuesOf';
import { refusalOf } from '../fields/refusals';

type Value = Omit<ValueToJudge, 'label' | 'purpose'> & { label?: string };

/** The values of a field. @param yields what each expression gives; an expression that is not listed must not be evaluated */
const valuesIn = (purpose: Purpose, value: unknown, raw: unknown, yields: object = {}) => {
	const evaluate = (code: string): unknown => {
		if (!(code in yields)) throw new Error(`${code} was not to be evaluated`);
		return Reflect.get(yields, code);
	};
	return [...valuesToJudge({ label: 'Field', purpose, value, raw, evaluate })];
};
const complete = (purpose: Purpose, values: Value[]) =>
	values.map((value) => ({ label: 'Field', purpose, ...value }));

test.each<[value: unknown, raw: unknown, values: Value[]]>([
	['a', 'a', [{ source: 'fixed', value: 'a' }]],
	// Not of the shape that the workflow holds.
	['a', { b: 'c' }, [{ source: 'fixed', value: 'a' }]],
	['a', { b: '={{ x }}' }, [{ source: 'fixed', value: 'a' }]],
	[null, { b: '={{ x }}' }, [{ source: 'fixed', value: null }]],
	[
		['a', ['b']],
		undefined,
		[
			{ source: 'fixed', value: 'a' },
			{ source: 'fixed', value: 'b' },
		],
	],
	['a', '={{ x }}', [{ source: 'expressionOnly', value: 'a', expression: '{{ x }}' }]],
	[NaN, '={{ x }}', [{ source: 'expressionOnly', value: NaN, expression: '{{ x }}' }]],
	['a', '=a', [{ source: 'mixed', value: 'a', literal: 'a' }]],
	[['a'], '={{ x }}', [{ source: 'expressionOnly', value: 'a' }]],
	[
		{ a: ['b'] },
		'={{ x }}',
		[
			{ source: 'expressionOnly', value: 'a' },
			{ source: 'expressionOnly', value: 'b', property: 'a' },
		],
	],
	['a 123', '=a {{ x }}', [{ source: 'mixed', value: 'a 123', literal: 'a \uFFFC' }]],
	[' a ', '= {{ x }} ', [{ source: 'expressionOnly', value: ' a ' }]],
])('%j of %j, written into a record', (value, raw, values) => {
	expect(valuesIn('record', value, raw)).toEqual(complete('record', values));
});

describe('the parts of a field', () => {
	const mapper = (value: unknown) => ({ mappingMode: 'defineBelow', value });

	test.each<[value: unknown, raw: unknown, values: Value[]]>([
		[
			{ __rl: true, value: 'a' },
			{ __rl: true, value: '={{ x }}' },
			[{ source: 'expressionOnly', value: 'a', expression: '{{ x }}' }],
		],
		[
			mapper({ a: 'b', c: 'd' }),
			mapper({ a: '={{ x }}', c: 'd' }),
			[
				{ label: 'Field: a', source: 'expressionOnly', value: 'b', expression: '{{ x }}' },
				{ label: 'Field: c', source: 'fixed', value: 'd' },
			],
		],
		// One expression gives all columns, and none by itself.
		[
			mapper({ a: 'b' }),
			mapper('={{ x }}'),
			[
				{ source: 'expressionOnly', value: 'a' },
				{ source: 'expressionOnly', value: 'b', property: 'a' },
			],
		],
		...[undefined, null, 'not of this shape'].map((raw): [unknown, unknown, Value[]] => [
			mapper({ a: 'b' }),
			mapper(raw),
			[{ label: 'Field: a', source: 'fixed', value: 'b' }],
		]),
		[
			{ field: [{ slug: 'a', value: 'b' }] },
			{ field: [{ slug: 'a', value: '={{ x }}' }] },
			[
				{ label: 'Field: a', source: 'fixed', value: 'a' },
				{ label: 'Field: a', source: 'expressionOnly', value: 'b', expression: '{{ x }}' },
			],
		],
		[
			{ param: ['a', { value: 'b' }, null] },
			{ param: ['a', { value: 'b' }, null] },
			[
				{ label: 'Field: {{1}}', source: 'fixed', value: 'a' },
				{ label: 'Field: {{2}}', source: 'fixed', value: 'b' },
				{ label: 'Field: {{3}}', source: 'fixed', value: null },
			],
		],
	])('%j of %j are named, each with its own expression', (value, raw, values) => {
		expect(valuesIn('record', value, raw)).toEqual(complete('record', values));
	});
});

describe('a date of an expression alone', () => {
	const iso = '2026-11-25T10:43:04Z';
	const date = new Date(iso);

	test.each<[purpose: Purpose, value: unknown, yields: object, values: Value[]]>([
		[
			'text',
			iso,
			{ '{{ x }}': date },
			[{ source: 'expressionOnly', value: date, expression: '{{ x }}' }],
		],
		['text', 'a', {}, [{ source: 'expressionOnly', value: 'a', expression: '{{ x }}' }]],
		['record', iso, {}, [{ source: 'expressionOnly', value: iso, expression: '{{ x }}' }]],
		['key', iso, {}, [{ source: 'expressionOnly', value: iso, expression: '{{ x }}' }]],
		[
			'variable',
			['a', iso],
			{ '{{ x }}': ['a', date] },
			[
				{ label: 'Field, entry 1', source: 'expressionOnly', value: 'a' },
				{ label: 'Field, entry 2', source: 'expressionOnly', value: date },
			],
		],
	])('in %s %j is evaluated only if a customer reads it', (purpose, value, yields, values) => {
		expect(valuesIn(purpose, value, '={{ x }}', yields)).toEqual(complete(purpose, values));
	});
});

describe('a longer text', () => {
	test('gives what was typed, what each expression yields with what stands before it, and the whole', () => {
		const yields = {
			...{ '{{ a }}': 'A', '{{ b }}': undefined, '{{ c }}': null, '{{ d }}': ['D', ['E']] },
			...{ '{{ f }}': 6, '{{ g }}': 'G' },
		};
		const raw = '={{ a }}.{{ b }}.{{ c }}.{{ d }}.{{ f }}{{ g }}';
		const embedded = (
			code: string,
			before: string,
			value: unknown,
			isListEntry = false,
		): Value => ({
			...{ source: 'embedded', expression: `{{ ${code} }}`, isListEntry, before, value },
		});
		expect(valuesIn('text', 'whole', raw, yields)).toEqual(
			complete('text', [
				{ source: 'literal', value: '\uFFFC.\uFFFC.\uFFFC.\uFFFC.\uFFFC\uFFFC' },
				embedded('a', '', 'A'),
				embedded('b', 'A.', undefined),
				embedded('c', 'A..', null),
				embedded('d', 'A...', ['D', ['E']]),
				embedded('d', 'A...', 'D', true),
				embedded('d', 'A...', ['E'], true),
				embedded('d', 'A...', 'E', true),
				embedded('f', 'A....', 6),
				embedded('g', 'A....6', 'G'),
				{
					...{ source: 'mixed', value: 'whole' },
					literal: '\uFFFC.\uFFFC.\uFFFC.\uFFFC.\uFFFC\uFFFC',
				},
			]),
		);
	});

	test.each<[purpose: Purpose, sources: string[]]>([
		['record', ['mixed']],
		['filter', ['mixed']],
		['tagFilter', ['embedded', 'mixed']],
		...(['key', 'variable', 'text'] as const).map((purpose): [Purpose, string[]] => [
			purpose,
			['literal', 'embedded', 'mixed'],
		]),
	])('in %s gives values of these sources: %j', (purpose, sources) => {
		const values = valuesIn(purpose, 'a b', '=a {{ x }}', { '{{ x }}': 'b' });
		expect(values.map(({ source }) => source)).toEqual(sources);
	});

	const isEvaluated = (value: unknown, raw = '=a {{ x }}') =>
		valuesIn('record', value, raw, { '{{ x }}': 'b' }).some(({ source }) => source === 'embedded');

	test.each([
		...['a Infinity', 'a -infinity', 'a Invalid date', 'a Invalid DateTime', 'a 1.5e+21'],
		...['a 1234567890123456', 'a12345678901234567890'],
		{ a: 'Infinity', b: 'c' },
	])('is evaluated in parts for a record if it may show a mistake: %j', (value) => {
		expect(isEvaluated(value)).toBe(true);
	});

	test.each([
		...['a 123', 'a 123456789012345', 'a e+1', 'a 1e+', 'a 1e-7', 'a1e5'],
		// n8n makes an object of a text in JSON.
		{ a: 1234567890123456 },
	])('is not evaluated in parts for a record: %j', (value) => {
		expect(isEvaluated(value)).toBe(false);
	});
});

describe('nested lists and objects', () => {
	const nested = (levels: number, isList: boolean): unknown => {
		let value: unknown = 'a';
		for (let level = 0; level < levels; level += 1) value = isList ? [value] : { b: value };
		return value;
	};
	const message = '“Field” is nested more than 100 levels deep';
	const remedy = 'Use only the properties that you need instead of the whole object.';

	test.each([true, false])('are taken apart down to 100 levels (lists: %s)', (isList) => {
		expect(leavesOf(nested(100, isList), 'Field').at(-1)?.value).toBe('a');
		const refusal = refusalOf(() => leavesOf(nested(101, isList), 'Field'));
		expect(refusal).toMatchObject({ message, remedy });
	});

	test('are taken apart down to 100 levels where an expression within a text yields them', () => {
		const read = (levels: number) =>
			valuesIn('text', 'whole', '=a {{ x }}', { '{{ x }}': nested(levels, true) });
		expect(read(100).filter(({ source }) => source === 'embedded')).toHaveLength(101);
		expect(refusalOf(() => read(101))).toMatchObject({ message, remedy });
	});
});
