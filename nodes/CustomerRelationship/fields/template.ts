import type { INodeProperties } from 'n8n-workflow';
import { booleanField } from './field';
import { LANGUAGE_LABEL, NAME_LABEL, TEXT_LABEL, VARIABLES_LABEL } from './parsers/template';

/** A template message: its name, language and the values of its text's variables. */
export const templateProperties: INodeProperties[] = [
	{
		displayName: NAME_LABEL,
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
		displayName: LANGUAGE_LABEL,
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
		displayName: VARIABLES_LABEL,
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
/** A pasted copy of the template's text, with which the variables are compared. */
export const templateTextProperty: INodeProperties = {
	displayName: TEXT_LABEL,
	name: 'templateText',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. Olá {{1}}, seja bem-vindo!',
	description:
		'Paste the template’s text here. (n8n then takes it for an expression and shows “1” in place of {{1}}. That does no harm where the variables are called {{1}}, {{2}} and so on.) Before it sends, the node checks that the number of variables is right. With Check Only it fills them in and shows the text. This text is not sent, and the node does not compare it with the approved template.',
};
/** Whether a variable may be empty. */
export const allowEmptyVariables = booleanField({
	displayName: 'Allow Empty Variables',
	name: 'allowEmptyVariables',
	default: true,
	description:
		'Whether to send a template in which a variable is empty. While this is off, such an item fails and is not sent.',
});
