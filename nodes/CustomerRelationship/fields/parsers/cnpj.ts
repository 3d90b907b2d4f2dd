import { InvalidInput } from '../../invalidInput';
import { parseText } from './text';

/**
 * A company's registry number as typed, with plain hyphens.
 * @throws InvalidInput unless it has 14 letters or digits, punctuation aside, and check digits that fit
 */
export function parseCnpj(value: unknown, label: string): string | undefined {
	const cnpj = parseText(value, label)?.trim().replace(DASHES, '-');
	if (!cnpj) return undefined;
	const key = cnpjKey(cnpj);
	const { length } = key;
	const foreign = /[^\dA-Z]/u.exec(key)?.[0];
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
			`Give all 14 digits, with or without mask, for example 11.222.333/0001-81.${length < 14 && key === cnpj ? " A number loses its leading zeros. An expression puts them back: {{ $json.CNPJ && String($json.CNPJ).padStart(14, '0') }}, with your heading in place of CNPJ." : ''}`,
		);
	}
	// The CNPJ of a new company may begin with letters: the service checks the digits of those.
	if (!/\d\d$/.test(key) || /^0+$/.test(key) || (/^\d+$/.test(key) && !hasItsCheckDigits(key))) {
		throw new InvalidInput(
			label,
			'is not a valid CNPJ: its last two digits do not fit the others',
			'A digit of the CNPJ is mistyped. Compare it with the company’s papers.',
		);
	}
	return cnpj;
}

/** Whether the last two digits follow from those before them (modulo 11). */
function hasItsCheckDigits(digits: string): boolean {
	return [12, 13].every((place) => {
		let sum = 0;
		for (let at = 0; at < place; at++) sum += Number(digits[at]) * (((place - 1 - at) % 8) + 2);
		return Number(digits[place]) === ((sum * 10) % 11) % 10;
	});
}

/** Word processors replace hyphens with longer dashes. */
const DASHES = /[\p{Dash_Punctuation}−]/gu;

/** Key for comparison: a CNPJ without punctuation. */
export const cnpjKey = (cnpj: string): string => cnpj.replace(/[\s./-]/g, '').toUpperCase();
