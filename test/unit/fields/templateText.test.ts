import {
	assertNumberedVariables,
	fillTemplate,
	parseTemplateTextField,
	variablesIn,
} from '../../../nodes/CustomerRelationship/fields/parsers/templateText';
import { toolRowLabel } from '../../../nodes/CustomerRelationship/fields/templateRows';
import { refusalOf } from './refusals';

const labels = (text: string) => variablesIn(text).map(({ label }) => label);

test.each([
	['Olá {{1}}!', ['Olá {{1}}']],
	[
		'Olá {{1}}! Sua consulta com {{2}} é em {{3}}. Até lá, equipe Aurora',
		['Olá {{1}}', 'consulta com {{2}}', 'é em {{3}}'],
	],
	['{{2}} é com {{ 1 }}', ['é com {{1}}', '{{2}} é com']],
	['{{1}}, {{1}} e {{\n1\t}}', ['{{1}},']],
	['a\n\n{{1}}\tb', ['a {{1}}']],
	['{{1}} {{3}}', ['{{1}}', '{{3}}']],
	['{{10}}{{2}}', ['{{2}}', '{{10}}']],
	['{{{1}}}', ['{{1}}}']],
	['Oi! *R$ {{1}}*, {{2}}, obrigado.', ['Oi! *R$ {{1}}', '{{2}},…']],
	['Seu pedido {{1}}: {{2}} está a caminho', ['Seu pedido {{1}}', '{{2}} está a…']],
	['https://loja.example/pedidos/{{1}}/acompanhar/aqui', ['ample/pedidos/{{1}}']],
	['0 1234567 12345 {{1}} 12345 789 0', ['1234567 12345 {{1}}']],
	['0 12345678 12345 {{1}} 12345 7890 1', ['12345 {{1}}']],
	[`${'á'.repeat(15)}{{1}}`, [`${'á'.repeat(14)}{{1}}`]],
	[`{{1}}${'😀'.repeat(11)}`, [`{{1}}${'😀'.repeat(10)}…`]],
	['{1} {nome} {{nome}} {{0}} {{}} {{ }}', []],
	['', []],
])('the rows of %j have the labels %j', (text, expected) => {
	expect(labels(text)).toEqual(expected);
});

test.each([
	['Olá {{1}}! Sua consulta', 'Olá {{1}}! Sua…'],
	['Sua consulta com {{1}} é em breve', '…consulta com {{1}} é em…'],
	['1234567 12345 {{1}} 12345 789', '1234567 12345 {{1}} 12345 789'],
	[`${'😀'.repeat(15)}{{1}}${'😀'.repeat(11)}`, `…${'😀'.repeat(14)}{{1}}${'😀'.repeat(10)}…`],
])('an error quotes the words around the variable of %j', (text, excerpt) => {
	expect(variablesIn(text)).toMatchObject([{ number: 1, excerpt }]);
});

test('in a tool the label has no double braces and no accents', () => {
	expect(variablesIn('Olá {{1}}! É {{2}}').map(toolRowLabel)).toEqual(['Ola {1}', 'E {2}']);
});

describe('numbered variables', () => {
	test.each([
		'',
		'Oi!',
		'{{1}}',
		'{{2}} {{1}} {{ 3 }}',
		'{1} {nome}',
		'a }} b {{ c',
		'{{}} {{ }} {{!}}',
	])('%j is in order', (text) => {
		expect(() => assertNumberedVariables(text)).not.toThrow();
	});

	test.each([
		['{{1}} {{3}}', 'holds {{3}}, but no {{2}}'],
		['{{2}}', 'holds {{2}}, but no {{1}}'],
		['{{1}}{{4}}{{2}}{{9}}', 'holds {{9}}, but no {{3}}'],
		['Olá {{nome}}', 'holds “{{nome}}”, but this node fills in only numbered variables'],
		[
			'{{1}} {{ $json.name }}',
			'holds “{{ $json.name }}”, but this node fills in only numbered variables',
		],
		['{{0}}', 'holds “{{0}}”, but this node fills in only numbered variables'],
		['{{01}}', 'holds “{{01}}”, but this node fills in only numbered variables'],
		['{{1a}} {{1}}', 'holds “{{1a}}”, but this node fills in only numbered variables'],
	])('%j is refused: %s', (text, problem) => {
		expect(refusalOf(() => assertNumberedVariables(text)).message).toBe(
			`“Template Text” ${problem}`,
		);
	});
});

test.each([
	['Olá {{1}}', 'Olá {{1}}'],
	// n8n's editor has made an expression of what was pasted.
	['=Olá {{1}}', 'Olá {{1}}'],
	[' \nOlá\n{{1}} ', 'Olá\n{{1}}'],
	[' ', undefined],
	['', undefined],
	['=', undefined],
	[null, undefined],
	[undefined, undefined],
])('%j, as the workflow holds it, is the text %j', (raw, text) => {
	expect(parseTemplateTextField(raw)).toBe(text);
});

test('a text is filled in as it stands', () => {
	const text = 'Olá {{1}},\n{{ 2 }} {1} {{3}}{{1}}';
	expect(fillTemplate(text, ['Ana', '$1'])).toBe('Olá Ana,\n$1 {1} {{3}}Ana');
});
