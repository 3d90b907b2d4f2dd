import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import type { ApiRequest } from '../transport/request';

/** The label, in quotes, that the user sees for one of the API's parameters, where the node has a field for it. */
type LabelOf = (param: string, givenAs?: ApiRequest['givenAs']) => string | undefined;

/** The API's names that stand inside others or go by another name in the node. */
const ALIASES = new Map([
	['template', 'templateName'],
	['template.name', 'templateName'],
	['template.language', 'templateLanguage'],
	['template.params', 'templateParams'],
]);

/** Fields that a property can be given by beside the one of its own name. */
const OTHER_FIELDS = new Map([['valueCents', 'Value (BRL)']]);

/** Finds the label of one of the panel's fields by the API's parameter name, `customFields.slug` included. */
export function labelsOf(properties: readonly INodeProperties[]): LabelOf {
	return (param, givenAs) => {
		const [first = '', ...rest] = param.replace(/\[(\w+)\]/g, '.$1').split('.');
		if (first === 'customFields' && rest.length > 0) return `“Custom Fields: ${rest.join('.')}”`;
		// The path's `id` is the record that the operation is about.
		if (first === 'id') {
			return quoted(properties.find(({ type }) => type === 'resourceLocator')?.displayName);
		}
		const name = givenAs?.[first] ?? ALIASES.get([first, ...rest.slice(0, 1)].join('.')) ?? first;
		const label = quoted(find(properties, name)?.displayName);
		const other = quoted(OTHER_FIELDS.get(name));
		return label && other ? `${other} or ${label}` : label;
	};
}

const quoted = (label: string | undefined) => label && `“${label}”`;

type Entry = INodeProperties | INodePropertyCollection | INodePropertyOptions;

function find(properties: readonly Entry[], name: string): INodeProperties | undefined {
	for (const property of properties) {
		if (!('displayName' in property)) continue;
		if (property.name === name && 'type' in property) return property;
		const inside = 'values' in property ? property.values : property.options;
		const found = inside && find(inside, name);
		if (found) return found;
	}
	return undefined;
}
