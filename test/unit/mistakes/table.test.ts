import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { characterOf } from '../../../nodes/CustomerRelationship/mistakes/htmlEntities';
import { assertNoMistake, judge } from '../../../nodes/CustomerRelationship/mistakes/judge';
import {
	ALL_BUT_LITERAL,
	CUSTOMER_READS_OR_KEY,
	EVALUATED_IN_PARTS,
	type Purpose,
	type Source,
} from '../../../nodes/CustomerRelationship/mistakes/mistake';
import { MISTAKES } from '../../../nodes/CustomerRelationship/mistakes/table';
import { refusalOf } from '../fields/refusals';
import { judgeField } from './judgeField';

const CHECK = 'Check the expression, and that each item has the value that it reads.';
const OTHER_WORD =
	' Or give another word where there is none, such as {{ $json.name || "cliente" }}, with your own field in place of $json.name.';
const EMOJI = expect.stringContaining('it may cut an emoji in two');
const BRACES = expect.stringContaining('n8n does not fill in what stands in braces');
const SWITCH = 'Switch the field from Fixed to Expression: the switch shows above the field.';
const DRAG = expect.stringContaining('Drag the field from the input to here.');
const HALF = '😀'.slice(0, 1);

test.each<[value: unknown, found: string, remedy: unknown]>([
	[NaN, 'NaN', CHECK],
	[-Infinity, '-Infinity', CHECK],
	[new Date(NaN), 'an invalid date', CHECK],
	[DateTime.fromISO('x'), 'an invalid date', CHECK],
	['Invalid DateTime', 'an invalid date', CHECK],
	['Invalid Date', 'an invalid date', CHECK],
	[HALF, 'half a character', EMOJI],
	[{ a: { b: NaN } }, 'NaN (“b”)', CHECK],
	[{ a: [1, [NaN]] }, 'NaN (“a”)', CHECK],
	[['x', HALF], 'half a character', EMOJI],
	[{ [HALF]: 1 }, 'half a character', EMOJI],
])('refuses %p', (value, found, remedy) => {
	const refusal = refusalOf(() => assertNoMistake(value, 'Name'));
	expect(refusal).toMatchObject({ message: `“Name” holds ${found}`, remedy });
});

test.each([
	...[
		undefined,
		null,
		'',
		' ',
		0,
		-1.5,
		true,
		'NaN',
		'Infinity',
		'On an Invalid Date',
		'Invalid date of birth',
		'😀',
	],
	...[new Date(0), DateTime.fromISO('2026-01-31'), {}, [], { a: { b: ['c', null] } }],
])('accepts %p', (value) => {
	expect(() => assertNoMistake(value, 'Name')).not.toThrow();
});

const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	...{ displayName: 'Field', name, type: 'string', default: '', ...more },
});
/** Reads a parameter of which each expression yields what stands in the table. */
const read = (property: INodeProperties, value: unknown, raw: unknown, yields: object = {}) =>
	judgeField(property, value, raw, (code) => Reflect.get(yields, code));

describe.each(['text', 'templateParams', 'idempotencyKey'])('in %s', (name) => {
	const advice = name === 'templateParams' ? CHECK + OTHER_WORD : CHECK;
	// A key is for programs: its author needs none of these words.
	const orWord =
		name === 'idempotencyKey'
			? CHECK
			: expect.stringMatching(
					/reads\.(?: Or .*)? If the text means this word, write it with a capital: /,
				);

	test.each<[raw: string, yields: object, found: string, remedy: unknown]>([
		['a {{ x }}', {}, 'an expression in a fixed field, so it would go out as it stands', SWITCH],
		[
			'a {{ x\n }} $json.b',
			{},
			'an expression in a fixed field, so it would go out as it stands',
			SWITCH,
		],
		[
			'{{ 1 }}',
			{},
			'“{{ 1 }}”, which stands for a variable of a template',
			expect.stringContaining('Give what takes its place'),
		],
		[
			'=a {{12}}',
			{},
			'“{{12}}”, which stands for a variable of a template',
			expect.stringContaining('Give what takes its place'),
		],
		...['$json.a', 'a $node.b', '$input.c', "$('x')", '$("x")', '={{ a }} $json'].map(
			(raw): [string, object, string, unknown] => [
				...([raw, { '{{ a }}': 'b' }] as const),
				...(['an expression without its braces, so it would go out as it stands', DRAG] as const),
			],
		),
		[
			'={{ a }} }}',
			{},
			'“}}” that no “{{” opens',
			'Delete it: where you type {{ the editor adds }} by itself.',
		],
		['=a {{ x }}', {}, '{{ x }}, which gives nothing', advice],
		['=a {{ x }}', { '{{ x }}': null }, '{{ x }}, which gives nothing', advice],
		['=a {{ x }}', { '{{ x }}': [] }, '{{ x }}, which gives an empty list', advice],
		['=a {{ x }}', { '{{ x }}': ['a', null] }, '{{ x }}, which gives nothing', advice],
		['=a {{ x }}', { '{{ x }}': {} }, '{{ x }}, which gives an object', advice],
		['=a {{ x }}', { '{{ x }}': NaN }, '{{ x }}, which gives NaN', advice],
		['=a {{ x }}', { '{{ x }}': 'b undefined' }, '{{ x }}, which gives “undefined”', orWord],
		[
			'=a {{ x }}{{ y }}',
			{ '{{ x }}': 'b', '{{ y }}': 'null' },
			'{{ y }}, which gives “null”',
			orWord,
		],
		['=a {{ x }}', { '{{ x }}': '{{ b }}' }, '{{ x }}, which gives “{{ b }}”', BRACES],
	])('refuses %j with %j', (raw, yields, found, remedy) => {
		const value = raw.startsWith('=') ? 'the whole text' : raw;
		const refusal = refusalOf(() => read(field(name), value, raw, yields));
		expect(refusal).toMatchObject({ message: `“Field” holds ${found}`, remedy });
	});

	test.each<[value: unknown, found: string, remedy: unknown]>([
		['a NaN', '“NaN”', orWord],
		['Até Invalid DateTime', '“Invalid DateTime”', advice],
		['Até Invalid Date', '“Invalid Date”', advice],
		['[object Object]', '“[object Object]”', advice],
		['a {{ b\n }}', '“{{ b\n }}”', BRACES],
		[NaN, 'NaN', advice],
	])('refuses %j of an expression alone', (value, found, remedy) => {
		const refusal = refusalOf(() => read(field(name), value, '={{ x }}'));
		expect(refusal).toMatchObject({ message: `“Field” holds ${found}`, remedy });
	});

	test.each<[raw: string, yields: object]>([
		['null and $jsonp', {}],
		['=a {{ x }}', { '{{ x }}': 0 }],
		['=a {{ x }}', { '{{ x }}': '' }],
		['=a {{ x }}', { '{{ x }}': [1, false] }],
		['=a {{ x }} {}', { '{{ x }}': '1970-01-01' }],
		['={"a":{"b":{{ x }}}}', { '{{ x }}': '[nome]' }],
		['=\\{{a}} {{ x }}', { '{{ x }}': 'nullable undefinedness' }],
	])('accepts %j with %j', (raw, yields) => {
		expect(() => read(field(name), 'the whole text', raw, yields)).not.toThrow();
	});

	test.each([undefined, null, [], {}, [null]])('accepts %p alone', (value) => {
		expect(() => read(field(name), value, '={{ x }}')).not.toThrow();
	});
});

describe('the table', () => {
	/** What `valuesOf` gives for a purpose, whatever the text. */
	const isAlwaysGiven = (purpose: Purpose, source: Source) =>
		(source !== 'embedded' || EVALUATED_IN_PARTS.includes(purpose)) &&
		(source !== 'literal' || CUSTOMER_READS_OR_KEY.includes(purpose));

	test('has no rule for values that the walk does not always give, but those that leave a trace', () => {
		const silent = MISTAKES.filter(
			({ purposes, sources }) =>
				sources !== ALL_BUT_LITERAL &&
				purposes.some((purpose) => sources.some((source) => !isAlwaysGiven(purpose, source))),
		);
		expect(silent).toEqual([]);
	});

	test('has no warning for headings and filters, whose warnings nobody is told', () => {
		const untold: Purpose[] = ['heading', 'filter', 'tagFilter', 'setting'];
		const warnings = MISTAKES.filter(({ isWarning }) => isWarning);
		expect(warnings.filter(({ purposes }) => purposes.some((one) => untold.includes(one)))).toEqual(
			[],
		);
	});
});

test('names the expression also where the finished text shows the mistake', () => {
	const { message } = refusalOf(() =>
		read(field('text'), 'Olá Jo\uFFFDo', '=Olá {{ x }}', { '{{ x }}': 'Jo\uFFFDo' }),
	);
	expect(message).toContain('holds {{ x }}, which gives “Jo\uFFFDo”');
});

test('refuses words in brackets alone in a template variable only', () => {
	for (const words of ['[first name]', ' <nome> ']) {
		const { message } = refusalOf(() => read(field('templateParams'), words, '={{ x }}'));
		expect(message).toBe(`“Field” holds “${words.trim()}”, words in brackets`);
		expect(() => read(field('text'), words, '={{ x }}')).not.toThrow();
		expect(() =>
			read(field('templateParams'), words, '=a{{ x }}', { '{{ x }}': words }),
		).not.toThrow();
	}
	for (const other of ['[A1]', 'a [b]', '[b] a', '<>']) {
		expect(() => read(field('templateParams'), other, '={{ x }}')).not.toThrow();
	}
});

describe('in other fields', () => {
	test('accepts gaps and what looks like an expression', () => {
		for (const raw of ['{{ x }} {{1}} $json', '=a {{ x }} }} $json', '=Infinity {{ x }}']) {
			expect(() => read(field('name'), 'a undefined', raw)).not.toThrow();
		}
	});

	test('evaluates the parts of a text that shows a trace of a mistake', () => {
		const yields = { '{{ x }}': 'Infinity', '{{ y }}': 1 / 0 };
		const refusal = refusalOf(() =>
			read(field('name'), 'Infinity Infinity', '={{ x }} {{ y }}', yields),
		);
		expect(refusal).toMatchObject({
			message: '“Field” holds {{ y }}, which gives Infinity',
			remedy: CHECK,
		});
		expect(() =>
			read(field('name'), 'Infinity', '=Infinity{{ x }}', { '{{ x }}': '' }),
		).not.toThrow();
		expect(() => read(field('name'), 'a', '={{ x }}', { '{{ x }}': NaN })).not.toThrow();
	});
});

test.each<[property: INodeProperties, value: unknown, raw: unknown, label: string]>([
	[
		field('columns', { type: 'resourceMapper' }),
		{ mappingMode: 'defineBelow', value: { phone: NaN } },
		{ value: { phone: '={{ x }}' } },
		'Field: phone',
	],
	[field('a'), { __rl: true, value: NaN }, { __rl: true, value: '={{ x }}' }, 'Field'],
	[
		field('a'),
		{ field: [{ slug: 'origem', value: NaN }] },
		{ field: [{ value: '={{ x }}' }] },
		'Field: origem',
	],
	[field('a'), { field: [{ slug: { value: 'cor' }, value: NaN }] }, { field: [{}] }, 'Field: cor'],
	[field('a'), { param: [{ value: 'x' }, { value: NaN }] }, { param: [{}, {}] }, 'Field: {{2}}'],
	[
		field('templateVariables', { type: 'resourceMapper' }),
		{ mappingMode: 'defineBelow', value: { 1: NaN } },
		{ value: { 1: '={{ x }}' } },
		'Field: {{1}}',
	],
	[field('a'), { b: NaN }, '={{ x }}', 'Field'],
	[field('a'), [{ slug: 'origem', value: NaN }], null, 'Field'],
	[field('filters'), { b: NaN }, {}, 'Field'],
	[field('additionalQuery'), NaN, '={{ x }}', 'Field'],
	[field('removeTags'), NaN, '={{ x }}', 'Field'],
])('names the field of a part: %#', (property, value, raw, label) => {
	expect(refusalOf(() => read(property, value, raw)).message).toContain(`“${label}” holds NaN`);
});

test('judges a value of another shape than the workflow holds', () => {
	expect(() => read(field('a'), null, { __rl: true })).not.toThrow();
	expect(() => read(field('a'), 'Invalid Date', { b: 'c' })).toThrow('an invalid date');
});

test('refuses a heading that was read wrongly', () => {
	const { message } = refusalOf(() =>
		judge([{ label: 'Columns', value: `a${HALF}`, purpose: 'heading', source: 'yielded' }]),
	);
	expect(message).toBe('“Columns” holds half a character');
});

test('accepts a mapper without columns', () => {
	expect(() => read(field('a'), { mappingMode: 'defineBelow', value: null }, null)).not.toThrow();
});

test.each([
	...[
		['&amp;', '&'],
		['&quot;', '"'],
		['&apos;', "'"],
		['&nbsp;', ' '],
		['&lt;', '<'],
		['&gt;', '>'],
	],
	...[
		['&#039;', "'"],
		['&#x27;', "'"],
		['&#X1F600;', '😀'],
		['&atilde;', 'ã'],
		['&Eacute;', 'É'],
	],
	...[
		['&ccedil;', 'ç'],
		['&ocirc;', 'ô'],
		['&agrave;', 'à'],
		['&uuml;', 'ü'],
	],
	...[
		['&frac12;', undefined],
		['&#0;', undefined],
		['&#9999999;', undefined],
	],
])('%s is the character %s', (entity, character) => {
	expect(characterOf(String(entity))).toBe(character);
});
