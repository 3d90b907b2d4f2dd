import type { INodeProperties, JsonObject } from 'n8n-workflow';
import { booleanField, entriesOf, textOf } from './field';
import { InvalidInput } from '../invalidInput';
import { idOf } from './id';

const NAME = 'Template Name';
const LANGUAGE = 'Template Language';
const VARIABLES = 'Template Variables';

/** A template message: its name, language and the values of its text's variables. */
export const templateProperties: INodeProperties[] = [
	{
		displayName: NAME,
		name: 'templateName',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. boas_vindas',
		builderHint: { propertyHint: 'A template that the user names: none can be listed or made up.' },
		description:
			'Name of an approved template, exactly as in the channel’s account. Its text stands there, too.',
	},
	{
		displayName: LANGUAGE,
		name: 'templateLanguage',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: 'pt_BR', cachedResultName: 'Portuguese (Brazil)' },
		description: 'Language in which the template was approved',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: 'searchLanguages', searchable: true },
			},
			{
				displayName: 'By Code',
				name: 'code',
				type: 'string',
				placeholder: 'e.g. pt_BR',
			},
		],
	},
	{
		displayName: VARIABLES,
		name: 'templateParams',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Variable',
		default: {},
		description:
			'Values for {{1}}, {{2}}… in the template’s text, in that order. This node can’t see the text: look up in the service what each variable stands for.',
		options: [
			{
				displayName: 'Variable',
				name: 'param',
				values: [
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						// n8n does not number the entries.
						hint: "The first entry is {{1}}, the second {{2}}, and so on. A first name from the input: switch to Expression and write <code>{{ ($json.name || 'cliente').split(' ').first() }}</code>",
						placeholder: "e.g. {{ ($json.name || 'cliente').split(' ').first() }}",
						description: 'The text that takes the place of the variable',
					},
				],
			},
		],
	},
];

/** A pasted copy of the template's text, against which the variables are checked. */
export const templateTextProperty: INodeProperties = {
	displayName: 'Template Text',
	name: 'templateText',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. Olá {{1}}, seja bem-vindo!',
	description:
		'Paste the template’s text here. (n8n then takes it for an expression and shows “1” in place of {{1}}. That does no harm where the variables are called {{1}}, {{2}} and so on.) Before it sends, the node checks that the number of variables is right. With Check Only it fills them in and shows the text. This text is not sent, and the node does not compare it with the approved template.',
};

export interface Template extends JsonObject {
	name: string;
	language: string;
	params: string[];
}

/** Whether a variable may be empty; it keeps its place then. */
export const allowEmptyVariables = booleanField({
	displayName: 'Allow Empty Variables',
	name: 'allowEmptyVariables',
	default: true,
	description:
		'Whether to send a template in which a variable is empty. While this is off, such an item fails and is not sent.',
});

/**
 * @param read a parameter's value
 * @param mayBeEmpty whether a variable may hold nothing
 * @throws InvalidInput without a name or language, and for an empty variable
 */
export function templateOf(read: (name: string) => unknown, mayBeEmpty: boolean): Template {
	return {
		name: required(textOf(read('templateName'), NAME)?.trim(), NAME),
		language: required(idOf(read('templateLanguage'), LANGUAGE), LANGUAGE),
		params: paramsOf(read('templateParams'), mayBeEmpty),
	};
}

function required(value: string | undefined, label: string): string {
	if (!value) {
		throw new InvalidInput(
			label,
			'is empty',
			'Give the template’s name and language as they stand in the service.',
		);
	}
	return value;
}

function paramsOf(value: unknown, mayBeEmpty: boolean): string[] {
	return entriesOf(value, 'param').map((entry, index) => {
		const label = `${VARIABLES}: {{${index + 1}}}`;
		const text = textOf(entry.value, label) ?? '';
		if (mayBeEmpty || text.trim() !== '') return text;
		throw new InvalidInput(
			label,
			'is empty',
			"The customer would read a text with a gap: check the expression and that the item has a value. Or give another word where there is none, such as {{ ($json.name || 'cliente').split(' ').first() }}, or turn on Allow Empty Variables under Options.",
		);
	});
}

/**
 * The pasted text. n8n's editor takes a text that is pasted with {{1}} in it for an expression,
 * which gives 1 in its place; such a text is read as it was pasted.
 * @param raw the parameter as the workflow holds it
 */
export function pastedTextOf(value: unknown, raw: unknown): string | undefined {
	const isPasted = typeof raw === 'string' && raw.startsWith('=') && hasOnlyVariables(raw);
	return textOf(isPasted ? raw.slice(1) : value, templateTextProperty.displayName);
}

function hasOnlyVariables(text: string): boolean {
	return [...text.matchAll(/\{\{(.*?)\}\}/gs)].every(([, inner = '']) => /^\s*\d+\s*$/.test(inner));
}

const PLACEHOLDER = /\{\{\s*(\d+)\s*\}\}/g;

/** The text with its variables filled in, as the customer reads it. */
export const filledIn = (text: string, params: readonly string[]): string =>
	text.replace(PLACEHOLDER, (gap, number: string) => params[Number(number) - 1] ?? gap);

/** @throws InvalidInput when the text has more or fewer variables than are filled in */
export function checkAgainstText(params: string[], text: string): void {
	const numbers = [...text.matchAll(PLACEHOLDER)].map(([, number]) => Number(number));
	const count = Math.max(0, ...numbers);
	if (count !== params.length) {
		throw new InvalidInput(
			VARIABLES,
			`has ${params.length} ${params.length === 1 ? 'variable' : 'variables'}, but “Template Text” has ${count}`,
			'Compare Template Text with the approved template. If they differ, correct Template Text. If they are the same, add or remove variables.',
		);
	}
}
