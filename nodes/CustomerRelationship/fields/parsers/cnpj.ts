import { plainText } from '../../copiedText';
import { InvalidInput } from '../../invalidInput';
import { quote } from '../../quote';
import { cnpjKey } from '../comparisonKeys';
import { scalarToText } from './text';

/** All of Unicode's dashes, more than `plainHyphens` replaces: word processors put them in place of hyphens. */
const DASHES = /[\p{Dash_Punctuation}−]/gu;

/**
 * A company's registry number as typed, with plain hyphens.
 * @throws InvalidInput unless it has 14 letters or digits, punctuation aside, of which the last two are check
 *   digits; they are verified only if the CNPJ has no letters
 */
export const parseCnpjAsTyped = (value: unknown, label: string): string | undefined =>
	parseWithAdvice(value, label, 'leave it empty');

/** The number by which a company is found. @throws InvalidInput as `parseCnpjAsTyped`, with other advice */
export const parseIdentifyingCnpj = (value: unknown, label: string): string | undefined =>
	parseWithAdvice(value, label, 'leave it empty and use Create for such companies');

/** @param adviceWithoutCnpj what to do for a company that has none */
function parseWithAdvice(
	value: unknown,
	label: string,
	adviceWithoutCnpj: string,
): string | undefined {
	const cnpj = plainText(scalarToText(value, label) ?? '').replace(DASHES, '-');
	if (cnpj === '') return undefined;
	if (!/\d/.test(cnpj)) {
		throw new InvalidInput(
			label,
			`holds ${quote(cnpj)}`,
			`That is not a CNPJ: ${adviceWithoutCnpj}.`,
		);
	}
	const key = cnpjKey(cnpj);
	const { length } = key;
	if (isCpf(key)) {
		throw new InvalidInput(
			label,
			'is a CPF, the number of a person',
			`A CPF is not a CNPJ: ${adviceWithoutCnpj}.`,
		);
	}
	const character = /[^\dA-Z]/u.exec(key)?.[0];
	if (character) {
		throw new InvalidInput(
			label,
			`holds “${character}”, which can’t be part of a CNPJ`,
			'Enter all 14 digits, with or without punctuation, for example 11.222.333/0001-81. If the sheet shows 1,1222E+13, format the column as a number without decimals.',
		);
	}
	if (length !== 14) {
		throw new InvalidInput(
			label,
			`has ${length} digits, but a CNPJ has 14`,
			`Enter all 14 digits, with or without punctuation, for example 11.222.333/0001-81.${length < 14 && key === cnpj ? " A number loses its leading zeros. This expression restores them: {{ $json.CNPJ && String($json.CNPJ).padStart(14, '0') }}, with your heading in place of CNPJ." : ''}`,
		);
	}
	// The CNPJ of a new company may begin with letters: the service checks the digits of those.
	if (!/\d\d$/.test(key) || /^0+$/.test(key) || (/^\d+$/.test(key) && !hasValidCheckDigits(key))) {
		throw new InvalidInput(
			label,
			'is not a valid CNPJ: its last two characters are not the check digits of the others',
			'Check the CNPJ for a typo, for example against the company’s documents.',
		);
	}
	return cnpj;
}

/** Whether the last two digits follow from those before them (modulo 11). */
const hasValidCheckDigits = (digits: string): boolean =>
	digits.length === 14 && [12, 13].every((place) => isCheckDigit(digits, place, 8));

/** Whether it is a valid CPF, perhaps with zeros in front up to 14 digits, and not also a valid CNPJ. */
function isCpf(key: string): boolean {
	if (!/^(?:000)?\d{11}$/.test(key) || hasValidCheckDigits(key.padStart(14, '0'))) return false;
	const digits = key.slice(-11);
	return !/^(\d)\1*$/.test(digits) && [9, 10].every((place) => isCheckDigit(digits, place, place));
}

/** Whether the digit at a place follows from those before it. @param cycle after how many places weights repeat */
function isCheckDigit(digits: string, place: number, cycle: number): boolean {
	let sum = 0;
	for (let at = 0; at < place; at++) sum += Number(digits[at]) * (((place - 1 - at) % cycle) + 2);
	return Number(digits[place]) === ((sum * 10) % 11) % 10;
}
