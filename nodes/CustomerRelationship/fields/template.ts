import { booleanField, type BaseField } from './field';
import { MAX_SINGLE_VALUE_LENGTH } from './parsers/length';
import { LANGUAGE_LABEL, TEMPLATE_NAME_LABEL, VARIABLES_LABEL } from './parsers/template';
import { TEMPLATE_TEXT_LABEL, VARIABLE_END } from './parsers/templateText';

/**
 * Whether Template Text has a variable. Then the panel shows a row for each variable in place of the list. If
 * n8n can't tell, because Template Text is an expression, it shows both, and the node reads the rows.
 */
const holdsVariables = { templateText: [{ _cnd: { includes: VARIABLE_END } }] };

/** A template message: its name, language and the values of its text's variables, in the panel's order. */
export const templateFields = {
	templateName: {
		purpose: 'record',
		property: {
			displayName: TEMPLATE_NAME_LABEL,
			name: 'templateName',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. boas_vindas',
			builderHint: {
				propertyHint: 'A template that the user names: none can be listed or made up.',
			},
			description:
				'Name of an approved template, exactly as in the channel’s account. Its text stands there, too.',
		},
	},
	templateLanguage: {
		purpose: 'record',
		maxLength: MAX_SINGLE_VALUE_LENGTH,
		property: {
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
	},
	templateText: {
		purpose: 'setting',
		property: {
			displayName: TEMPLATE_TEXT_LABEL,
			name: 'templateText',
			type: 'string',
			typeOptions: { rows: 4 },
			noDataExpression: true,
			// A space: into an empty field n8n pastes a text with {{1}} as an expression, “=” and all.
			default: ' ',
			placeholder: 'e.g. Olá {{1}}, seja bem-vindo!',
			hint: 'Paste the approved text before you fill in the variables: each then has a row with the words around it. If you type or change the text, close this panel and open it again.',
			description:
				'The template’s text, as it stands in the channel’s account. It is not sent: it names and counts the variables, and Check Only shows the finished message.',
		},
	},
	templateVariables: {
		purpose: 'variable',
		property: {
			displayName: VARIABLES_LABEL,
			name: 'templateVariables',
			type: 'resourceMapper',
			noDataExpression: true,
			default: { mappingMode: 'defineBelow', value: null },
			displayOptions: { show: holdsVariables },
			description:
				'The value of each variable in Template Text, in the order of their numbers. An empty one is not sent unless Allow Empty Variables is on.',
			// Without loadOptionsDependsOn: n8n would drop all values whenever the text changes.
			typeOptions: {
				resourceMapper: {
					resourceMapperMethod: 'getTemplateVariables',
					mode: 'add',
					valuesLabel: VARIABLES_LABEL,
					fieldWords: { singular: 'variable', plural: 'variables' },
					addAllFields: true,
					multiKeyMatch: false,
					supportAutoMap: false,
					refreshStaleSchemaOnOpen: true,
				},
			},
		},
	},
	templateParams: {
		purpose: 'variable',
		property: {
			displayName: VARIABLES_LABEL,
			name: 'templateParams',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			placeholder: 'Add Variable',
			default: {},
			displayOptions: { hide: holdsVariables },
			description:
				'Values for {{1}}, {{2}}… in the template’s text, in that order. With Template Text above, each has a row of its own, with the words around it.',
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
							description:
								'The text that takes the place of the variable. A list that an expression gives fills one variable with each of its entries.',
						},
					],
				},
			],
		},
	},
} satisfies Record<string, BaseField>;

/** Whether a variable may be empty. */
export const allowEmptyVariables = booleanField({
	displayName: 'Allow Empty Variables',
	name: 'allowEmptyVariables',
	purpose: 'setting',
	default: true,
	description:
		'Whether to send a template in which a variable is empty. While this is off, such an item fails and is not sent.',
});
