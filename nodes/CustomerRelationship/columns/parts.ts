/** Joins what tables keep in columns of their own: a surname with its name, the codes of a phone with its number. */
import { plainHyphens, plainText } from '../copiedText';
import { parsePhones } from '../fields/parsers/phone';
import { unwrapPhone } from '../fields/parsers/phoneSpellings';
import { foldCaseAndAccents } from '../fields/parsers/text';
import { isDialedWithoutAreaCode } from '../fields/parsers/phoneProblems';
import type { Column, PartKind } from './headings';
import { NO_FIRST_NAME, NO_PHONE, FILLED_ALREADY, NO_COLUMN, type LeftOut } from './leftOut';

/** A cell that holds a part of a column. */
export interface PartCell {
	heading: string;
	value: unknown;
	part: PartKind;
	column: Column;
}

/**
 * Joins the parts of a row with the cells that they belong to.
 * @param cells by the ID of the column; changed
 * @param takesSurname whether a heading of the row takes a surname
 * @param isClosed whether nothing of the row is sent in a column
 * @returns the parts that belong to no cell
 */
export function joinParts(
	cells: Map<string, unknown>,
	parts: readonly PartCell[],
	{ takesSurname, isClosed }: { takesSurname: boolean; isClosed(column: Column): boolean },
): LeftOut[] {
	const leftOut: LeftOut[] = [];
	const first = new Map<PartKind, PartCell>();
	for (const cell of parts) {
		if (first.has(cell.part)) leftOut.push({ name: cell.heading, why: FILLED_ALREADY });
		else first.set(cell.part, cell);
	}
	const [surname, number] = [first.get('surname'), first.get('number')];
	if (surname && !NO_NAMES.includes(comparable(surname.value))) {
		const name = cells.get('name');
		const isJoined = takesSurname && typeof name !== 'object' && isName(surname.value);
		if (isJoined) cells.set('name', fullName(name, surname.value));
		else leftOut.push({ name: surname.heading, why: NO_FIRST_NAME });
	}
	if (number) {
		const { heading, value, column } = number;
		const isFree = !cells.has(column.id) && !isClosed(column);
		if (isFree && first.has('areaCode') && isLocal(value)) cells.set(column.id, value);
		else leftOut.push({ name: heading, why: NO_COLUMN });
	}
	const codes = [first.get('areaCode'), first.get('countryCode')].filter(
		(code) => code !== undefined,
	);
	const joined = joinCodes(cells, codes);
	for (const { heading, part } of codes) {
		if (!joined.has(part)) leftOut.push({ name: heading, why: NO_PHONE });
	}
	return leftOut;
}

/** What tables hold in place of a name that is not known. */
const NO_NAMES = ['null', 'n/a', 'none', 'undefined', '-'];

/** Whether a cell holds a name, not a mark in place of one. */
const isName = (cell: unknown): boolean => typeof cell === 'string' && /\p{L}/u.test(cell);

/** Puts codes before the phones of their column. @returns the codes that a phone lacked */
function joinCodes(cells: Map<string, unknown>, codes: readonly PartCell[]): ReadonlySet<PartKind> {
	const joined = new Set<PartKind>();
	const { id, label } = codes[0]?.column ?? { id: '', label: '' };
	const value = cells.get(id);
	if (value === undefined) return joined;
	const codeOf = (part: PartKind) => codes.find((code) => code.part === part)?.value;
	const [area, country] = [areaCodeIn(codeOf('areaCode')), countryCodeIn(codeOf('countryCode'))];
	const addCodes = (phone: unknown) => {
		if (typeof phone === 'object') return phone;
		const typed = String(phone);
		const national = area === undefined ? typed : withAreaCode(typed, area);
		const isLocalPhone = national !== typed;
		if (isLocalPhone) joined.add('areaCode');
		const international =
			country === undefined ? national : withCountryCode(national, country, isLocalPhone);
		if (international !== national) joined.add('countryCode');
		return international;
	};
	const phones = id === 'phones' ? parsePhones(value, label)?.map(addCodes) : addCodes(value);
	if (joined.size > 0) cells.set(id, phones);
	return joined;
}

/**
 * The name, then the surname. Words that end one and begin the other stand once. A name that has every word of the surname
 * stays as it is.
 */
function fullName(name: unknown, surname: unknown): string {
	const [first, last] = [String(name).trim(), plainText(String(surname))];
	const words = new Set(wordsIn(first));
	if (wordsIn(last).every((word) => words.has(word))) return first;
	const [nameWords, surnameWords] = [comparable(first).split(' '), comparable(last).split(' ')];
	const shared = surnameWords.indexOf(nameWords.at(-1) ?? '') + 1;
	const overlaps = nameWords.slice(-shared).join(' ') === surnameWords.slice(0, shared).join(' ');
	return [first, ...last.split(/\s+/).slice(overlaps ? shared : 0)].join(' ');
}

const comparable = (text: unknown): string =>
	foldCaseAndAccents(plainHyphens(plainText(String(text)))).replace(/\s+/g, ' ');

const wordsIn = (text: string): string[] => comparable(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** An area code in a cell; undefined if it can't be one. */
const areaCodeIn = (cell: unknown): string | undefined => /^\d\d$/.exec(codeIn(cell))?.[0];

/** A country code in a cell; undefined if it can't be one. */
const countryCodeIn = (cell: unknown): string | undefined => /^\d{1,3}$/.exec(codeIn(cell))?.[0];

/** The digits of a code, without zeros that are dialed before it. */
const codeIn = (cell: unknown): string =>
	digitsIn(unwrapPhone(String(cell ?? ''))).replace(/^0+/, '');

/** Whether a phone has as many digits as one without area code. */
const isLocal = (phone: unknown): boolean =>
	[8, 9].includes(digitsIn(unwrapPhone(String(phone))).length);

/** A local phone with its area code in front; any other one as it is. */
function withAreaCode(typed: string, areaCode: string): string {
	const phone = unwrapPhone(typed);
	const lacksIt = isLocal(phone) && !phone.includes('+') && !isDialedWithoutAreaCode(phone);
	return lacksIt ? `${areaCode} ${phone}` : typed;
}

/**
 * Puts `+` and the country code before a phone, unless it may have them already. The length of a Brazilian phone tells:
 * it has ten or eleven digits with its area code. A phone of another country that begins with its code and has ten digits
 * or more gets the `+` alone. Without it the service would take the phone for a Brazilian one.
 * @param isNational whether it certainly lacks the code
 */
function withCountryCode(typed: string, countryCode: string, isNational: boolean): string {
	const phone = unwrapPhone(typed);
	const digits = digitsIn(phone);
	if (digits === '' || phone.includes('+')) return typed;
	const isBrazil = countryCode === '55';
	const lacksIt = isBrazil ? /^0?\d{10,11}$/.test(digits) : !digits.startsWith(countryCode);
	if (isNational || lacksIt) return `+${countryCode} ${phone}`;
	return !isBrazil && digits.length >= 10 ? `+${phone}` : typed;
}

const digitsIn = (text: string): string => text.replace(/\D/g, '');
