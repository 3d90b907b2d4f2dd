import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import type { ApiRequest } from '../transport/request';
import { quote } from '../quote';

/** Finds the quoted label of the field for a parameter of the API; undefined if the node has no such field. */
type LabelOf = (param: string, fieldNames?: ApiRequest['fieldNames']) => string | undefined;

/** Parameters that are nested in the API, or have another name in the node. */
const ALIASES = new Map([
	['template', 'templateName'],
	['template.name', 'templateName'],
	['template.language', 'templateLanguage'],
	['template.params', 'templateParams'],
]);

/** Parameters that a second field can give as well. */
const OTHER_FIELDS = new Map([['valueCents', 'Value (BRL)']]);

/** Finds labels by the API's parameter names, as in “Custom Fields: slug” for `customFields.slug`. */
export function labelsOf(properties: readonly INodeProperties[]): LabelOf {
	return (param, fieldNames) => {
		const [first = '', ...rest] = param.replace(/\[(\w+)\]/g, '.$1').split('.');
		const own = fieldNames?.[[first, ...rest].join('.')] ?? fieldNames?.[first];
		if (own !== undefined) return quoted(find(properties, own)?.displayName);
		if (first === 'customFields' && rest.length > 0)
			return quote(`Custom Fields: ${rest.join('.')}`);
		// The `id` of a path is the record of the operation.
		if (first === 'id') {
			return quoted(properties.find(({ type }) => type === 'resourceLocator')?.displayName);
		}
		const name = ALIASES.get([first, ...rest.slice(0, 1)].join('.')) ?? first;
		const label = quoted(find(properties, name)?.displayName);
		const other = quoted(OTHER_FIELDS.get(name));
		return label && other ? `${other} or ${label}` : label;
	};
}

const quoted = (label: string | undefined) => label && quote(label);

type PanelEntry = INodeProperties | INodePropertyCollection | INodePropertyOptions;

function find(properties: readonly PanelEntry[], name: string): INodeProperties | undefined {
	for (const property of properties) {
		if (!('displayName' in property)) continue;
		if (property.name === name && 'type' in property) return property;
		const inside = 'values' in property ? property.values : property.options;
		const found = inside && find(inside, name);
		if (found) return found;
	}
	return undefined;
}
