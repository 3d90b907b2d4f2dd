import type { JsonObject } from 'n8n-workflow';
import { isExpression } from '../expression';
import type { Field, FieldSettings } from './field';
import { parseJsonObject, parseJsonObjectWithoutEmpty } from './parsers/json';

/**
 * A JSON object whose properties are sent. Empty values among them are sent only if the field holds no
 * expression at all.
 */
function jsonObjectField({
	purpose,
	...property
}: FieldSettings & Pick<Field, 'purpose'>): Field<JsonObject | undefined> {
	return {
		property: { ...property, type: 'json', default: '{}' },
		purpose,
		spread: true,
		read: (value, { raw }) =>
			(isExpression(raw) ? parseJsonObjectWithoutEmpty : parseJsonObject)(
				value,
				property.displayName,
			),
	};
}

/** Properties that the specification does not show, added to the body last. */
export const additionalBody = jsonObjectField({
	displayName: 'Your Own JSON',
	name: 'additionalBody',
	purpose: 'record',
	description:
		'Only for experts: fields that the service has and this node has not, as a JSON object. If another field gives the same property, the value here is sent.',
});
/** Query parameters that the specification does not show. */
export const additionalQuery = jsonObjectField({
	displayName: 'Your Own Query',
	name: 'additionalQuery',
	purpose: 'filter',
	description:
		'Only for experts: filters that the service has and this node has not, as a JSON object of query parameters. The value here wins over a filter of the same name.',
});
