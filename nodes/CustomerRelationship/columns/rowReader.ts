import { LIST_PROPERTIES } from '../fields/parsers/clearFields';
import { isBlank } from '../fields/parsers/empty';
import { parseEmails } from '../fields/parsers/email';
import type { NamedValues } from '../fields/parsers/entries';
import { parsePhones } from '../fields/parsers/phone';
import { normalizeName } from '../fields/parsers/slug';
import { parseTags } from '../fields/parsers/tags';
import { InvalidInput, MissingInput } from '../invalidInput';
import { judge } from '../mistakes/judge';
import { isDate, isObject } from '../typeGuards';
import {
	type Column,
	Headings,
	type HeadingMatcher,
	type Match,
	type PartKind,
	slugIn,
} from './headings';
import { REPLACES_LIST, HOLDS_OBJECT, FILLED_ALREADY, NO_COLUMN, type LeftOut } from './leftOut';
import { columnsField } from './panel';
import { quote } from '../quote';
import { joinParts, type PartCell } from './parts';

const LABEL = columnsField.displayName;

/** The columns of an operation. */
export interface OperationColumns {
	/** Those that a row can fill in, except custom fields. */
	mappable: readonly Column[];
	/** Required fields that stay on the panel. No row fills them in. */
	onPanel: readonly Column[];
	/** Whether a list replaces the one that the record has. */
	replacesLists: boolean;
}

/** What a row fills in. */
export interface MappedRow {
	/** Values by the ID of the column. */
	cells: ReadonlyMap<string, unknown>;
	/** The same cells as the input has them, to be judged one by one. */
	inputCells: readonly InputCell[];
	/** Properties of the row that are not sent, and why. */
	leftOut: LeftOut[];
}

/** A cell as a row or the mapper holds it. */
export interface InputCell {
	/** The ID of its column. */
	id: string;
	/** Its name in an error: the row's heading, or the mapper's column. */
	label: string;
	value: unknown;
	/** As the mapper holds it, or the expression that reads it from the row. */
	raw: unknown;
}

/**
 * Makes a function that reads an item's row by the mapper's value.
 * @throws InvalidInput for a column that the operation has not, two headings for one column, and mistaken headings
 */
export const rowReader = (columns: OperationColumns) => {
	// Made with the first row, so that loading the package costs no work on headings.
	let headings: Headings | undefined;
	/** @param raw the mapper's value as the workflow holds it */
	return (mapping: unknown, row: NamedValues, raw?: unknown): MappedRow => {
		const { mappingMode, value, schema } = isObject(mapping) ? mapping : {};
		switch (mappingMode) {
			case 'defineBelow':
				return mapManually(columns, isObject(value) ? value : {}, isObject(raw) ? raw.value : raw);
			case 'autoMapInputData':
				headings ??= new Headings([...columns.mappable, ...columns.onPanel]);
				return mapAutomatically(columns, headings.matcher(savedSlugs(schema)), row);
			default:
				throw new InvalidInput(LABEL, 'is no mapping', 'Choose how to map the columns.');
		}
	};
};

/** The slugs of the custom fields in the mapper's schema, which the editor loaded and the workflow holds. */
export const savedSlugs = (schema: unknown): string[] =>
	(Array.isArray(schema) ? schema : []).flatMap((column: unknown) =>
		isObject(column) ? (slugIn(String(column.id)) ?? []) : [],
	);

function mapManually({ mappable }: OperationColumns, values: NamedValues, raw: unknown): MappedRow {
	const cells = Object.entries(values)
		.map(([id, cell]) => [id, withoutExportQuotes(cell)] as const)
		.filter(([, cell]) => !isBlank(cell));
	for (const [id] of cells) {
		if (slugIn(id) !== undefined || mappable.some((column) => column.id === id)) continue;
		throw new InvalidInput(
			`${LABEL}: ${id}`,
			'is no column of this operation',
			'Open the node and refresh the list of columns, or empty this one.',
		);
	}
	const inputCells = cells.map(([id, value]) =>
		typeof raw === 'string'
			? // One expression gives all cells, and none by itself.
				{ id, label: LABEL, value: { [id]: value }, raw }
			: { id, label: `${LABEL}: ${id}`, value, raw: isObject(raw) ? raw[id] : undefined },
	);
	return { cells: new Map(cells), inputCells, leftOut: [] };
}

function mapAutomatically(
	columns: OperationColumns,
	match: HeadingMatcher,
	row: NamedValues,
): MappedRow {
	judgeHeadings(row);
	const rowCells = rowCellsOf(row, match);
	assertReadAsTable(rowCells);
	const ranks = lowestRanks(rowCells);
	const filled = new FilledColumns();
	const inputCells: InputCell[] = [];
	const leftOut: LeftOut[] = [];
	const parts: PartCell[] = [];
	let takesSurname = false;
	for (const cell of rowCells) {
		const { heading, text, value } = cell;
		const use = useOf(cell, columns, ranks);
		switch (use?.kind) {
			case 'left out':
				leftOut.push({ name: heading, why: use.why });
				break;
			case 'part':
				parts.push({ heading, value, part: use.part, column: use.column });
				break;
			case 'column':
				filled.add(use.column, heading, value);
				inputCells.push(inputCell(use.column.id, heading, text));
				takesSurname ||= use.takesSurname;
				break;
		}
	}
	for (const { heading, value, part } of parts) {
		if (part === 'surname' && takesSurname) inputCells.push(inputCell('name', heading, value));
	}
	const partsLeftOut = joinParts(filled.cells, parts, {
		takesSurname,
		isClosed: (column) => isManualOnly(columns, column),
	});
	return { cells: filled.cells, inputCells, leftOut: [...leftOut, ...partsLeftOut] };
}

/** A filled cell of a row. */
interface RowCell {
	heading: string;
	/** The cell without what a sheet's export puts around a text. */
	text: unknown;
	/** What is sent: `text`, with a date as a string. */
	value: unknown;
	/** What the heading means. */
	match: Match | undefined;
}

const rowCellsOf = (row: NamedValues, match: HeadingMatcher): RowCell[] =>
	Object.entries(row)
		.map(([heading, cell]) => ({ heading, text: withoutExportQuotes(cell) }))
		.filter(({ text }) => !isEmptyCell(text))
		.map(({ heading, text }) => {
			const value = isDate(text) ? text.toJSON() : text;
			return { heading, text, value, match: match(heading) };
		});

/** The lowest rank of the headings that fit a column, by its ID. */
function lowestRanks(cells: readonly RowCell[]): ReadonlyMap<string, number> {
	const ranks = new Map<string, number>();
	for (const { value, match } of cells) {
		if (!match || match.part || holdsObject(value)) continue;
		const { id, rank = 0 } = match;
		ranks.set(id, Math.min(rank, ranks.get(id) ?? rank));
	}
	return ranks;
}

/** What becomes of a cell. */
type CellUse =
	| { kind: 'column'; column: Column; takesSurname: boolean }
	| { kind: 'part'; part: PartKind; column: Column }
	| { kind: 'left out'; why: string };

const leftOutUse = (why: string): CellUse => ({ kind: 'left out', why });

/**
 * @returns undefined if the panel gives the value of the cell's field
 * @throws InvalidInput for a heading that fits a field and a custom field
 */
function useOf(
	{ heading, value, match }: RowCell,
	columns: OperationColumns,
	ranks: ReadonlyMap<string, number>,
): CellUse | undefined {
	if (holdsObject(value)) return leftOutUse(HOLDS_OBJECT);
	if (!match) return leftOutUse(NO_COLUMN);
	if (match.part) return { kind: 'part', part: match.part, column: match };
	// Another heading fits the column better.
	const isSecond = (match.rank ?? 0) > (ranks.get(match.id) ?? Infinity);
	const column = isSecond ? match.customField : match;
	if (!column) return leftOutUse(FILLED_ALREADY);
	if (columns.onPanel.some(({ id }) => id === column.id)) return undefined;
	if (!isSecond && match.customField)
		throw ambiguousHeadingError(heading, match, match.customField);
	if (isManualOnly(columns, column)) return leftOutUse(REPLACES_LIST);
	return { kind: 'column', column, takesSurname: !isSecond && match.takesSurname === true };
}

/** Whether a column is filled in by manual mapping alone, since it replaces a list that the record has. */
export const isManualOnly = ({ replacesLists }: OperationColumns, { id }: Column): boolean =>
	replacesLists && LIST_PROPERTIES.includes(id);

/** The values of a row by column. */
class FilledColumns {
	readonly cells = new Map<string, unknown>();
	/** The heading that filled in a column, by its normalized ID. */
	private readonly headings = new Map<string, string>();
	/** Lists that are joined from several cells. */
	private readonly lists = new Map<string, unknown[]>();

	/** Fills in a column, or appends to its list. @throws InvalidInput if another heading filled it in */
	add(column: Column, heading: string, value: unknown): void {
		const { id } = column;
		const name = normalizeName(id);
		const firstHeading = this.headings.get(name);
		this.headings.set(name, heading);
		if (firstHeading === undefined) {
			this.cells.set(id, value);
		} else if (JOINED_LISTS.includes(id)) {
			const list = this.lists.get(id) ?? [...listEntries(this.cells.get(id), column)];
			for (const entry of listEntries(value, column)) list.push(entry);
			this.lists.set(id, list);
			this.cells.set(id, list);
		} else {
			throw filledTwiceError(column, firstHeading, heading);
		}
	}
}

/** Lists into which several cells of a row are joined. */
const JOINED_LISTS = [...LIST_PROPERTIES, 'addTags', 'removeTags'];

const listEntries = (cell: unknown, { id, label }: Column) =>
	(id === 'emails' ? parseEmails : id === 'phones' ? parsePhones : parseTags)(cell, label) ?? [];

const inputCell = (id: string, heading: string, value: unknown): InputCell => ({
	...{ id, label: heading, value, raw: cellExpression(heading) },
});

/** The expression that reads a cell from its row. Braces in a heading would end it. */
const cellExpression = (heading: string): string =>
	`={{ $json[${JSON.stringify(heading).replace(/[{}]/g, (brace) => `\\u00${brace === '{' ? '7b' : '7d'}`)}] }}`;

/** What a cell holds that a sheet exports as `="…"`, so that it stays a text; any other one as it is. */
function withoutExportQuotes(cell: unknown): unknown {
	const text = typeof cell === 'string' ? cell.trim() : '';
	if (text.length < 3 || !text.startsWith('="') || !text.endsWith('"')) return cell;
	const inner = text.slice(2, -1);
	return inner.replaceAll('""', '').includes('"') ? cell : inner.replaceAll('""', '"');
}

const isEmptyCell = (cell: unknown) => isBlank(cell) || (Array.isArray(cell) && cell.length === 0);

const holdsObject = (cell: unknown): boolean =>
	Array.isArray(cell)
		? cell.some((entry) => typeof entry === 'object' && entry !== null && !isDate(entry))
		: isObject(cell);

/** @throws InvalidInput for a heading that shows a mistake */
function judgeHeadings(row: NamedValues): void {
	for (const name of Object.keys(row)) {
		judge([{ label: `${LABEL}: ${name}`, value: name, purpose: 'heading', source: 'fixed' }]);
	}
}

/** @throws InvalidInput if no heading fits and one looks like a whole row of them */
function assertReadAsTable(cells: readonly RowCell[]): void {
	const headings = cells.map(({ heading }) => heading);
	if (cells.some(({ match }) => match) || !headings.some(isDelimited)) return;
	throw new InvalidInput(LABEL, 'fit no heading of the table', unfitHeadings(headings));
}

/** Whether a heading is a whole row of them, in a table that was read with another delimiter. */
const isDelimited = (heading: string): boolean => /[;\t]/.test(heading);

/** Adds the headings that fit no column to an error about what is missing: one of them may be meant for it. */
export function addUnfitHeadings<Thrown>(error: Thrown, { leftOut }: MappedRow): Thrown {
	const headings = leftOut.filter(({ why }) => why === NO_COLUMN).map(({ name }) => name);
	if (error instanceof MissingInput && headings.length > 0) {
		error.remedy = `${unfitHeadings(headings)} ${error.remedy}`;
	}
	return error;
}

/** Most headings that a remedy names. */
const MAX_HEADINGS = 20;

/** Names headings that fit no column, in sentences of a remedy. */
function unfitHeadings(headings: readonly string[]): string {
	const names = headings.slice(0, MAX_HEADINGS).map(quote).join(', ');
	const more = headings.length - MAX_HEADINGS;
	const unfit = `No column fits ${names}${more > 0 ? ` and ${more} more headings` : ''}.`;
	return headings.some(isDelimited) ? `${unfit} ${OTHER_DELIMITER}` : unfit;
}

const OTHER_DELIMITER =
	'The table was read with another delimiter than it has: set it in the node that reads the file, under Options > Delimiter.';

const filledTwiceError = ({ label }: Column, firstHeading: string, heading: string): InvalidInput =>
	new InvalidInput(
		label,
		`is filled in twice, by ${quote(firstHeading)} and by ${quote(heading)}`,
		'Leave one of them empty, or choose Map Each Column Manually.',
	);

const ambiguousHeadingError = (heading: string, { id, label }: Column, customField: Column) =>
	new InvalidInput(
		heading,
		`fits the field ${label} and the custom field ${customField.label}`,
		`Rename the heading in the table: “${id}” for the field, “${customField.id}” for the custom field.`,
	);
