import { parseText } from './text';
import { InvalidInput } from '../../invalidInput';

/** @throws InvalidInput for what can't be a CNPJ: not 14 characters without the mask, no check digits or others than fit */
export function parseCnpj(value: unknown, label: string): string | undefined {
	const cnpj = parseText(value, label)?.trim().replace(DASHES, '-');
	if (!cnpj) return undefined;
	const plain = cnpjKey(cnpj);
	const { length } = plain;
	const foreign = /[^\dA-Z]/u.exec(plain)?.[0];
	if (foreign) {
		throw new InvalidInput(
			label,
			`holds “${foreign}”, which is no part of a CNPJ`,
			'Give all 14 digits, with or without mask, for example 11.222.333/0001-81. 1,1222E+13 is a number that the sheet has shortened: format its column as a number without decimals.',
		);
	}
	if (length !== 14) {
		throw new InvalidInput(
			label,
			`has ${length} digits, but a CNPJ has 14`,
			`Give all 14 digits, with or without mask, for example 11.222.333/0001-81.${length < 14 && plain === cnpj ? " A number loses its leading zeros. An expression puts them back: {{ $json.CNPJ && String($json.CNPJ).padStart(14, '0') }}, with your heading in place of CNPJ." : ''}`,
		);
	}
	// With letters in front, which new companies have, the service judges whether the digits fit.
	if (
		!/\d\d$/.test(plain) ||
		/^0+$/.test(plain) ||
		(/^\d+$/.test(plain) && !hasItsCheckDigits(plain))
	) {
		throw new InvalidInput(
			label,
			'is not a valid CNPJ: its last two digits do not fit the others',
			'A digit of the CNPJ is mistyped. Compare it with the company’s papers.',
		);
	}
	return cnpj;
}

/** Whether the last two digits are those that follow from the digits before them (modulo 11). */
function hasItsCheckDigits(digits: string): boolean {
	return [12, 13].every((place) => {
		let sum = 0;
		for (let at = 0; at < place; at++) sum += Number(digits[at]) * (((place - 1 - at) % 8) + 2);
		return Number(digits[place]) === ((sum * 10) % 11) % 10;
	});
}

/** A word processor makes a longer one of the mask's. */
const DASHES = /[\p{Dash_Punctuation}−]/gu;

/** The number without its mask, as two of them can be compared. */
export const cnpjKey = (cnpj: string): string => cnpj.replace(/[\s./-]/g, '').toUpperCase();
