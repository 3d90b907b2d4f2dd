import {
	assertVariablesMatchText,
	parsePastedText,
	parseTemplate,
} from '../../../nodes/CustomerRelationship/fields/parsers/template';
import { refusalOf } from './refusals';

const template = (values: Record<string, unknown>, mayBeEmpty = false) =>
	parseTemplate(
		(name) => ({ templateName: 'boas_vindas', templateLanguage: 'pt_BR', ...values })[name],
		mayBeEmpty,
	);
const params = (...values: unknown[]) => ({ param: values.map((value) => ({ value })) });

describe('a template', () => {
	test('has a name, a language and its variables in order', () => {
		expect(
			template({ templateName: ' boas_vindas ', templateParams: params('Ana', 7, false) }),
		).toEqual({ name: 'boas_vindas', language: 'pt_BR', params: ['Ana', '7', 'false'] });
	});

	test('reads the language in both forms', () => {
		const templateLanguage = { __rl: true, mode: 'id', value: 'es_AR' };
		expect(template({ templateLanguage }).language).toBe('es_AR');
	});

	test.each(['', null, undefined, ' \n'])('is refused with the variable %j', (empty) => {
		const { message, remedy } = refusalOf(() => template({ templateParams: params('Ana', empty) }));
		expect(message).toBe('“Template Variables: {{2}}” is empty');
		expect(remedy).toContain('Allow Empty Variables');
	});

	test('keeps the place of an empty variable if that is allowed', () => {
		expect(
			template({ templateParams: params('a', '', null, undefined, ' ') }, true).params,
		).toEqual(['a', '', '', '', ' ']);
		expect(template({ templateParams: { param: [{}] } }, true).params).toEqual(['']);
	});

	test.each([undefined, null, '', {}, { param: [] }])(
		'has no variables with %j',
		(templateParams) => {
			expect(template({ templateParams }).params).toEqual([]);
		},
	);

	test.each([
		['Template Name', { templateName: '' }],
		['Template Name', { templateName: '  ' }],
		['Template Name', { templateName: undefined }],
		['Template Language', { templateLanguage: null }],
		['Template Language', { templateLanguage: { mode: 'list', value: '' } }],
	])('is refused without %s', (label, values) => {
		expect(refusalOf(() => template(values)).message).toBe(`“${label}” is empty`);
	});

	test('names a variable that is no single value by its number', () => {
		expect(refusalOf(() => template({ templateParams: params('a', { b: 1 }) })).message).toBe(
			'“Template Variables: {{2}}” takes a text, but got an object',
		);
	});
});

describe('the pasted text', () => {
	test.each([
		[['Ana'], 'Olá, {{1}}!'],
		[['Ana', 'hoje'], '{{2}} é com você, {{1}} ({{ 1 }})'],
		[[], 'Nossa loja abre hoje.'],
		[[...'abcdefghijkl'], '{{1}} {{\n12\t}}'],
		[['Ana'], 'Olá, {{1}} {{nome}} {1}'],
	])('accepts %j for %j', (values, text) => {
		expect(() => assertVariablesMatchText(values, text)).not.toThrow();
	});

	test.each([
		[[], 'Olá, {{1}}!', 'has 0 variables, but “Template Text” has 1'],
		[['a'], 'Olá!', 'has 1 variable, but “Template Text” has 0'],
		[['a', 'b', 'c'], '{{1}} {{2}}', 'has 3 variables, but “Template Text” has 2'],
		[['a'], '{{1}} {{3}}', 'has 1 variable, but “Template Text” has 3'],
	])('refuses %j for %j', (values, text, problem) => {
		const { message, remedy } = refusalOf(() => assertVariablesMatchText(values, text));
		expect(message).toBe(`“Template Variables” ${problem}`);
		expect(remedy).toMatch(/correct Template Text\. If .* add or remove variables\.$/);
	});

	test.each([
		// The editor has made an expression of what was pasted, and its value has lost the variables.
		['Olá 1, 2', '=Olá {{1}}, {{ 2 }}', 'Olá {{1}}, {{ 2 }}'],
		['Olá {{1}}', '={{ $json.text }}', 'Olá {{1}}'],
		['Olá {{1}}', 'Olá {{1}}', 'Olá {{1}}'],
		['Olá 1 Ana', '=Olá {{1}} {{ $json.name }}', 'Olá 1 Ana'],
		['Olá 12', '=Olá {{ 12 }}', 'Olá {{ 12 }}'],
		['Olá', '={{ $json.a {{1}}', 'Olá'],
		['Olá', '=Olá', 'Olá'],
		['', '', undefined],
		[undefined, undefined, undefined],
		['given', undefined, 'given'],
	])('reads %j, held as %j, as %j', (value, raw, text) => {
		expect(parsePastedText(value, raw)).toBe(text);
	});
});
