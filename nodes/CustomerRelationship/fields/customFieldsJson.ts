import type { Field } from './field';
import { parseCustomFieldsObject, type MaybeTypedCustomFields } from './parsers/customFields';
import { parseJsonObject } from './parsers/json';

const LABEL = 'Custom Fields (JSON)';

/** Custom fields as one object, for expressions that give all of them at once. */
export const customFieldsJson: Field<MaybeTypedCustomFields | undefined> = {
	property: {
		displayName: LABEL,
		name: 'customFieldsJson',
		type: 'json',
		default: '{}',
		description:
			'Custom fields as a JSON object of field IDs and values, such as { "data_de_nascimento": "1990-05-17" }. Empty values are not sent. A value under Custom Fields wins.',
	},
	purpose: 'record',
	sentAs: 'customFields',
	read: (value) => parseCustomFieldsObject(parseJsonObject(value, LABEL), LABEL),
};
