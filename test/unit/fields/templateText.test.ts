import {
	assertNumbered,
	fillTemplate,
	parseTemplateText,
	rowLabel,
	toolRowLabel,
	variablesIn,
} from '../../../nodes/CustomerRelationship/fields/parsers/templateText';
import { refusalOf } from './refusals';

const labels = (text: string) => variablesIn(text).map(rowLabel);

test.each([
	['Olá {{1}}!', ['{{1}} in “Olá {{1}}!”']],
	[
		'Olá {{1}}! Sua consulta com {{2}} é em {{3}}. Até lá, equipe Aurora',
		[
			'{{1}} in “Olá {{1}}! Sua…”',
			'{{2}} in “…consulta com {{2}} é em…”',
			'{{3}} in “…{{2}} é em {{3}}. Até lá,…”',
		],
	],
	['{{2}} é com {{ 1 }}', ['{{1}} in “{{2}} é com {{1}}”', '{{2}} in “{{2}} é com…”']],
	['{{1}}, {{1}} e {{\n1\t}}', ['{{1}} in “{{1}}, {{1}} e…”']],
	['a\n\n{{1}}\tb', ['{{1}} in “a {{1}} b”']],
	['{{1}} {{3}}', ['{{1}} in “{{1}} {{3}}”', '{{3}} in “{{1}} {{3}}”']],
	['{{10}}{{2}}', ['{{2}} in “{{10}}{{2}}”', '{{10}} in “{{10}}{{2}}”']],
	['{{{1}}}', ['{{1}} in “{{{1}}}”']],
	[
		'https://loja.example/pedidos/{{1}}/acompanhar/aqui',
		['{{1}} in “…ample/pedidos/{{1}}/acompanha…”'],
	],
	['0 1234567 12345 {{1}} 12345 789 0', ['{{1}} in “…1234567 12345 {{1}} 12345 789…”']],
	['0 12345678 12345 {{1}} 12345 7890 1', ['{{1}} in “…12345 {{1}} 12345…”']],
	['1234567 12345 {{1}} 12345 789', ['{{1}} in “1234567 12345 {{1}} 12345 789”']],
	[
		`${'😀'.repeat(15)}{{1}}${'😀'.repeat(11)}`,
		[`{{1}} in “…${'😀'.repeat(14)}{{1}}${'😀'.repeat(10)}…”`],
	],
	['{1} {nome} {{nome}} {{0}} {{}} {{ }}', []],
	['', []],
])('the variables of %j have the labels %j', (text, expected) => {
	expect(labels(text)).toEqual(expected);
});

test('in a tool the label has no double braces and no accents', () => {
	expect(variablesIn('Olá {{1}}! É {{2}}').map(toolRowLabel)).toEqual([
		'{1} in “Ola {1}! E {2}”',
		'{2} in “Ola {1}! E {2}”',
	]);
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
		expect(() => assertNumbered(text)).not.toThrow();
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
		expect(refusalOf(() => assertNumbered(text)).message).toBe(`“Template Text” ${problem}`);
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
	expect(parseTemplateText(raw)).toBe(text);
});

test('a text is filled in as it stands', () => {
	const text = 'Olá {{1}},\n{{ 2 }} {1} {{3}}{{1}}';
	expect(fillTemplate(text, ['Ana', '$1'])).toBe('Olá Ana,\n$1 {1} {{3}}Ana');
});
