import { textOf, type Field, type Shown } from './field';
import { InvalidInput } from '../invalidInput';

/** A company's registry number, sent as typed; the service checks its digits (specification: Company). */
export function cnpjField(property: Shown): Field<string | undefined> {
	return {
		property: { ...property, type: 'string', default: '' },
		read: (value) => cnpjOf(value, property.displayName),
	};
}

/** @throws InvalidInput for what can't be a CNPJ: not 14 characters without the mask */
export function cnpjOf(value: unknown, label: string): string | undefined {
	const cnpj = textOf(value, label)?.trim().replace(DASHES, '-');
	if (!cnpj) return undefined;
	const { length } = plainCnpj(cnpj);
	if (length !== 14) {
		throw new InvalidInput(
			label,
			`has ${length} digits, but a CNPJ has 14`,
			typeof value === 'number'
				? 'A number loses its leading zeros: have the CNPJ as text in the item.'
				: 'Give all 14 digits, with or without mask, for example 11.222.333/0001-81.',
		);
	}
	return cnpj;
}

/** A word processor makes a longer one of the mask's. */
const DASHES = /[\p{Dash_Punctuation}−]/gu;

/** The number without its mask, as two of them can be compared. */
export const plainCnpj = (cnpj: string): string => cnpj.replace(/[\s./-]/g, '').toUpperCase();
