/** Joins parts that have headings of their own: a surname with its name, the codes of a phone with its number. */
import type { RowCellCollector } from './rowCellCollector';
import { takesSurname, type Column, type NameOrPhonePart } from './headings';
import type { LeftOut, LeftOutReason } from './leftOut';
import { isFilledOnlyManually, type OperationColumns } from './mappedRow';
import { isPhoneCode, lacksAreaCode, joinCodes } from './phoneCodes';
import { fullName, isNoName } from './surname';

/** A cell that holds a part of a column. */
export interface PartCell {
	heading: string;
	value: unknown;
	part: NameOrPhonePart;
	column: Column;
}

/** The first cell of each part in a row. */
type Parts = ReadonlyMap<NameOrPhonePart, PartCell>;

/** Values by the ID of the column. */
type Cells = ReadonlyMap<string, unknown>;

interface Joined {
	/** By the ID of the column. */
	cells: Cells;
	/** The parts that fit no cell. */
	leftOut: readonly LeftOut[];
}

/**
 * Joins the parts of a row with the cells that they belong to.
 * @returns all cells, and the surname among the parts, which is to be judged as a name
 */
export function joinNameAndPhoneParts(
	filled: RowCellCollector,
	partCells: readonly PartCell[],
	columns: OperationColumns,
): Joined & { surname: PartCell | undefined } {
	const parts = new Map<NameOrPhonePart, PartCell>();
	const repeated: LeftOut[] = [];
	for (const cell of partCells) {
		if (parts.has(cell.part)) repeated.push({ name: cell.heading, reason: 'alreadyFilled' });
		else parts.set(cell.part, cell);
	}
	const nameTakesSurname = takesSurname(filled.headingOf('name') ?? '');
	const name = joinSurname(nameTakesSurname ? filled.cells.get('name') : undefined, parts);
	const phone = joinPhone(filled.cells, parts, columns);
	return {
		cells: new Map([...filled.cells, ...name.cells, ...phone.cells]),
		surname: nameTakesSurname ? parts.get('surname') : undefined,
		leftOut: [...repeated, ...name.leftOut, ...phone.leftOut],
	};
}

/** @param name undefined if the row has none that a surname is appended to */
function joinSurname(name: unknown, parts: Parts): Joined {
	const surname = parts.get('surname');
	if (!surname || isNoName(surname.value)) return { cells: new Map(), leftOut: [] };
	const joined = fullName(name, surname.value);
	return joined === undefined
		? { cells: new Map(), leftOut: [{ name: surname.heading, reason: 'surnameWithoutName' }] }
		: { cells: new Map([['name', joined]]), leftOut: [] };
}

function joinPhone(cells: Cells, parts: Parts, columns: OperationColumns): Joined {
	const number = parts.get('number');
	const areaCode = parts.get('areaCode');
	const countryCode = parts.get('countryCode');
	// An operation has one column for phones.
	const column = (number ?? areaCode ?? countryCode)?.column;
	if (!column) return { cells: new Map(), leftOut: [] };
	const leftOut: LeftOut[] = [];
	let phone = cells.get(column.id);
	if (number) {
		// Such a heading is usually that of a house number, so its cell is taken for a phone only beside an
		// area code.
		const isFree = phone === undefined && !isFilledOnlyManually(columns, column);
		if (isFree && areaCode && lacksAreaCode(number.value)) phone = number.value;
		else leftOut.push({ name: number.heading, reason: 'noColumn' });
	}
	const { cell, joined } = joinCodes(phone, column, {
		areaCode: areaCode?.value,
		countryCode: countryCode?.value,
	});
	for (const code of [areaCode, countryCode]) {
		if (!code || joined.has(code.part)) continue;
		leftOut.push({ name: code.heading, reason: unusedCodeReason(code, columns) });
	}
	return { cells: new Map(cell === undefined ? [] : [[column.id, cell]]), leftOut };
}

/** Why a code was not used. */
function unusedCodeReason(code: PartCell, columns: OperationColumns): LeftOutReason {
	if (!isPhoneCode(code.part, code.value)) return 'notACode';
	return isFilledOnlyManually(columns, code.column) ? 'replacesList' : 'codeNotNeeded';
}
