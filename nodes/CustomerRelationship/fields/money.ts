import { RECORD_VALUE_SETTINGS, type Field } from './field';
import { parseWholeCents, parseReais } from './parsers/money';

const REAIS = 'Value (BRL)';
const CENTS = 'Value in Cents';

/** A deal's value in reais, sent as the API's cents. */
export const dealValueInReais: Field<number | undefined> = {
	property: {
		displayName: REAIS,
		name: 'value',
		type: 'string',
		default: '',
		placeholder: 'e.g. 1234.56 or 1.234,56',
		description: 'The deal’s value in reais. The node sends it in cents.',
	},
	...RECORD_VALUE_SETTINGS,
	sentAs: 'valueCents',
	read: (value) => parseReais(value, REAIS),
};

/** A deal's value in cents, as the API has it. */
export const dealValueInCents: Field<number | undefined> = {
	property: {
		displayName: CENTS,
		name: 'valueCents',
		type: 'number',
		typeOptions: { numberPrecision: 0 },
		default: 0,
		placeholder: 'e.g. 123456',
		description:
			'The deal’s value in cents, a whole number. Give either this or the value in reais.',
	},
	...RECORD_VALUE_SETTINGS,
	read: (value) => parseWholeCents(value, CENTS),
};
