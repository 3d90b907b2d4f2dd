import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { quote } from '../quote';
import type { ApiRequest } from '../transport/request';

/** The names of the fields for parameters that are nested in the API, or have another name in the node. */
const FIELD_BY_PARAM = new Map([
	['template', 'templateName'],
	['template.name', 'templateName'],
	['template.language', 'templateLanguage'],
	['template.params', 'templateParams'],
]);

/** Labels of the second field, for parameters that two fields can give. */
const SECOND_LABELS = new Map([['valueCents', 'Value (BRL)']]);

/**
 * The quoted label of the field for a parameter of the API, as in “Custom Fields: slug” for `customFields.slug`.
 * @param properties the fields of the panel
 * @param fieldByProperty the fields that properties of the request come from, if those have other names
 * @returns undefined if the node has no such field
 */
export function fieldLabel(
	properties: readonly INodeProperties[],
	param: string,
	fieldByProperty?: ApiRequest['fieldNames'],
): string | undefined {
	const [first = '', ...rest] = param.replace(/\[(\w+)\]/g, '.$1').split('.');
	const inputField = fieldByProperty?.[[first, ...rest].join('.')] ?? fieldByProperty?.[first];
	if (inputField !== undefined) return labelOf(findField(properties, inputField));
	if (first === 'customFields' && rest.length > 0) return quote(`Custom Fields: ${rest.join('.')}`);
	// The `id` of a path is most often the record that the operation's first locator names.
	if (first === 'id') return labelOf(properties.find(({ type }) => type === 'resourceLocator'));
	const name = FIELD_BY_PARAM.get([first, ...rest.slice(0, 1)].join('.')) ?? first;
	const label = labelOf(findField(properties, name));
	const secondLabel = SECOND_LABELS.get(name);
	return label && secondLabel ? `${quote(secondLabel)} or ${label}` : label;
}

const labelOf = (field: INodeProperties | undefined) => field && quote(field.displayName);

type PanelEntry = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** Finds a field of the panel by its name, also inside collections. */
function findField(properties: readonly PanelEntry[], name: string): INodeProperties | undefined {
	for (const property of properties) {
		if (!('displayName' in property)) continue;
		if (property.name === name && 'type' in property) return property;
		const children = 'values' in property ? property.values : property.options;
		const field = children && findField(children, name);
		if (field) return field;
	}
	return undefined;
}
