/** Puts the area code and the country code, which have headings of their own, before the phones of a row. */
import { parsePhonesAsTyped } from '../fields/parsers/phone';
import { isNationwideNumber } from '../fields/parsers/phoneProblems';
import { unwrapPhone } from '../fields/parsers/phoneSpellings';
import { InvalidInput } from '../invalidInput';
import { quote } from '../quote';
import type { Column, NameOrPhonePart } from './headings';

/**
 * Puts codes before the phones of a cell that lack them.
 * @param codes the cells of the codes
 * @returns the new cell, and the codes that a phone lacked
 * @throws InvalidInput for a phone that may lack its country code or not
 */
export function joinCodes(
	cell: unknown,
	{ id, label }: Column,
	codes: { areaCode: unknown; countryCode: unknown },
): { cell: unknown; joined: ReadonlySet<NameOrPhonePart> } {
	const joined = new Set<NameOrPhonePart>();
	const hasCodes = (codes.areaCode ?? codes.countryCode) !== undefined;
	if (cell === undefined || !hasCodes) return { cell, joined };
	const areaCode = areaCodeIn(codes.areaCode);
	const countryCode = countryCodeIn(codes.countryCode);
	const addCodes = (phone: unknown) => {
		if (typeof phone === 'object') return phone;
		const typed = String(phone);
		const national = areaCode === undefined ? typed : withAreaCode(typed, areaCode);
		const lackedAreaCode = national !== typed;
		if (lackedAreaCode) joined.add('areaCode');
		// A phone without area code has no country code either.
		const international =
			countryCode === undefined
				? national
				: withCountryCode(national, label, countryCode, lackedAreaCode);
		if (international !== national) joined.add('countryCode');
		return international;
	};
	const phones = id === 'phones' ? parsePhonesAsTyped(cell, label)?.map(addCodes) : addCodes(cell);
	return { cell: joined.size > 0 ? phones : cell, joined };
}

/** An area code in a cell; undefined if it can't be one. */
const areaCodeIn = (cell: unknown): string | undefined => /^\d\d$/.exec(codeIn(cell))?.[0];

/** A country code in a cell; undefined if it can't be one. */
const countryCodeIn = (cell: unknown): string | undefined => /^\d{1,3}$/.exec(codeIn(cell))?.[0];

/** Whether a cell can be a code that phones have. */
export const isPhoneCode = (part: NameOrPhonePart, cell: unknown): boolean =>
	(part === 'areaCode' ? areaCodeIn(cell) : countryCodeIn(cell)) !== undefined;

/** The digits of a code, without zeros that are dialed before it. */
const codeIn = (cell: unknown): string =>
	digitsIn(unwrapPhone(String(cell ?? ''))).replace(/^0+/, '');

/** Whether a phone lacks its area code, as far as the number of its digits tells. */
export const lacksAreaCode = (phone: unknown): boolean =>
	[8, 9].includes(digitsIn(unwrapPhone(String(phone))).length);

/** A local phone with its area code in front; any other one as it is. */
function withAreaCode(typed: string, areaCode: string): string {
	const phone = unwrapPhone(typed);
	const lacksIt = lacksAreaCode(phone) && !phone.includes('+') && !isNationwideNumber(phone);
	return lacksIt ? `${areaCode} ${phone}` : typed;
}

/**
 * Puts `+` and the country code before a phone, unless it may have the code already. For Brazil the length tells:
 * a phone has ten or eleven digits with its area code. A phone of another country that begins with `00` and
 * its code gets `+` in place of the zeros. One whose digits begin with the code and are more than ten gets
 * only the `+`: without it the service would take the phone for a Brazilian one.
 * @param lacksCountryCode whether that is certain
 * @throws InvalidInput for a phone of another country that begins with its code and has eight to ten digits,
 *   as many do without it
 */
function withCountryCode(
	typed: string,
	label: string,
	countryCode: string,
	lacksCountryCode: boolean,
): string {
	const phone = unwrapPhone(typed);
	const digits = digitsIn(phone);
	if (digits === '' || phone.includes('+')) return typed;
	const isBrazil = countryCode === '55';
	if (!isBrazil && digits.startsWith(`00${countryCode}`)) return `+${digits.slice(2)}`;
	const looksNational = isBrazil ? /^0?\d{10,11}$/.test(digits) : !digits.startsWith(countryCode);
	if (lacksCountryCode || looksNational) return `+${countryCode} ${phone}`;
	if (isBrazil || digits.length < 8) return typed;
	if (digits.length > 10) return `+${phone}`;
	throw new InvalidInput(
		label,
		`holds ${quote(phone)}, whose first digits may be the country code ${countryCode} or not`,
		`Write it with + and the country code: +${digits} if they are, +${countryCode}${digits} if they are not.`,
	);
}

const digitsIn = (text: string): string => text.replace(/\D/g, '');
