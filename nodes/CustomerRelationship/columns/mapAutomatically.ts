import { isBlank } from '../fields/parsers/empty';
import type { NamedValues } from '../fields/parsers/entries';
import { InvalidInput } from '../invalidInput';
import { judge } from '../mistakes/judge';
import { isDate, isObject } from '../typeGuards';
import { withoutExportQuotes } from './exportQuotes';
import { RowCellCollector } from './rowCellCollector';
import type { Column, HeadingMatcher, HeadingMatch, NameOrPhonePart } from './headings';
import type { LeftOut, LeftOutReason } from './leftOut';
import {
	isFilledOnlyManually,
	type InputCell,
	type MappedRow,
	type OperationColumns,
} from './mappedRow';
import { columnsField } from './panel';
import { joinNameAndPhoneParts, type PartCell } from './parts';
import { assertCorrectDelimiter } from './unmatchedHeadings';

/**
 * Maps a row by its headings.
 * @throws InvalidInput for mistaken headings, and for two headings that fill in one column
 */
export function mapAutomatically(
	columns: OperationColumns,
	match: HeadingMatcher,
	row: NamedValues,
): MappedRow {
	judgeHeadings(row);
	const rowCells = rowCellsOf(row, match);
	assertCorrectDelimiter(rowCells);
	const ranks = lowestRanks(rowCells);
	const filled = new RowCellCollector();
	const inputCells: InputCell[] = [];
	const leftOut: LeftOut[] = [];
	const parts: PartCell[] = [];
	for (const cell of rowCells) {
		const { heading, text, value } = cell;
		const use = useOf(cell, columns, ranks);
		switch (use.kind) {
			case 'on panel':
				break;
			case 'left out':
				leftOut.push({ name: heading, reason: use.reason });
				break;
			case 'part':
				parts.push({ heading, value, part: use.part, column: use.column });
				break;
			case 'column':
				filled.add(use.column, heading, value);
				inputCells.push(inputCell(use.column.id, heading, text));
				break;
		}
	}
	const joined = joinNameAndPhoneParts(filled, parts, columns);
	const { surname } = joined;
	if (surname) inputCells.push(inputCell('name', surname.heading, surname.value));
	return { cells: joined.cells, inputCells, leftOut: [...leftOut, ...joined.leftOut] };
}

/** A filled cell of a row. */
interface RowCell {
	heading: string;
	/** The cell without what a sheet's export puts around a text. */
	text: unknown;
	/** What is sent: `text`, with a date as a string. */
	value: unknown;
	match: HeadingMatch | undefined;
}

const rowCellsOf = (row: NamedValues, match: HeadingMatcher): RowCell[] =>
	Object.entries(row)
		.map(([heading, cell]) => ({ heading, text: withoutExportQuotes(cell) }))
		.filter(({ text }) => !isEmptyCell(text))
		.map(({ heading, text }) => {
			const value = isDate(text) ? text.toJSON() : text;
			return { heading, text, value, match: match(heading) };
		});

/** The lowest rank of the headings that match a column, by its ID. That rank wins. */
function lowestRanks(cells: readonly RowCell[]): ReadonlyMap<string, number> {
	const ranks = new Map<string, number>();
	for (const { value, match } of cells) {
		if (!match || match.part || holdsObject(value)) continue;
		const { id, rank } = match;
		ranks.set(id, Math.min(rank, ranks.get(id) ?? rank));
	}
	return ranks;
}

/** What becomes of a cell. */
type CellUse =
	| { kind: 'column'; column: Column }
	| { kind: 'part'; part: NameOrPhonePart; column: Column }
	/** The panel gives the value of the cell's field. */
	| { kind: 'on panel' }
	| { kind: 'left out'; reason: LeftOutReason };

const leftOutUse = (reason: LeftOutReason): CellUse => ({ kind: 'left out', reason });

/** @throws InvalidInput for a heading that matches a field and a custom field */
function useOf(
	{ heading, value, match }: RowCell,
	columns: OperationColumns,
	ranks: ReadonlyMap<string, number>,
): CellUse {
	if (holdsObject(value)) return leftOutUse('holdsObject');
	if (!match) return leftOutUse('noColumn');
	if (match.part) return { kind: 'part', part: match.part, column: match };
	// A heading that a better one outranks still fills in the custom field of its name.
	const isOutranked = match.rank !== ranks.get(match.id);
	const column = isOutranked ? match.customField : match;
	if (!column) return leftOutUse('alreadyFilled');
	if (columns.requiredOnPanel.some(({ id }) => id === column.id)) return { kind: 'on panel' };
	if (!isOutranked && match.customField)
		throw ambiguousHeadingError(heading, match, match.customField);
	if (isFilledOnlyManually(columns, column)) return leftOutUse('replacesList');
	return { kind: 'column', column };
}

const inputCell = (id: string, heading: string, value: unknown): InputCell => ({
	id,
	label: heading,
	value,
	raw: cellExpression(heading),
});

/** The expression that reads a cell from its row. Braces in a heading would end it. */
const cellExpression = (heading: string): string =>
	`={{ $json[${JSON.stringify(heading).replace(/[{}]/g, (brace) => `\\u00${brace === '{' ? '7b' : '7d'}`)}] }}`;

const isEmptyCell = (cell: unknown) => isBlank(cell) || (Array.isArray(cell) && cell.length === 0);

const holdsObject = (cell: unknown): boolean =>
	Array.isArray(cell)
		? cell.some((entry) => typeof entry === 'object' && entry !== null && !isDate(entry))
		: isObject(cell);

/** @throws InvalidInput for a heading that shows a mistake */
function judgeHeadings(row: NamedValues): void {
	for (const name of Object.keys(row)) {
		judge([
			{
				label: `${columnsField.displayName}: ${name}`,
				value: name,
				purpose: 'heading',
				source: 'fixed',
			},
		]);
	}
}

const ambiguousHeadingError = (heading: string, { id, label }: Column, customField: Column) =>
	new InvalidInput(
		heading,
		`fits the field ${label} and the custom field ${customField.label}`,
		`Rename the heading in the table: “${id}” for the field, “${customField.id}” for the custom field.`,
	);
