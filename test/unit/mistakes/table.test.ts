import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { assertParsedValue, judge } from '../../../nodes/CustomerRelationship/mistakes/judge';
import {
	CUSTOMER_FACING_OR_KEY_PURPOSES,
	PURPOSES_JUDGED_PER_EXPRESSION,
	type Purpose,
	type Source,
} from '../../../nodes/CustomerRelationship/mistakes/mistake';
import { MISTAKES } from '../../../nodes/CustomerRelationship/mistakes/table';
import { refusalOf } from '../fields/refusals';
import { judgeField } from './judgeField';

const CHECK = 'Check the expression, and make sure that each item has the value it reads.';
const CORRECT = 'Correct it, or delete it.';
const FALLBACK = ' Or set a fallback, such as {{ $json.name || "cliente" }}.';
const OWN_FIELD = ' Put your own field in place of $json.';
const OTHER_WORD = `${FALLBACK}${OWN_FIELD}name.`;
const USE_PROPERTY = 'Use a property of the object, such as {{ $json.address.city }}.';
const BRACES = expect.stringContaining('n8n does not fill in placeholders');
const SWITCH = 'Switch the field from Fixed to Expression with the switch above it.';
const DRAG = expect.stringContaining('Drag the value here from the input panel.');
const HALF = '😀'.slice(0, 1);
const LOST_DIGITS = 'a number with too many digits to be exact, so the last ones are lost';

test.each<[value: unknown, description: string, remedy: unknown]>([
	[NaN, 'NaN', CORRECT],
	[-Infinity, '-Infinity', CORRECT],
	[2 ** 53, LOST_DIGITS, 'Enter it as text. In JSON, put quotation marks around it.'],
	[new Date(NaN), 'an invalid date', CORRECT],
	[DateTime.fromISO('x'), 'an invalid date', CORRECT],
	['Invalid DateTime', 'an invalid date', CORRECT],
	['Invalid Date', 'an invalid date', CORRECT],
	[HALF, 'half a character', CORRECT],
	[{ a: { b: NaN } }, 'NaN (“b”)', CORRECT],
	[{ a: [1, [NaN]] }, 'NaN (“a”)', CORRECT],
	[['x', HALF], 'half a character', CORRECT],
	[{ [HALF]: 1 }, 'half a character', CORRECT],
])('refuses %p', (value, description, remedy) => {
	const refusal = refusalOf(() => assertParsedValue(value, 'Name'));
	expect(refusal).toMatchObject({ message: `“Name” holds ${description}`, remedy });
});

test('shows how to take half a character out of what an expression gives', () => {
	expect(refusalOf(() => read(field('name'), HALF, '={{ $json.a }}')).remedy).toBe(
		'Check the expression: it may cut an emoji in half. {{ $json.a.replace(/\\p{Surrogate}/gu, "") }} removes what is left of it.',
	);
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
	// Mistakes only for some purposes or sources.
	...['Jo\uFFFDo', '{{ $json.name }}', '2026-01-31T09:00:00Z', '[object Object]', '#N/A'],
])('accepts %p', (value) => {
	expect(() => assertParsedValue(value, 'Name')).not.toThrow();
});

const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	...{ displayName: 'Field', name, type: 'string', default: '', ...more },
});
/** Reads a parameter of which each expression yields what stands in the table. */
const read = (property: INodeProperties, value: unknown, raw: unknown, yields: object = {}) =>
	judgeField(property, value, raw, (code) => Reflect.get(yields, code));

describe.each(['text', 'templateParams', 'idempotencyKey'])('in %s', (name) => {
	/** The advice about an expression that gives nothing. */
	const advice = name === 'templateParams' ? CHECK + OTHER_WORD : CHECK;
	// A key is for programs: its author needs none of these words.
	const orWord =
		name === 'idempotencyKey'
			? CHECK
			: expect.stringMatching(
					/reads\.(?: Or .*)? If the text is meant to contain this word, capitalize it: /,
				);

	test.each<[raw: string, yields: object, description: string, remedy: unknown]>([
		['a {{ x }}', {}, 'an expression in a fixed field, so it would be sent as plain text', SWITCH],
		[
			'a {{ x\n }} $json.b',
			{},
			'an expression in a fixed field, so it would be sent as plain text',
			SWITCH,
		],
		[
			'{{ 1 }}',
			{},
			'“{{ 1 }}”, a placeholder for a template variable',
			expect.stringContaining('Enter the value itself'),
		],
		[
			'=a {{12}}',
			{},
			'“{{12}}”, a placeholder for a template variable',
			expect.stringContaining('Enter the value itself'),
		],
		...['$json.a', 'a $node.b', '$input.c', "$('x')", '$("x")', '={{ a }} $json'].map(
			(raw): [string, object, string, unknown] => [
				...([raw, { '{{ a }}': 'b' }] as const),
				...(['an expression without braces, so it would be sent as plain text', DRAG] as const),
			],
		),
		[
			'={{ a }} }}',
			{},
			'“}}” without a “{{” before it',
			'Delete it: when you type {{, the editor adds }} itself.',
		],
		['=a {{ x }}', {}, '{{ x }}, which gives nothing', advice],
		['=a {{ x }}', { '{{ x }}': null }, '{{ x }}, which gives nothing', advice],
		['=a {{ x }}', { '{{ x }}': [] }, '{{ x }}, which gives an empty list', CHECK],
		['=a {{ x }}', { '{{ x }}': ['a', null] }, '{{ x }}, which gives nothing', advice],
		['=a {{ x }}', { '{{ x }}': {} }, '{{ x }}, which gives an object', USE_PROPERTY],
		[
			'=a {{ x }}',
			{ '{{ x }}': '[object Object]' },
			'{{ x }}, which gives “[object Object]”, an object that was turned into text',
			USE_PROPERTY,
		],
		['=a {{ x }}', { '{{ x }}': NaN }, '{{ x }}, which gives NaN', advice],
		['=a {{ x }}', { '{{ x }}': 'b undefined' }, '{{ x }}, which gives “undefined”', orWord],
		[
			'=a {{ x }}{{ y }}',
			{ '{{ x }}': 'b', '{{ y }}': 'null' },
			'{{ y }}, which gives “null”',
			orWord,
		],
		['=a {{ x }}', { '{{ x }}': '{{ b }}' }, '{{ x }}, which gives “{{ b }}”', BRACES],
	])('refuses %j with %j', (raw, yields, description, remedy) => {
		const value = raw.startsWith('=') ? 'the whole text' : raw;
		const refusal = refusalOf(() => read(field(name), value, raw, yields));
		expect(refusal).toMatchObject({ message: `“Field” holds ${description}`, remedy });
	});

	test.each<[value: unknown, description: string, remedy: unknown]>([
		['a NaN', '“NaN”', orWord],
		['Até Invalid DateTime', '“Invalid DateTime”', CHECK],
		['Até Invalid Date', '“Invalid Date”', CHECK],
		['[object Object]', '“[object Object]”, an object that was turned into text', USE_PROPERTY],
		['a [object Object]', '“[object Object]”', CHECK],
		['a {{ b\n }}', '“{{ b\n }}”', BRACES],
		[NaN, 'NaN', advice],
	])('refuses %j of an expression alone', (value, description, remedy) => {
		const refusal = refusalOf(() => read(field(name), value, '={{ x }}'));
		expect(refusal).toMatchObject({ message: `“Field” holds ${description}`, remedy });
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
	/** What `valuesToJudge` gives for a purpose, whatever the text. */
	const isAlwaysGiven = (purpose: Purpose, source: Source) =>
		(source !== 'embedded' || PURPOSES_JUDGED_PER_EXPRESSION.includes(purpose)) &&
		(source !== 'literal' || CUSTOMER_FACING_OR_KEY_PURPOSES.includes(purpose));

	test('has no mistake in values that the walk does not always give, unless they leave a trace or show in the whole value', () => {
		const silent = MISTAKES.filter(
			({ purposes, sources, trace }) =>
				trace === undefined &&
				!sources.includes('mixed') &&
				purposes.some((purpose) => sources.some((source) => !isAlwaysGiven(purpose, source))),
		);
		expect(silent).toEqual([]);
	});

	/** A value for each mistake. */
	const EXAMPLES = [
		...[Infinity, new Date(NaN), 2 ** 53, HALF, 'Jo\uFFFDo', '#N/A', '{{ 1 }}', '{{ x }}', 'a }}'],
		...['$json.a', '[object Object]', 'a undefined', 'null', 'a-null', 'a {{ x }}'],
		...['2026-11-25T10:43', '[nome]', '*|FNAME|*', 'None', '{"a":1}', '```\na\n```', 'a<think>'],
		...['<|end|>', 0.12345678901, undefined, '', ' ', 'a,,b', [], {}],
		...['7615917337495251000', 'a\nb', 'a\\nb', 'a&amp;b', 'This is null', '\\u00e3', 'Jo%C3%A3o'],
		...['a<br>b', 'a'.repeat(4_097), 'JoÃ£o'],
	];
	/** The expression that gives a value, as `valuesToJudge` states it. */
	const expressionOf = (source: Source, value: unknown) => {
		if (source !== 'expressionOnly' && source !== 'embedded') return undefined;
		return value === '{{ 1 }}' ? value : '{{ x }}';
	};
	/** The mistakes that are found in a value: the first error and the warnings. */
	const foundIn = (purpose: Purpose, source: Source, value: unknown) => {
		const expression = expressionOf(source, value);
		const judged = { label: 'Field', purpose, source, value, expression };
		const found = MISTAKES.filter(
			(mistake) =>
				mistake.purposes.includes(purpose) &&
				mistake.sources.includes(source) &&
				mistake.find(judged) !== undefined,
		);
		return found[0]?.isWarning ? found : found.slice(0, 1);
	};

	test('has no mistake that an earlier one always hides, for any of its purposes and sources', () => {
		const hidden = MISTAKES.flatMap((mistake) =>
			mistake.purposes.flatMap((purpose) =>
				mistake.sources
					.filter(
						(source) =>
							!EXAMPLES.some((value) => foundIn(purpose, source, value).includes(mistake)),
					)
					.map((source) => `${mistake.name} ${purpose} ${source}`),
			),
		);
		expect(hidden).toEqual([]);
	});

	test('gives two entries one name only if no value is searched for both', () => {
		const values = MISTAKES.flatMap(({ name, purposes, sources }) =>
			purposes.flatMap((purpose) => sources.map((source) => `${name} ${purpose} ${source}`)),
		);
		expect(new Set(values).size).toBe(values.length);
	});

	test('has no warning for headings, filters and settings', () => {
		const untold: Purpose[] = ['heading', 'filter', 'tagFilter', 'setting'];
		const warnings = MISTAKES.filter(({ isWarning }) => isWarning);
		expect(warnings.filter(({ purposes }) => purposes.some((one) => untold.includes(one)))).toEqual(
			[],
		);
	});
});

test('names the expression also where the whole value shows the mistake', () => {
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
	const refused = (value: string) =>
		refusalOf(() => judge([{ label: 'Columns', value, purpose: 'heading', source: 'fixed' }]));
	for (const [value, description] of [
		[`a${HALF}`, 'half a character'],
		['Invalid Date', 'an invalid date'],
	] as const) {
		expect(refused(value)).toMatchObject({
			message: `“Columns” holds ${description}`,
			remedy: CORRECT,
		});
	}
	expect(refused('Endere\uFFFDo').remedy).toContain('choose Latin1');
});

test('accepts a mapper without columns', () => {
	expect(() => read(field('a'), { mappingMode: 'defineBelow', value: null }, null)).not.toThrow();
});

describe('a single value', () => {
	const judgeOne = (purpose: Purpose, source: Source, value: unknown, expression?: string) =>
		judge([{ label: 'Field', purpose, source, value, expression }]);

	const LOST_LETTERS = ', in which letters were lost';
	const DATE = ', an unformatted date';
	const THINKING = ', which marks the model’s own thinking';
	const OFF = 'Turn off the model’s thinking';
	const AFTER = `${OFF}, or use only what comes after it: {{ $json.output.split(/<\\/(?:think(?:ing)?|thought|reasoning)>/i).pop().trim() }}.${OWN_FIELD}output.`;
	const BEFORE = `${OFF}, or use only what comes before it: {{ $json.output.split(/<(?:think(?:ing)?|thought|reasoning)>/i)[0].trim() }}.${OWN_FIELD}output.`;
	const capitalize = (word: string, capitalized: string) =>
		` If the text is meant to contain this word, capitalize it: {{ $json.text.replaceAll("${word}", "${capitalized}") }}.`;
	const orWord = (word: string, capitalized: string) =>
		`${capitalize(word, capitalized)}${OWN_FIELD}text.`;
	const format = (expression: string, zone = '') =>
		`Format it for the customer, for example with {{ $json.createdAt.toDateTime().${expression} }}.${zone}${OWN_FIELD}createdAt.`;

	/** A remedy that does not depend on the value is not repeated here. */
	type Row = [
		purpose: Purpose,
		source: Source,
		value: unknown,
		description: string,
		remedy?: string,
	];
	const ANY: unknown = expect.any(String);

	test.each<Row>([
		['setting', 'fixed', NaN, 'NaN', CORRECT],
		['setting', 'expressionOnly', NaN, 'NaN', CHECK],
		['filter', 'mixed', Infinity, 'Infinity', CHECK],
		['tagFilter', 'expressionOnly', 2 ** 53, LOST_DIGITS],
		['filter', 'embedded', 2 ** 53, LOST_DIGITS],
		['record', 'fixed', `Jo\uFFFDo${' a'.repeat(50)}`, `“Jo\uFFFDo”${LOST_LETTERS}`],
		['record', 'fixed', `${'a'.repeat(50)}\uFFFD`, `“${'a'.repeat(40)}\uFFFD”${LOST_LETTERS}`],
		['record', 'fixed', `\uFFFD${'a'.repeat(50)}`, `“\uFFFD${'a'.repeat(39)}”${LOST_LETTERS}`],
		['text', 'embedded', 'a undefined', '“undefined”', CHECK + orWord('undefined', 'Undefined')],
		['text', 'expressionOnly', 'a NaN', '“NaN”', CHECK + orWord('NaN', 'Nan')],
		['text', 'embedded', 'null', '“null”', CHECK + orWord('null', 'Null')],
		[
			'variable',
			'expressionOnly',
			'null',
			'“null”',
			`${CHECK}${capitalize('null', 'Null')}${OWN_FIELD}text.`,
		],
		['text', 'embedded', 'Invalid Date: a', '“Invalid Date”', CHECK],
		['key', 'embedded', 'a-NaN', '“NaN”', CHECK],
		['key', 'embedded', 'a-null', '“null”', CHECK],
		['text', 'embedded', '}}{{ a }}', '“{{ a }}”'],
		['record', 'expressionOnly', '{{}}', '“{{}}”, a placeholder that was not filled in'],
		[
			...(['text', 'expressionOnly', '2026-11-25T10:43', `“2026-11-25T10:43”${DATE}`] as const),
			format(
				"toLocal().toFormat('dd/MM/yyyy HH:mm')",
				' Times are shown in the workflow’s time zone.',
			),
		],
		[
			...(['text', 'fixed', '2026-11-25T10:43', `“2026-11-25T10:43”${DATE}`] as const),
			'Write it as people do, such as 25/11/2026.',
		],
		[
			...(['text', 'expressionOnly', '2026-11-25T00:00Z', `“2026-11-25T00:00Z”${DATE}`] as const),
			format("toUTC().toFormat('dd/MM/yyyy')"),
		],
		// JavaScript writes dates in English, and can't read this one.
		[
			'text',
			'expressionOnly',
			'Qua Out 25 2026 10:43:04 GMT-0300',
			`“Qua Out 25 2026 10:43:04 GMT-0300”${DATE}`,
			'Format it for the customer.',
		],
		[
			'text',
			'expressionOnly',
			'*||*',
			'“*||*”, a placeholder that another program should have filled in',
		],
		['text', 'expressionOnly', '<think>Hm.</think>Oi', `“<think>”${THINKING}`, AFTER],
		['text', 'expressionOnly', 'a</thinking>b', `“</thinking>”${THINKING}`, AFTER],
		['text', 'expressionOnly', 'a</think>b</think> Oi', `“</think>”${THINKING}`, AFTER],
		['text', 'expressionOnly', 'Oi <think>Hm.', `“<think>”${THINKING}`, BEFORE],
		['text', 'expressionOnly', 'Oi <thinking>Hm.</thinking> ', `“<thinking>”${THINKING}`, BEFORE],
		['text', 'expressionOnly', 'Oi <think>a</think>b <think>c', `“<think>”${THINKING}`, BEFORE],
		['text', 'expressionOnly', ' <think>Hm.</think> ', `“<think>”${THINKING}`, `${OFF}.`],
		['text', 'expressionOnly', '<think>a</think>b <think>c', `“<think>”${THINKING}`, `${OFF}.`],
		['text', 'expressionOnly', 'Hm.</think>', `“</think>”${THINKING}`, `${OFF}.`],
		[
			'text',
			'expressionOnly',
			'Oi <|end|>',
			'“<|end|>”, which an AI model or agent left in the text',
		],
		['text', 'embedded', 0.12345678901, '0.12345678901, an unrounded number'],
		['variable', 'embedded', null, 'nothing', CHECK + OTHER_WORD],
		['tagFilter', 'embedded', '', 'an empty text', CHECK],
		['tagFilter', 'embedded', ' ', 'only white space or invisible characters', CHECK],
	])(
		'as %s, %s, is refused with the exact words: %j',
		(purpose, source, value, description, remedy = ANY) => {
			const refusal = refusalOf(() => judgeOne(purpose, source, value));
			expect(refusal).toMatchObject({ message: `“Field” holds ${description}`, remedy });
		},
	);

	test('is refused with the expression that gives it, which the remedy shows as well', () => {
		const refusal = refusalOf(() => judgeOne('variable', 'embedded', null, '{{ $json.Nome }}'));
		expect(refusal.message).toBe('“Field” holds {{ $json.Nome }}, which gives nothing');
		expect(refusal.remedy).toBe(
			`${CHECK} Or set a fallback, such as {{ $json.Nome || "cliente" }}.`,
		);
	});

	const READ = 'The customer will see exactly this.';
	const HTML = `${READ} Use a source that gives the text without HTML, or replace the entity`;
	const MISREAD = ', which suggests that the text was read with the wrong encoding';

	test.each<Row>([
		[
			'text',
			'mixed',
			'a&amp;b',
			'“&amp;”, an HTML entity',
			`${HTML}, for example with {{ $json.text.replaceAll("&amp;", "&") }}.${OWN_FIELD}text.`,
		],
		['text', 'mixed', '&frac12;', '“&frac12;”, an HTML entity', `${HTML}.`],
		['text', 'fixed', '&amp;', '“&amp;”, an HTML entity', `${READ} Type the character itself.`],
		[
			'text',
			'fixed',
			'a\\nb',
			'“\\n”, a backslash and an n instead of a line break',
			`${READ} For a line break, press Enter.`,
		],
		[
			'variable',
			'fixed',
			'a\\nb',
			'“\\n”, a backslash and an n instead of a line break',
			`${READ} Put a space in its place.`,
		],
		[
			'text',
			'fixed',
			'\\u00e3',
			'“\\u00e3”, an escaped character',
			`${READ} Type the character itself.`,
		],
		[
			'text',
			'fixed',
			'a Jo%c3%a3o',
			'“Jo%c3%a3o”, with a URL-encoded letter',
			`${READ} Type the words themselves.`,
		],
		['text', 'fixed', 'a<br />b', '“<br />”, an HTML tag', `${READ} Delete it.`],
		[
			'text',
			'mixed',
			'a<br />b',
			'“<br />”, an HTML tag',
			`${READ} Replace it with a space: {{ $json.text.replace(/<\\/?(?:br|p)\\s?\\/?>/gi, " ") }}.${OWN_FIELD}text.`,
		],
		['text', 'fixed', 'a</p>', '“</p>”, an HTML tag'],
		['text', 'fixed', 'a'.repeat(4_097), 'more than 4096 characters'],
		['variable', 'fixed', 'a'.repeat(1_025), 'more than 1024 characters'],
		// The mark of two or three bytes may be cut off at the end of a text.
		['record', 'fixed', 'Oiâ€', `“â€”${MISREAD}`],
		['record', 'fixed', 'Oiâ€ a', `“â€”${MISREAD}`],
		['record', 'fixed', 'OiðŸ', `“ðŸ”${MISREAD}`],
		['record', 'fixed', 'OiðŸ˜€!', `“ðŸ˜€”${MISREAD}`],
	])(
		'as %s, %s, is sent with a warning in the exact words: %j',
		(purpose, source, value, description, remedy = ANY) => {
			const warnings = judgeOne(purpose, source, value);
			expect(warnings).toEqual([{ label: 'Field', description, remedy }]);
		},
	);

	test.each<Source>(['expressionOnly', 'embedded'])(
		'with the word null, %s, is sent with a warning',
		(source) => {
			expect(judgeOne('text', source, 'This is null')).toEqual([
				{ label: 'Field', description: expect.stringMatching(/^“null”, /), remedy: CHECK },
			]);
			expect(judgeOne('text', 'fixed', 'This is null')).toEqual([]);
		},
	);

	test.each<[purpose: Purpose, source: Source, value: unknown]>([
		...['*|*', '[[]', '%a/b%', '{a/b}', '%a%%', 1.5, 1234.5678, '```a```\nOi\n```'].map(
			(value): [Purpose, Source, unknown] => ['text', 'expressionOnly', value],
		),
		['text', 'literal', 'a } }'],
		['tagFilter', 'expressionOnly', 'tag undefined'],
		// Numbers of fewer than 18 digits are not looked at.
		['key', 'expressionOnly', '90071992547409920'],
	])('as %s, %s, is accepted: %j', (purpose, source, value) => {
		expect(judgeOne(purpose, source, value)).toEqual([]);
	});

	test('in a list comes before those behind it', () => {
		const list = () => read(field('text'), 'a', '=a {{ x }}', { '{{ x }}': [NaN, HALF] });
		expect(refusalOf(list).message).toBe('“Field” holds {{ x }}, which gives NaN');
	});
});
