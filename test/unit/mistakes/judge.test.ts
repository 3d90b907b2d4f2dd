import type { INodeProperties } from 'n8n-workflow';
import { judge } from '../../../nodes/CustomerRelationship/mistakes/judge';
import { valuesToJudge } from '../../../nodes/CustomerRelationship/mistakes/valuesOf';
import { EVERYDAY_TEXTS, EVERYDAY_VARIABLES } from '../../support/everydayMessages';
import { refusalOf } from '../fields/refusals';
import { judgeField } from './judgeField';

const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	...{ displayName: name, name, type: 'string', default: '' },
	...more,
});
const unasked = () => {
	throw new Error('Nothing was to be resolved');
};

/** An expression alone in its field. */
const expressionOnly = (name: string, value: unknown) =>
	judgeField(field(name), value, '={{ $json.text }}', () => value);
const typed = (name: string, value: string) => judgeField(field(name), value, value, unasked);
/** An expression within a longer text. */
const within = (name: string, value: unknown, text = `Olá ${String(value)}!`) =>
	judgeField(field(name), text, '=Olá {{ $json.text }}!', () => value);

const WRITTEN = ['name', 'cnpj', 'tags', 'text', 'templateParams', 'idempotencyKey'];
const CUSTOMER_READS = ['text', 'templateParams'];
const FILTERS = ['filters', 'additionalQuery', 'removeTags'];

const ERROR_VALUES = [
	...['#N/A', '#REF!', '#VALUE!', '#DIV/0!', '#NAME?', '#NUM!', '#NULL!', '#N/D', '#VALOR!'],
	...['#NOME?', '#NÚM!', '#NÚM!'.normalize('NFD'), '#NULO!', '#ERROR!', '#SPILL!', '#CALC!'],
	...['#DESPEJAR!', '#CÁLC!', '#CAMPO!', '#BLOCKED!', 'Err:502'],
];

describe('an error value of a spreadsheet', () => {
	test.each(ERROR_VALUES)('%s is refused as a whole value, in every written field', (value) => {
		for (const name of WRITTEN) {
			const { message, remedy } = refusalOf(() => expressionOnly(name, value));
			expect(message).toBe(`“${name}” holds “${value}”, a spreadsheet error`);
			expect(remedy).toContain('Correct the formula in the sheet');
			expect(refusalOf(() => expressionOnly(name, ` ${value}\n`)).message).toBe(message);
		}
		expect(refusalOf(() => expressionOnly('tags', ['vip', value])).message).toContain(value);
		expect(refusalOf(() => expressionOnly('address', { city: value })).message).toContain(
			'(“city”)',
		);
	});

	test.each(ERROR_VALUES)('%s is taken by filters, and as typed text', (value) => {
		for (const name of FILTERS) expect(expressionOnly(name, value)).toEqual([]);
		for (const name of WRITTEN) expect(typed(name, value)).toEqual([]);
	});

	test.each([
		...[
			'#1 Modas',
			'N/A',
			'#N/A na planilha',
			'#N',
			'#REF',
			'#tag',
			'a #N/A',
			'Err:5021',
			'a Err:502',
		],
	])('%s is none', (value) => {
		for (const name of WRITTEN) expect(expressionOnly(name, value)).toEqual([]);
	});
});

describe('a letter that was lost in reading', () => {
	test.each(WRITTEN)('is refused in %s, given or typed', (name) => {
		expect(refusalOf(() => expressionOnly(name, 'Ana Jo\uFFFDo')).message).toBe(
			`“${name}” holds “Jo\uFFFDo”, in which letters were lost`,
		);
		expect(refusalOf(() => typed(name, 'Jo\uFFFDo')).remedy).toContain(
			'add the option Encoding and choose Latin1 for a CSV from Excel.',
		);
		expect(refusalOf(() => typed(name, 'Jo\uFFFD')).message).toContain('“Jo\uFFFD”');
		expect(expressionOnly(name, 'João')).toEqual([]);
	});

	test.each(FILTERS)('is taken by %s', (name) => {
		expect(expressionOnly(name, 'Jo\uFFFDo')).toEqual([]);
	});

	test('is refused in the name of a property', () => {
		expect(refusalOf(() => expressionOnly('address', { 'munic\uFFFDpio': 'a' })).message).toContain(
			'munic',
		);
	});

	test('does not count in what the list shows of a chosen record', () => {
		const chosen = { mode: 'list', value: 'c1', cachedResultName: 'Jo\uFFFDo' };
		const locator = field('companyId', { type: 'resourceLocator' });
		for (const value of [chosen, { __rl: true, ...chosen }]) {
			expect(judgeField(locator, value, value, unasked)).toEqual([]);
		}
	});
});

describe('an object as a text, and braces that nobody filled in', () => {
	test.each([
		['[object Object]', ', an object that was turned into text'],
		[' [object Object]\n', ', an object that was turned into text'],
		['{{nome}}', ', a placeholder that was not filled in'],
		[' {{ $json.nome }} ', ', a placeholder that was not filled in'],
	])('%j is refused as a whole value of a written field', (value, reason) => {
		expect(refusalOf(() => expressionOnly('name', value)).message).toBe(
			`“name” holds “${value.trim()}”${reason}`,
		);
		expect(judgeField(field('name'), `a ${value}`, '=a {{ $json.text }}', () => value)).toEqual([]);
		expect(refusalOf(() => expressionOnly('address', { city: value })).message).toContain(
			'(“city”)',
		);
		expect(expressionOnly('removeTags', value)).toEqual([]);
		expect(typed('name', value)).toEqual([]);
	});

	test('an object within a text of a record is refused, a text that looks like one is not', () => {
		const ofRecord = (yields: unknown) => () =>
			judgeField(field('name'), 'Rua [object Object]', '=Rua {{ $json.address }}', () => yields);
		expect(refusalOf(ofRecord({ city: 'Recife' }))).toMatchObject({
			message: '“name” holds {{ $json.address }}, which gives an object',
			remedy: 'Use a property of the object, such as {{ $json.address.city }}.',
		});
		expect(ofRecord('[object Object]')()).toEqual([]);
	});

	test.each([
		'a [object Object]',
		'[object Object] a',
		'Olá {{nome}}',
		'{{nome}} a',
		'{nome}',
		'%NOME%',
		'None',
		'{"a":1}',
	])('%j is a text', (value) => {
		expect(expressionOnly('name', value)).toEqual([]);
	});
});

describe('a date that nobody has formatted', () => {
	const TEXTS = [
		...['2026-11-25T10:43:04.119Z', '2026-11-25T05:43:04.930-05:00', '2026-11-25T10:43'],
		...[
			'2026-11-25T10:43:04',
			'2026-11-25T10:43:04+0000',
			' 2026-11-25T10:43Z ',
			'20261125T104304Z',
			'2026-01-05T00:00:00,5Z',
			'2026-02-31T23:59+03',
			'2026-10-30T20:00:00.0-03:00',
		],
	];
	const FORMATTED = "{{ $json.text.toDateTime().toLocal().toFormat('dd/MM/yyyy HH:mm') }}";

	test.each(TEXTS)('%j is refused alone and within a longer text', (value) => {
		for (const name of CUSTOMER_READS) {
			const { message, remedy } = refusalOf(() => expressionOnly(name, value));
			expect(message).toBe(`“${name}” holds “${value.trim()}”, an unformatted date`);
			expect(remedy).toContain(FORMATTED);
			expect(refusalOf(() => within(name, value)).message).toContain(
				'holds {{ $json.text }}, which gives “2026',
			);
			// The expression gives the list, which it would not format.
			expect(refusalOf(() => within(name, [value])).remedy).toContain(
				'Put your own field in place of $json.createdAt.',
			);
			expect(refusalOf(() => typed(name, value)).remedy).toBe(
				'Write it as people do, such as 25/11/2026.',
			);
		}
		for (const name of ['name', 'idempotencyKey', ...FILTERS]) {
			expect(expressionOnly(name, value)).toEqual([]);
		}
	});

	test('a DateTime and a Date are refused', () => {
		const iso = '2026-11-25T10:43:04.119Z';
		const dateTime = { toJSON: () => iso, toJSDate: () => '', toString: () => iso };
		for (const name of CUSTOMER_READS) {
			for (const date of [dateTime, new Date(iso)]) {
				expect(refusalOf(() => expressionOnly(name, date)).remedy).toContain(FORMATTED);
				expect(refusalOf(() => within(name, date)).remedy).toContain(FORMATTED);
				// Within a collection n8n has made a text of it.
				const asText = () => judgeField(field(name), iso, '={{ $json.text }}', () => date);
				expect(refusalOf(asText).message).toContain(`holds “${iso}”`);
			}
		}
	});

	test('each entry of a list that fills several variables is judged', () => {
		const iso = '2026-11-25T10:43:04.119Z';
		for (const entry of [iso, new Date(iso), 'undefined', '{nome}', '#N/A']) {
			const { message } = refusalOf(() => expressionOnly('templateParams', ['Ana', entry]));
			expect(message).toMatch('“templateParams, entry 2” holds ');
		}
		expect(expressionOnly('templateParams', ['Ana', '2026-11-25'])).toEqual([]);
	});

	test.each([
		...['2026-11-25', '25/11/2026 10:43', '2026-11-25 10:43', '10:43', '2026'],
		...['Até 2026-11-25T10:43:04Z', '2026-11-25T10:43Z!', '2026-13-25T10:43', 'T10:43', '20261125'],
	])('%j is sent', (value) => {
		for (const name of CUSTOMER_READS) {
			expect(expressionOnly(name, value)).toEqual([]);
			expect(within(name, value)).toEqual([]);
		}
	});
});

describe('what another program or a model leaves behind', () => {
	const FENCED = '```json\n{"a": 1}\n```';
	const LEFT: Array<[reason: string, values: string[]]> = [
		[
			', a placeholder that another program should have filled in',
			[
				...['*|FNAME|*', '%NOME%', '%primeiro nome%', '%nome 2%', '{nome}', '{First_Name}'],
				...['{ nome 1 }', '{situac\u0327a\u0303o}'],
			],
		],
		[', which other programs write for an empty value', ['None', 'NULL']],
		['JSON instead of text', ['{"output":"Oi"}', '["Oi", "Olá"]', '{}', '[]']],
		[
			'a code block between ``` and ```, as AI models write it',
			[
				...[FENCED, '```\nOi\nTudo bem?\n```', '```  \nOi\n```', '```\nOi\n  ```'],
				'```\nUse ``` aqui\n```',
			],
		],
		[
			', which marks the model’s own thinking',
			['<think>Hm.</think>Oi', 'Oi <think>', 'Hm.</think>Oi', '<THINK>Hm.</Think>Oi'],
		],
	];

	test.each(LEFT.flatMap(([reason, values]) => values.map((value) => [value, reason] as const)))(
		'%j is refused in what a customer reads',
		(value, reason) => {
			for (const name of CUSTOMER_READS) {
				for (const text of [value, ` ${value}\n`]) {
					const { message } = refusalOf(() => expressionOnly(name, text));
					expect(message).toMatch(`“${name}” holds `);
					expect(message.endsWith(reason)).toBe(true);
				}
			}
			expect(typed('text', value)).toEqual([]);
			expect(expressionOnly('name', value)).toEqual([]);
		},
	);

	test.each([
		...['Use {nome} no formulário', '100%', '50% a 60%', '*negrito*', 'None of it', 'none'],
		...['Oi None', 'Oi *|FNAME|*', '*|FNAME|* Oi', 'Oi {nome}', '{nome} Oi', '%NOME% Oi'],
		...['"[Oi]"', '``` Oi\na\n```'],
		...['{Olá!}', '[A1] "x"', '{não é JSON', '```000201```', 'Pix: ```000201```', '```a\nb```'],
		...[
			'```\na\n```\ne\n```\nb\n```',
			'```\na\n``` fim',
			'```\na\n```\nb```',
			'Oi\n```\na\n```',
			'think',
			'< think >',
			'```',
		],
	])('%j is sent', (value) => {
		expect(expressionOnly('text', value)).toEqual([]);
	});

	test.each(['{nome}', 'None', '{"a":1}'])('%j is refused as one of several texts', (value) => {
		expect(refusalOf(() => expressionOnly('text', ['Oi', value])).message).toContain(
			'“text” holds ',
		);
	});

	test('JSON names the property that holds the text', () => {
		const remedy = (value: string) => refusalOf(() => expressionOnly('text', value)).remedy;
		expect(remedy('{"output":"Oi"}')).toContain('JSON.parse($json.text).output }}');
		expect(remedy('{"n":1,"resposta":"Oi"}')).toContain('JSON.parse($json.text).resposta }}');
		expect(remedy('{"a b":"Oi"}')).toContain('JSON.parse($json.text)["a b"] }}');
		expect(remedy('[{"a":["Oi"]}]')).toContain('JSON.parse($json.text)[0].a[0] }}');
		for (const none of ['[1]', '{}', '{"a}}b":"Oi"}']) expect(remedy(none)).not.toContain('{{');
	});

	test.each([
		['={{ $json.Nome }}', 'a\\nb', '{{ $json.Nome.replaceAll('],
		['={{ $json["Nome completo"] }}', 'a\\nb', '{{ $json["Nome completo"].replaceAll('],
		["={{ $('Sheet').item.json.Nome }}", 'a\\nb', '{{ $json.text.replaceAll('],
		['={{ $json.Nome.trim() }}', 'a\\nb', '{{ $json.text.replaceAll('],
		['=Olá {{ $json.Total }}', 1.1 * 3, '{{ $json.Total.toFixed(2) }}'],
	])('the remedy for %s shows the user’s own field', (raw, value, shown) => {
		const found = () => judgeField(field('text'), String(value), raw, () => value);
		const told = typeof value === 'number' ? refusalOf(found).remedy : found()[0]?.remedy;
		expect(told).toContain(shown);
	});

	test.each<[raw: string, value: string, remedy: string]>([
		[
			'={{ $json.message }}',
			'{"text":"Oi"}',
			'Use the text that the customer should read: {{ JSON.parse($json.message).text }}.',
		],
		[
			'={{ JSON.stringify($json) }}',
			'{"text":"Oi"}',
			'Use the property that the customer should read, such as {{ $json.text }}, or {{ JSON.parse($json.output).text }} if $json.output is a JSON string. Put your own field in place of $json.output.',
		],
		[
			'={{ JSON.stringify($json.all) }}',
			'["Oi"]',
			'Use the text that the customer should read, such as {{ JSON.parse($json.output)[0] }} if $json.output is a JSON string. Put your own field in place of $json.output.',
		],
	])('of JSON that %s gives the remedy shows the text in it', (raw, value, remedy) => {
		const refused = () => judgeField(field('text'), value, raw, () => value);
		expect(refusalOf(refused).remedy).toBe(remedy);
	});

	test('the remedy for one of several variables does not show the expression that gives all', () => {
		const value = ['a', 'b\\nc'];
		const raw = '={{ $json.list }}';
		const [warning] = judgeField(field('templateParams'), value, raw, () => value);
		expect(warning?.remedy).toContain('{{ $json.text.replaceAll(');
	});

	test('blanks beside the expression do not hide it', () => {
		const beside = () => judgeField(field('text'), ' None ', '= {{ $json.text }} ', () => 'None');
		expect(refusalOf(beside).message).toContain('“None”');
		const json = () => judgeField(field('text'), ' {} ', '= {{ $json.text }} ', () => '{}');
		expect(refusalOf(json).message).toContain('JSON instead of text');
		expect(judgeField(field('text'), '{ a } }', '={ a } {{ $json.text }}', () => '}')).toEqual([]);
		expect(
			judgeField(field('text'), '{"a":{"b":1}}', '={"a":{"b":{{ $json.text }}}}', () => 1),
		).toEqual([]);
	});

	test.each([
		...['<think>Hm.</think>Oi', '<reasoning>Hm.</reasoning>Oi', '*|FNAME|*', '%NOME%', '%%NOME%%'],
		...['{nome}', '{first-name}', '${primeiro.nome}', 'None', 'NULL', '#N/A'],
	])('%j is refused within a longer text as well', (value) => {
		for (const name of CUSTOMER_READS) {
			expect(refusalOf(() => within(name, value)).message).toMatch(
				`“${name}” holds {{ $json.text }}, which gives “`,
			);
		}
	});

	test.each(['{"a":1}', FENCED])('%j is sent within a longer text', (value) => {
		expect(within('text', value)).toEqual([]);
	});
});

describe('what is sent with a warning', () => {
	const AS_IT_STANDS = 'The customer will see exactly this. ';

	test.each([
		[
			'templateParams',
			'a\\nb',
			`${AS_IT_STANDS}Replace it with a space: {{ $json.text.replaceAll("\\\\n", " ") }}.`,
		],
		[
			'text',
			'a\\nb',
			`${AS_IT_STANDS}For a line break, use {{ $json.text.replaceAll("\\\\n", "\\n") }}.`,
		],
		[
			'text',
			'a&amp;b',
			`${AS_IT_STANDS}Use a source that gives the text without HTML, or replace the entity, for example with {{ $json.text.replaceAll("&amp;", "&") }}.`,
		],
		[
			'templateParams',
			'a\nb',
			'The messaging platform may reject the message because of this, even after the service has accepted it. Remove it, for example with {{ $json.text.replace(/\\s+/g, " ") }}, or move it to the template’s own text.',
		],
	])('%s: %j comes with what to do', (name, value, advice) => {
		expect(expressionOnly(name, value)).toMatchObject([{ remedy: advice }]);
	});

	const MIXED: Array<[name: string, raw: string, value: string, yields: string, advice: string]> = [
		['text', '=Jo&atilde;o {{ $json.text }}', 'Jo&atilde;o Oi', 'Oi', 'Type the character'],
		['text', '=Oi {{ $json.text }}', 'Oi Jo&atilde;o', 'Jo&atilde;o', 'Use a source that'],
		['text', '={{ $json.text }}&amp;{{ "" }}', 'a&nbsp;&amp;', 'a&nbsp;', '"&nbsp;"'],
		['text', '=a\\nb {{ $json.text }}', 'a\\nb Oi', 'Oi', 'For a line break, press Enter.'],
		['text', '=a {{ $json.text }}', 'a b\\nc', 'b\\nc', 'For a line break, use {{'],
		['templateParams', '=a\n{{ $json.text }}', 'a\nOi', 'Oi', 'Delete it, or move it'],
		['templateParams', '=a {{ $json.text }}', 'a b\nc', 'b\nc', 'Remove it, for example'],
		['templateParams', '=a {{ $json.text }} b', 'a      b', '   ', 'Remove it, for example'],
		['text', '=Jo%C3%A3o {{ $json.text }}', 'Jo%C3%A3o Oi', 'Oi', 'Type the words themselves.'],
		['text', '=\\u00e3 {{ $json.text }}', '\\u00e3 Oi', 'Oi', 'Type the character itself.'],
		['text', '=a<br>b {{ $json.text }}', 'a<br>b Oi', 'Oi', 'exactly this. Delete it.'],
		['text', '=a<br>b', 'a<br>b', '', 'exactly this. Delete it.'],
	];
	test.each(MIXED)(
		'in %s, %j is advised about as typed only if it was typed',
		(name, raw, value, yields, advice) => {
			const warnings = judgeField(field(name), value, raw, () => yields);
			expect(warnings).toMatchObject([{ remedy: expect.stringContaining(advice) }]);
		},
	);

	test('the word null is sent without a warning in a longer text if it was typed', () => {
		const found = (raw: string, yields: string) =>
			judgeField(field('text'), 'Is it null? No value', raw, () => yields);
		expect(found('=Is it null? {{ $json.text }}', 'No value')).toEqual([]);
		expect(found('=Is it {{ $json.text }}', 'null? No value')).toMatchObject([
			{
				description:
					'{{ $json.text }}, which gives “null”, which other programs write for an empty value',
			},
		]);
	});

	test.each([
		['Oi\\nTudo bem?', '“\\n”, a backslash and an n instead of a line break'],
		['Jo&atilde;o', '“&atilde;”, an HTML entity'],
		['&frac12; dia', '“&frac12;”, an HTML entity'],
		['A &amp; B', '“&amp;”, an HTML entity'],
		['D&#039;Ávila', '“&#039;”, an HTML entity'],
		['a&nbsp;b', '“&nbsp;”, an HTML entity'],
		['a&#x27;b', '“&#x27;”, an HTML entity'],
	])('%j in what a customer reads', (value, description) => {
		for (const name of CUSTOMER_READS) {
			for (const warnings of [
				expressionOnly(name, value),
				typed(name, value),
				within(name, value),
			]) {
				expect(warnings).toEqual([{ label: name, description, remedy: expect.any(String) }]);
			}
		}
		expect(expressionOnly('name', value)).toEqual([]);
	});

	test.each([
		...['Oi\nTudo bem?', 'Tom & Jerry', 'P&D;', 'https://example.com/?a=1&b=2', 'R$ 5;'],
		...['SÃO PAULO', 'AMANHÃ', '“AMANHÃ”', 'ÂNGELA', 'à', 'João', '5 °C', 'IRMÃ\u00A0ANA'],
	])('%j is a text', (value) => {
		expect(expressionOnly('text', value)).toEqual([]);
	});

	test.each([
		...[
			'JoÃ£o',
			'JosÃ©',
			'5Â°C',
			'VocÃª',
			'Ã€ vista',
			'Ã‰rica',
			'Ã\u0089rica',
			'SÃ£o',
			'Ã\u00A0 vista',
		],
		...['â€œOiâ€', 'ðŸ˜€', 'Ã”nibus', 'R$Â\u00A05', 'â\u0080\u009COi', 'ð\u009F\u0098\u0080'],
	])('%j in every written field', (value) => {
		for (const name of WRITTEN) {
			expect(expressionOnly(name, value)).toEqual([
				{
					label: name,
					description: expect.stringContaining(
						', which suggests that the text was read with the wrong encoding',
					),
					remedy: expect.stringContaining('add the option Encoding and choose UTF-8.'),
				},
			]);
			expect(typed(name, value)).toEqual(expressionOnly(name, value));
		}
		expect(expressionOnly('address', { city: value })).toHaveLength(1);
		expect(expressionOnly('address', { [value]: 1 })).toHaveLength(1);
		for (const name of FILTERS) expect(expressionOnly(name, value)).toEqual([]);
	});

	test.each(['a\nb', 'a\r\nb', 'a\tb', 'a     b', 'a\u2028b', 'a\u00A0\u00A0\u00A0\u00A0\u00A0b'])(
		'%j within a template variable',
		(value) => {
			const description = 'a line break, a tab or more than four spaces in a row';
			expect(expressionOnly('templateParams', value)).toMatchObject([{ description }]);
			expect(typed('templateVariables', value)).toMatchObject([{ description }]);
			expect(expressionOnly('text', value)).toEqual([]);
		},
	);

	test.each(['a    b', '\n a b \t', '     a'])('%j is a variable', (value) => {
		expect(expressionOnly('templateParams', value)).toEqual([]);
	});

	test('several kinds, and each once', () => {
		expect(expressionOnly('templateParams', ['JoÃ£o', 'a\nb', 'c\td'].join(' '))).toHaveLength(2);
		expect(expressionOnly('tags', ['JoÃ£o', 'JosÃ©'])).toMatchObject([
			{ description: expect.stringContaining('“Ã£”') },
		]);
	});
});

describe('what is never meant, and what may be', () => {
	test.each<[value: unknown, description: string]>([
		[1.1 * 3, '3.3000000000000003, an unrounded number'],
		[110.00000000000001, '110.00000000000001, an unrounded number'],
		[1e-7, '1e-7, an unrounded number'],
		[7615917337495251231, 'a number with too many digits to be exact'],
		['Agent stopped due to max iterations.', '“Agent stopped due to max iterations.”'],
		['Olá!<|im_end|>', '“<|im_end|>”'],
		['<function=search>{"a":1}', '“<function=”'],
		...['[[nome]]', '<<nome>>', '«nome»', '<%= nome %>'].map((text): [string, string] => [
			text,
			`“${text}”, a placeholder that another program should have filled in`,
		]),
		['null', '“null”'],
		...['#ERRO!', '#GETTING_DATA', '#BUSY!'].map((text): [string, string] => [
			text,
			`“${text}”, a spreadsheet error`,
		]),
	])('%j is refused in what a customer reads', (value, description) => {
		for (const name of CUSTOMER_READS) {
			expect(refusalOf(() => expressionOnly(name, value)).message).toContain(
				`holds ${description}`,
			);
		}
	});

	test.each<[value: string, description: string]>([
		['This offer is null and void after Friday.', '“null”'],
		['Jo\\u00e3o', '“\\u00e3”'],
		['Jo%C3%A3o', '“Jo%C3%A3o”'],
		['Olá<br>Ana', '“<br>”'],
		['<p>Olá', '“<p>”'],
		['a'.repeat(4_097), 'more than '],
	])('%j is sent with a warning', (value, description) => {
		for (const name of CUSTOMER_READS) {
			const [warning] = expressionOnly(name, value);
			expect(warning?.description).toContain(description);
		}
	});

	test('a variable over 1,024 characters is sent with a warning, a text of that length without', () => {
		expect(expressionOnly('templateParams', 'a'.repeat(1_025))).toHaveLength(1);
		expect(expressionOnly('templateParams', 'a'.repeat(1_024))).toEqual([]);
		expect(expressionOnly('text', 'a'.repeat(4_096))).toEqual([]);
	});

	test('a coordinate in a link is sent, and so are digits in somebody’s text', () => {
		const yields: Record<string, unknown> = { '{{ $json.u }}': 'https://a.b' };
		const link = (text: string) =>
			judgeField(field('text'), text, text, (code) => yields[code] ?? -23.550520123456);
		for (const text of [
			'=https://maps.example.com/?q={{ $json.lat }},{{ $json.lng }}',
			'=https://maps.example.com/@{{ $json.lat }}',
			'=Veja https://maps.example.com/?ll={{ $json.lat }}%2C{{ $json.lng }} e venha',
			'={{ $json.u }}?q={{ $json.lat }}',
			'=Veja {{ $json.u }}/{{ $json.lat }}%2c{{ $json.lng }}',
		])
			expect([text, link(text)]).toEqual([text, []]);
		for (const text of [
			'=Veja https://a.b total={{ $json.total }}',
			'=Veja {{ $json.u }} total={{ $json.total }}',
			'=https://a.b/{{ $json.lat }}\n={{ $json.total }}',
			'=https://a.b/?q={{ $json.lat }}{{ $json.lng }}',
			'=Loc: {{ $json.lat }}',
			'=Loc={{ $json.lat }},{{ $json.lng }}',
		])
			expect(refusalOf(() => link(text)).message).toContain('an unrounded number');
		expect(expressionOnly('text', 'Pi é 3.14159265358979')).toEqual([]);
		expect(refusalOf(() => within('text', 0.1 + 0.2)).message).toContain('{{ $json.text }}, which');
	});

	test.each(['name', 'text', 'idempotencyKey', 'filters'])(
		'a number that has lost digits is refused in %s, alone and within a text',
		(name) => {
			const lost = 'a number with too many digits to be exact';
			expect(refusalOf(() => expressionOnly(name, 7615917337495251231)).message).toContain(lost);
			if (name !== 'filters') {
				const order = () =>
					judgeField(
						field(name),
						'order-7615917337495251000',
						'=order-{{ $json.id }}',
						() => 7615917337495251231,
					);
				expect(refusalOf(order).message).toContain(`{{ $json.id }}, which gives ${lost}`);
			}
			expect(expressionOnly(name, Number.MAX_SAFE_INTEGER)).toEqual([]);
		},
	);

	const tagFilter = (value: unknown, raw: string) =>
		judge(
			valuesToJudge({
				...{ label: 'Without Tags', purpose: 'tagFilter', value, raw },
				evaluate: () => value,
			}),
		);

	test.each([
		...[undefined, null, '', '\u200b', '\u2800', '\u3164', '\uFFA0', '\u034F', [], [null]],
		...[{}, { name: 'block' }, [{ name: 'block' }], 'undefined', ',', 'a, , b', 'a,'],
	])('a gap in part of a filter of tags is refused: %j', (gap) => {
		expect(refusalOf(() => tagFilter(gap, '=opt_out, {{ $json.block }}')).message).toContain(
			'{{ $json.block }}, which gives ',
		);
	});

	test.each([
		...['undefined', 'null', 'NaN', '[object Object]'].map((text) => [text, `“${text}”`]),
		['opt_out, undefined', '“undefined”'],
		['opt_out,null ,vip', '“null”'],
		[' NaN,opt_out', '“NaN”'],
		['opt_out, [object Object]', '“[object Object]”'],
		['opt_out, ', 'a comma with no tag before or after it'],
		[',opt_out', 'a comma with no tag before or after it'],
		['opt_out,\u200b,vip', 'a comma with no tag before or after it'],
	])('%j of an expression alone is refused in a filter of tags', (value, description) => {
		expect(refusalOf(() => tagFilter(value, '={{ $json.tags }}')).message).toBe(
			`“Without Tags” holds ${description}`,
		);
	});

	test.each([
		...[
			['opt_out, vip', '={{ $json.tags }}'],
			['', '={{ $json.tags }}'],
			['null', 'null'],
		],
		...[
			['opt_out, nullable, undefined tag', '={{ $json.tags }}'],
			['opt_out, ', 'opt_out, '],
		],
		['opt_out', '={{ $json.tags }}, '],
	])('%j of %j is no gap in a filter of tags', (value, raw) => {
		expect(tagFilter(value, raw)).toEqual([]);
	});

	test.each(['\u200b', '\u2060\uFEFF', ' '])('a gap in part of a key is refused: %j', (gap) => {
		expect(refusalOf(() => within('idempotencyKey', gap)).message).toBe(
			'“idempotencyKey” holds {{ $json.text }}, which gives only white space or invisible characters',
		);
		expect(within('text', gap)).toEqual([]);
		expect(within('idempotencyKey', '')).toEqual([]);
	});

	test.each([
		['order-7615917337495251000', '7615917337495251000'],
		['7615917337495251000', '7615917337495251000'],
		['a-123456789012345680000-b', '123456789012345680000'],
	])('%j in a key is sent with a warning', (value, digits) => {
		const description = `“${digits}”, which looks like a number whose last digits were lost`;
		const remedy = expect.stringContaining(
			'Turn it into text in the node that the item comes from',
		);
		expect(expressionOnly('idempotencyKey', value)).toEqual([
			{ label: 'idempotencyKey', description, remedy },
		]);
		expect(within('idempotencyKey', value)).toMatchObject([
			{ description: `{{ $json.text }}, which gives ${description}` },
		]);
		expect(typed('idempotencyKey', value)).toEqual([]);
		expect(expressionOnly('text', value)).toEqual([]);
	});

	test.each([
		...['order-7615917337495251231', '9007199254740991', '1234567890123456', 'x'.repeat(20)],
		...[
			'1000000000000000000000',
			'35260612345678000190550010000000011000000015',
			'00000000000000001',
		],
	])('%j is a key without a warning', (value) => {
		expect(expressionOnly('idempotencyKey', value)).toEqual([]);
	});

	test('everyday messages are sent without a hint', () => {
		for (const text of EVERYDAY_TEXTS) {
			expect([text, expressionOnly('text', text)]).toEqual([text, []]);
			expect([text, typed('text', text)]).toEqual([text, []]);
		}
		for (const text of EVERYDAY_VARIABLES) {
			expect([text, expressionOnly('templateParams', text)]).toEqual([text, []]);
			expect([text, expressionOnly('name', text)]).toEqual([text, []]);
		}
	});
});
