/** Joins what tables keep in columns of their own: a surname with its name, the codes of a phone with its number. */
import { plainHyphens, plainText } from '../copiedText';
import { parsePhones } from '../fields/parsers/phone';
import { plainPhone } from '../fields/parsers/phoneSpellings';
import { foldCaseAndAccents } from '../fields/parsers/text';
import { isDialedWithoutAreaCode } from '../fields/parsers/phoneFaults';
import type { Column, PartId } from './headings';
import { NO_FIRST_NAME, NO_PHONE, SECOND, UNFIT, type LeftOut } from './leftOut';

/** A cell that holds a part of a column. */
export interface Part {
	/** The heading. */
	name: string;
	cell: unknown;
	kind: PartId;
	of: Column;
}

/**
 * Joins the parts of a row with the cells that they belong to.
 * @param cells by the ID of the column; changed
 * @param takesSurname whether a heading of the row is that of a first name
 * @param isClosed whether nothing of the row is sent in a column
 * @returns the parts that belong to no cell
 */
export function joinParts(
	cells: Map<string, unknown>,
	parts: readonly Part[],
	takesSurname: boolean,
	isClosed: (column: Column) => boolean,
): LeftOut[] {
	const leftOut: LeftOut[] = [];
	const byKind = new Map<PartId, Part>();
	for (const part of parts) {
		if (byKind.has(part.kind)) leftOut.push({ name: part.name, why: SECOND });
		else byKind.set(part.kind, part);
	}
	const [surname, number] = [byKind.get('surname'), byKind.get('number')];
	if (surname && !NO_NAMES.includes(comparable(surname.cell))) {
		const isJoined = takesSurname && typeof cells.get('name') !== 'object' && isName(surname.cell);
		if (isJoined) cells.set('name', fullName(cells.get('name'), surname.cell));
		else leftOut.push({ name: surname.name, why: NO_FIRST_NAME });
	}
	if (number) {
		const { name, cell, of } = number;
		const isPhone = byKind.has('areaCode') && isLocal(cell) && !cells.has(of.id) && !isClosed(of);
		if (isPhone) cells.set(of.id, cell);
		else leftOut.push({ name, why: UNFIT });
	}
	const codes = [byKind.get('areaCode'), byKind.get('countryCode')].filter(
		(code) => code !== undefined,
	);
	const joined = joinCodes(cells, codes);
	for (const { name, kind } of codes) if (!joined.has(kind)) leftOut.push({ name, why: NO_PHONE });
	return leftOut;
}

/** What tables hold in place of a name that is not known. */
const NO_NAMES = ['null', 'n/a', 'none', 'undefined', '-'];

/** Whether a cell holds a name, not a mark in place of one. */
const isName = (cell: unknown): boolean => typeof cell === 'string' && /\p{L}/u.test(cell);

/** Puts codes before the phones of their column. @returns the kinds of those that a phone lacked */
function joinCodes(cells: Map<string, unknown>, codes: readonly Part[]): ReadonlySet<PartId> {
	const joined = new Set<PartId>();
	const { id, label } = codes[0]?.of ?? { id: '', label: '' };
	const given = cells.get(id);
	if (given === undefined) return joined;
	const cellOf = (kind: PartId) => codes.find((code) => code.kind === kind)?.cell;
	const [area, country] = [areaCodeIn(cellOf('areaCode')), countryCodeIn(cellOf('countryCode'))];
	const complete = (phone: unknown) => {
		if (typeof phone === 'object') return phone;
		const typed = String(phone);
		const national = area === undefined ? typed : withAreaCode(typed, area);
		const isLocalPhone = national !== typed;
		if (isLocalPhone) joined.add('areaCode');
		const whole =
			country === undefined ? national : withCountryCode(national, country, isLocalPhone);
		if (whole !== national) joined.add('countryCode');
		return whole;
	};
	const completed = id === 'phones' ? parsePhones(given, label)?.map(complete) : complete(given);
	if (joined.size > 0) cells.set(id, completed);
	return joined;
}

/** A name with a surname behind it, less the words in which they overlap; a name that has all words of it as it is. */
function fullName(name: unknown, surname: unknown): string {
	const [first, last] = [String(name).trim(), plainText(String(surname))];
	const known = new Set(wordsIn(first));
	if (wordsIn(last).every((word) => known.has(word))) return first;
	const [ends, begins] = [comparable(first).split(' '), comparable(last).split(' ')];
	const shared = begins.indexOf(ends.at(-1) ?? '') + 1;
	const overlaps = ends.slice(-shared).join(' ') === begins.slice(0, shared).join(' ');
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
	digitsIn(plainPhone(String(cell ?? ''))).replace(/^0+/, '');

/** Whether a phone has as many digits as one without area code. */
const isLocal = (phone: unknown): boolean =>
	[8, 9].includes(digitsIn(plainPhone(String(phone))).length);

/** A local phone with its area code in front; any other one as it is. */
function withAreaCode(given: string, areaCode: string): string {
	const phone = plainPhone(given);
	const lacksIt = isLocal(phone) && !phone.includes('+') && !isDialedWithoutAreaCode(phone);
	return lacksIt ? `${areaCode} ${phone}` : given;
}

/**
 * A phone with `+` and its country code in front; one that may have it already as it is. Of a Brazilian phone the length
 * shows: with its area code it has ten or eleven digits. One of another country that begins with its code and is as long
 * gets the `+` alone: without it the service would take it for a Brazilian one.
 * @param isNational whether it certainly lacks the code
 */
function withCountryCode(given: string, countryCode: string, isNational: boolean): string {
	const phone = plainPhone(given);
	const digits = digitsIn(phone);
	if (digits === '' || phone.includes('+')) return given;
	const isBrazil = countryCode === '55';
	const lacksIt = isBrazil ? /^0?\d{10,11}$/.test(digits) : !digits.startsWith(countryCode);
	if (isNational || lacksIt) return `+${countryCode} ${phone}`;
	return !isBrazil && digits.length >= 10 ? `+${phone}` : given;
}

const digitsIn = (text: string): string => text.replace(/\D/g, '');
