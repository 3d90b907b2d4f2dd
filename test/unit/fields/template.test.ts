import { runInNewContext } from 'node:vm';
import { parseTemplate } from '../../../nodes/CustomerRelationship/fields/parsers/template';
import {
	type TemplateVariable,
	variablesIn,
} from '../../../nodes/CustomerRelationship/fields/parsers/templateText';
import {
	toolRowLabel,
	warningsOfStaleRows,
} from '../../../nodes/CustomerRelationship/fields/templateRows';
import { refusalOf } from './refusals';

const template = (values: Record<string, unknown>, mayBeEmpty = false, text?: string) =>
	parseTemplate(
		(name) =>
			Reflect.get({ templateName: 'boas_vindas', templateLanguage: 'pt_BR', ...values }, name),
		text,
		mayBeEmpty,
	);
const params = (...values: unknown[]) => ({ param: values.map((value) => ({ value })) });

describe('a template', () => {
	test('has a name, a language and its variables in order', () => {
		expect(
			template({ templateName: ' boas_vindas ', templateParams: params('Ana', 7, false) }),
		).toEqual({ name: 'boas_vindas', language: 'pt_BR', params: ['Ana', '7', 'false'] });
	});

	test('takes the language in both forms', () => {
		const templateLanguage = { __rl: true, mode: 'id', value: 'es_AR' };
		expect(template({ templateLanguage }).language).toBe('es_AR');
	});

	test.each([
		['pt-BR', 'pt_BR'],
		['pt_br', 'pt_BR'],
		['PT BR', 'pt_BR'],
		['EN', 'en'],
		['en-us', 'en_US'],
		[{ __rl: true, mode: 'code', value: '\u200bPT-br' }, 'pt_BR'],
	])('in the language %j is told the code %s', (templateLanguage, code) => {
		const { message, remedy } = refusalOf(() => template({ templateLanguage }));
		expect(message).toMatch(/^“Template Language” holds “/);
		expect(remedy).toContain(code);
	});

	test.each(['pt_BR', 'en', 'zh_CN', 'fil', 'es_419', 'pt-BR-x'])('%s is a language', (code) => {
		expect(template({ templateLanguage: code }).language).toBe(code);
	});

	test.each([
		...['', null, undefined].map((empty) => [empty, 'is empty']),
		...[' \n', '\u200b', ' \u2060\n', '\u2800', '\u3164', '\u034F'].map((unseen) => [
			unseen,
			'holds only white space or invisible characters',
		]),
	])('with the variable %j is not sent: it %s', (value, problem) => {
		const { message, remedy } = refusalOf(() => template({ templateParams: params('Ana', value) }));
		expect(message).toBe(`“Template Variables: {{2}}” ${problem}`);
		expect(remedy).toContain('Allow Empty Variables');
		const fallback = "{{ ($json.name || 'cliente').split(' ').first() }}, with your own field";
		expect(remedy.includes(fallback)).toBe(problem === 'is empty');
	});

	describe('the fallback that is advised for an invisible one', () => {
		const { remedy } = refusalOf(() => template({ templateParams: params('\u200b') }));
		const [, code = ''] = /\{\{ (.*) \}\}/.exec(remedy) ?? [];
		const valueFor = (name: unknown): unknown => runInNewContext(code, { $json: { name } });

		test.each([
			...[undefined, null, '', ' ', '\u200b', ' \u2060\uFEFF\n'],
			...['\u2800', '\u3164', '\u115F', '\uFFA0', '\u034F', '\u0605'],
		])('replaces %j', (name) => {
			expect(valueFor(name)).toBe('cliente');
		});

		test.each(['Ana', '😀', ' 김 ', 7])('keeps %j', (name) => {
			expect(valueFor(name)).toBe(name);
		});
	});

	test('an empty variable keeps its place where it is allowed', () => {
		expect(
			template({ templateParams: params('a', '', null, undefined, ' ') }, true).params,
		).toEqual(['a', '', '', '', '']);
		expect(template({ templateParams: { param: [{}] } }, true).params).toEqual(['']);
	});

	test.each([undefined, null, '', {}, { param: [] }])('%j is no variables', (templateParams) => {
		expect(template({ templateParams }).params).toEqual([]);
	});

	test.each([
		['Template Name', { templateName: '' }],
		['Template Name', { templateName: '  ' }],
		['Template Name', { templateName: undefined }],
		['Template Language', { templateLanguage: null }],
		['Template Language', { templateLanguage: { mode: 'list', value: '' } }],
	])('%s can’t be empty', (label, values) => {
		expect(refusalOf(() => template(values)).message).toBe(`“${label}” is empty`);
	});

	test('a variable that is no single value is named by its number', () => {
		expect(refusalOf(() => template({ templateParams: params('a', { b: 1 }) })).message).toBe(
			'“Template Variables: {{2}}” takes a text, but got an object',
		);
	});

	test('a list fills a variable with each of its entries', () => {
		expect(template({ templateParams: params(['Ana', 12], 'amanhã') }).params).toEqual([
			...['Ana', '12', 'amanhã'],
		]);
		expect(template({ templateParams: params([], ['a']) }, true).params).toEqual(['', 'a']);
		expect(refusalOf(() => template({ templateParams: params([]) })).message).toBe(
			'“Template Variables: {{1}}” is empty',
		);
		expect(refusalOf(() => template({ templateParams: params(['Ana', '']) })).message).toBe(
			'“Template Variables: {{2}}” is empty',
		);
	});
});

const TEXT = 'Olá {{1}}! Sua consulta é {{2}}.';
const row = (id: string, removed?: boolean) => ({ id, displayName: id, display: true, removed });

describe('a text with variables', () => {
	const fromRows = (templateVariables: unknown, mayBeEmpty?: boolean, text = TEXT) =>
		template({ templateVariables, templateParams: params('of the list') }, mayBeEmpty, text).params;

	test.each([
		['in order of the numbers', TEXT, { 2: 'amanhã', 1: 'Ana' }, ['Ana', 'amanhã']],
		['whatever their order in the text', '{{2}} é com {{1}}', { 1: 'a', 2: 'b' }, ['a', 'b']],
		['once for a variable that stands twice', '{{1}}, {{ 1 }}', { 1: 'a' }, ['a']],
		['as texts', TEXT, { 1: 7, 2: false }, ['7', 'false']],
		[
			'a dozen',
			'{{12}}'.replace(/^/, [...'abcdefghijk'].map((_, n) => `{{${n + 1}}}`).join('')),
			Object.fromEntries([...'abcdefghijkl'].map((letter, n) => [n + 1, letter])),
			[...'abcdefghijkl'],
		],
		['none where the braces are part of the text', 'a }} b', {}, []],
		['nothing of what is left of a row that is gone', TEXT, { 1: 'a', 2: 'b', 3: ' ' }, ['a', 'b']],
	])('takes its values from the rows, %s', (_, text, value, expected) => {
		expect(fromRows({ mappingMode: 'defineBelow', value }, false, text)).toEqual(expected);
	});

	test.each([
		// n8n's editor deletes the value of an empty row.
		[{ value: { 1: 'Ana' }, schema: [row('1'), row('2')] }, 'is empty'],
		[
			{ value: { 1: 'Ana', 2: ' \n' }, schema: [] },
			'holds only white space or invisible characters',
		],
		[{ value: { 1: 'Ana', 2: null } }, 'is empty'],
	])('refuses the empty row of %j by its label, unless it may be empty', (mapping, problem) => {
		const { message, remedy } = refusalOf(() => fromRows(mapping));
		expect(message).toBe(`“Template Variables: {{2}}” in “…consulta é {{2}}.” ${problem}`);
		expect(remedy).toContain('Allow Empty Variables');
		expect(fromRows(mapping, true)[1]?.trim()).toBe('');
	});

	test.each([
		[undefined, '{{1}}', 'Olá {{1}}! Sua…'],
		['', '{{1}}', 'Olá {{1}}! Sua…'],
		[{ mappingMode: 'defineBelow', value: null }, '{{1}}', 'Olá {{1}}! Sua…'],
		[{ value: { 1: 'a' }, schema: [row('1')] }, '{{2}}', '…consulta é {{2}}.'],
		[{ value: { 1: 'a' }, schema: [row('1'), row('2', true)] }, '{{2}}', '…consulta é {{2}}.'],
	])('refuses a variable without a row: %j', (mapping, variable, excerpt) => {
		for (const mayBeEmpty of [false, true]) {
			const { message, remedy } = refusalOf(() => fromRows(mapping, mayBeEmpty));
			expect(message).toBe(`“Template Variables: ${variable}” in “${excerpt}” has no row`);
			expect(remedy).toContain('open it again');
		}
	});

	describe('that changed after its rows were filled in', () => {
		const NOW = 'Pedido {{1}} de {{2}} saiu.';
		const before = {
			value: { 1: 'Ana', 2: '123' },
			schema: variablesIn('Olá {{1}}, o pedido {{2}} saiu.').map((variable) => ({
				...{ id: String(variable.number), displayName: variable.label },
			})),
		};

		test('has a warning for each row with other words', () => {
			expect(warningsOfStaleRows(NOW, before)).toMatchObject([
				{
					label: 'Template Variables: {{1}}',
					description: 'a value for “Olá {{1}}”, which is now “Pedido {{1}}”',
					remedy: expect.stringContaining('Check that the values fit'),
				},
				{ label: 'Template Variables: {{2}}' },
			]);
			expect(warningsOfStaleRows(NOW, { ...before, value: { 1: ' ', 2: '123' } })).toHaveLength(1);
		});

		const panelLabel = ({ label }: TemplateVariable) => label;
		const labels = (labelOf: typeof panelLabel, text: string) => ({
			value: { 1: 'Ana', 2: '123' },
			schema: variablesIn(text).map((one) => ({
				...{ id: String(one.number), displayName: labelOf(one) },
			})),
		});
		test.each<[string, unknown, string?]>([
			['with the labels of the panel', labels(panelLabel, NOW)],
			[
				'with the labels of a tool',
				labels(toolRowLabel, 'Olá {{1}}, até já {{2}}!'),
				'Olá {{1}}, até já {{2}}!',
			],
			['with other line breaks', labels(panelLabel, 'Pedido {{1}}\nde  {{2}} saiu.')],
			['without a schema', { value: { 1: 'Ana', 2: '123' } }],
			['with rows that a workflow calls otherwise', { ...before, schema: [row('1'), row('2')] }],
			['without rows', undefined],
			['without variables', before, 'Nossa loja abre hoje.'],
		])('has none %s', (_, mapping, text = NOW) => {
			expect(warningsOfStaleRows(text, mapping)).toEqual([]);
		});
	});

	test('refuses a value for a variable that it no longer has', () => {
		const { message, remedy } = refusalOf(() => fromRows({ value: { 1: 'a', 2: 'b', 3: 'c' } }));
		expect(message).toBe(
			'“Template Variables: {{3}}” has a value, but “Template Text” has no {{3}}',
		);
		expect(remedy).toContain('open it again');
	});

	test('names a value that is none by its number', () => {
		expect(refusalOf(() => fromRows({ value: { 1: 'a', 2: ['b'] } })).message).toBe(
			'“Template Variables: {{2}}” takes a text, but got a list',
		);
	});
});

test('a text without variables takes none from the list', () => {
	const listed = (...values: unknown[]) =>
		template({ templateParams: params(...values) }, false, 'Nossa loja abre hoje.').params;
	expect(listed()).toEqual([]);
	expect(refusalOf(() => listed('a')).message).toBe(
		'“Template Variables” has 1 variable, but “Template Text” has none',
	);
	expect(refusalOf(() => listed('a', 'b')).message).toContain('has 2 variables');
});
