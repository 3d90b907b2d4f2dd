import type { JsonObject } from 'n8n-workflow';
import type { Field } from './field';
import { parseJsonObjectWithoutEmpty } from './parsers/json';

const LABEL = 'Address';

/** Address parts by the service's own names, which the specification does not show. */
export const address: Field<JsonObject | undefined> = {
	property: {
		displayName: LABEL,
		name: 'address',
		type: 'json',
		default: '{}',
		description:
			'Address parts as a JSON object, such as { "city": "Curitiba" }. An update replaces the parts that you give. Other parts stay, and so do parts that you give empty.',
	},
	purpose: 'record',
	read: (value) => parseJsonObjectWithoutEmpty(value, LABEL),
};
