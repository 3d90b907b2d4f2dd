import { LIST_PROPERTIES } from '../fields/parsers/clearFields';
import { isBlank } from '../fields/parsers/empty';
import { parseEmails } from '../fields/parsers/email';
import type { Values } from '../fields/parsers/entries';
import { parsePhones } from '../fields/parsers/phone';
import { normalizeName } from '../fields/parsers/slug';
import { parseTags } from '../fields/parsers/tags';
import { InvalidInput, MissingInput } from '../invalidInput';
import { judge } from '../mistakes/judge';
import { isDate, isObject } from '../typeGuards';
import { headingMatcher, slugIn, type Column, type HeadingMatcher } from './headings';
import { LIST, NESTED, SECOND, UNFIT, type LeftOut } from './leftOut';
import { columnsField } from './panel';
import { quote } from '../quote';
import { joinParts, type Part } from './parts';

const LABEL = columnsField.displayName;

/** The columns of an operation. */
export interface Columns {
	/** Those that a row can fill in, except custom fields. */
	own: readonly Column[];
	/** Required fields that the panel shows beside the columns; no row fills them in. */
	beside: readonly Column[];
	/** Whether a list replaces the one that the record has. */
	replacesLists: boolean;
}

/** What a row fills in. */
export interface MappedRow {
	/** Values by the ID of the column. */
	cells: ReadonlyMap<string, unknown>;
	/** The cells as they were given, to be looked at for mistakes. */
	given: readonly GivenCell[];
	/** Properties of the row that are not sent, and why. */
	leftOut: LeftOut[];
}

/** A cell as a row or the mapper gives it. */
export interface GivenCell {
	/** The ID of its column. */
	id: string;
	/** What it is called in an error: the row's heading, or the mapper's column. */
	label: string;
	value: unknown;
	/** As the mapper holds it, or the expression that reads it from the row. */
	raw: unknown;
}

/**
 * Makes a function that reads an item's row by the mapper's value.
 * @throws InvalidInput for a column that the operation has not, two headings for one column, and mistaken values
 */
export const rowReader = (columns: Columns) => {
	// Made with the first row, so that loading the package costs no work on headings.
	let matcherFor: ((slugs: readonly string[]) => HeadingMatcher) | undefined;
	/** @param raw the mapper's value as the workflow holds it */
	return (mapping: unknown, row: Values, raw?: unknown): MappedRow => {
		const { mappingMode, value, schema } = isObject(mapping) ? mapping : {};
		switch (mappingMode) {
			case 'defineBelow':
				return mapManually(columns, isObject(value) ? value : {}, isObject(raw) ? raw.value : raw);
			case 'autoMapInputData':
				matcherFor ??= headingMatcher([...columns.own, ...columns.beside]);
				return mapAutomatically(columns, matcherFor(savedSlugs(schema)), row);
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

function mapManually({ own }: Columns, values: Values, raw: unknown): MappedRow {
	const cells = Object.entries(values)
		.map(([id, cell]) => [id, heldText(cell)] as const)
		.filter(([, cell]) => !isBlank(cell));
	for (const [id] of cells) {
		if (slugIn(id) !== undefined || own.some((column) => column.id === id)) continue;
		throw new InvalidInput(
			`${LABEL}: ${id}`,
			'is no column of this operation',
			'Open the node and refresh the list of columns, or empty this one.',
		);
	}
	const given = cells.map(([id, value]) =>
		typeof raw === 'string'
			? // One expression gives all cells, and none by itself.
				{ id, label: LABEL, value: { [id]: value }, raw }
			: { id, label: `${LABEL}: ${id}`, value, raw: isObject(raw) ? raw[id] : undefined },
	);
	return { cells: new Map(cells), given, leftOut: [] };
}

/** The expression that reads a cell from its row. Braces in a heading would end it. */
const cellExpression = (heading: string): string =>
	`={{ $json[${JSON.stringify(heading).replace(/[{}]/g, (brace) => `\\u00${brace === '{' ? '7b' : '7d'}`)}] }}`;

/** Whether a column is filled in by manual mapping alone, since it replaces a list that the record has. */
export const isManualOnly = ({ replacesLists }: Columns, { id }: Column): boolean =>
	replacesLists && LIST_PROPERTIES.includes(id);

function mapAutomatically(columns: Columns, fitting: HeadingMatcher, row: Values): MappedRow {
	for (const name of Object.keys(row)) {
		judge([{ label: `${LABEL}: ${name}`, value: name, purpose: 'heading', source: 'fixed' }]);
	}
	const filled = Object.entries(row)
		.map(([name, written]) => ({ name, given: heldText(written) }))
		.filter(({ given }) => !isEmptyCell(given))
		.map(({ name, given }) => {
			const cell = isDate(given) ? given.toJSON() : given;
			return { name, given, cell, match: fitting(name) };
		});
	const names = filled.map(({ name }) => name);
	if (!filled.some(({ match }) => match) && names.some(isDelimited)) throw nothingFits(names);
	const lowestRanks = new Map<string, number>();
	for (const { cell, match } of filled) {
		if (!match || match.part || holdsObject(cell)) continue;
		const { id, rank = 0 } = match;
		lowestRanks.set(id, Math.min(rank, lowestRanks.get(id) ?? rank));
	}
	const cells = new Map<string, unknown>();
	const leftOut: LeftOut[] = [];
	const read: GivenCell[] = [];
	const givenBy = new Map<string, string>();
	/** Columns whose list is joined from several cells. */
	const lists = new Map<string, unknown[]>();
	const parts: Part[] = [];
	let takesSurname = false;
	for (const { name, given, cell, match } of filled) {
		const isSecond = match && (match.rank ?? 0) > (lowestRanks.get(match.id) ?? Infinity);
		const column = isSecond ? match.customField : match;
		if (holdsObject(cell)) leftOut.push({ name, why: NESTED });
		else if (!column) leftOut.push({ name, why: isSecond ? SECOND : UNFIT });
		else if (match?.part) parts.push({ name, cell, kind: match.part, of: match });
		// The panel gives the value of this field.
		else if (columns.beside.some(({ id }) => id === column.id)) continue;
		else if (match?.customField && !isSecond) refuseAmbiguous(name, column, match.customField);
		else if (isManualOnly(columns, column)) leftOut.push({ name, why: LIST });
		else {
			const { id } = column;
			read.push({ id, label: name, value: given, raw: cellExpression(name) });
			const other = givenBy.get(normalizeName(id));
			givenBy.set(normalizeName(id), name);
			takesSurname ||= match?.takesSurname === true && !isSecond;
			if (other === undefined) cells.set(id, cell);
			else if (JOINED_LISTS.includes(id)) {
				const list = lists.get(id) ?? [...listEntries(cells.get(id), column)];
				for (const entry of listEntries(cell, column)) list.push(entry);
				lists.set(id, list);
				cells.set(id, list);
			} else refuseDuplicate(column, other, name);
		}
	}
	for (const { name, cell, kind } of parts) {
		if (kind !== 'surname' || !takesSurname) continue;
		read.push({ id: 'name', label: name, value: cell, raw: cellExpression(name) });
	}
	const unjoined = joinParts(cells, parts, takesSurname, (of) => isManualOnly(columns, of));
	return { cells, given: read, leftOut: [...leftOut, ...unjoined] };
}

/** What a cell holds that a sheet exports as `="…"`, so that it stays a text; any other one as it is. */
function heldText(cell: unknown): unknown {
	const text = typeof cell === 'string' ? cell.trim() : '';
	if (text.length < 3 || !text.startsWith('="') || !text.endsWith('"')) return cell;
	const held = text.slice(2, -1);
	return held.replaceAll('""', '').includes('"') ? cell : held.replaceAll('""', '"');
}

/** Whether a heading is a whole row of them, in a table that was read with another delimiter. */
const isDelimited = (heading: string): boolean => /[;\t]/.test(heading);

const nothingFits = (names: readonly string[]): InvalidInput =>
	new InvalidInput(LABEL, 'fit no heading of the table', unfitHeadings(names));

/** Most headings that an advice names. */
const MOST_NAMED = 20;

/** Names headings that fit no column, in sentences of an advice. */
function unfitHeadings(names: readonly string[]): string {
	const some = names.slice(0, MOST_NAMED).map(quote);
	const more = names.length - some.length;
	const unfit = `No column fits ${some.join(', ')}${more > 0 ? ` and ${more} more headings` : ''}.`;
	return names.some(isDelimited) ? `${unfit} ${OTHER_DELIMITER}` : unfit;
}

const OTHER_DELIMITER =
	'The table was read with another delimiter than it has: set it in the node that reads the file, under Options > Delimiter.';

/** Where something is missing, the error also names the headings that fit no column: one of them may be meant for it. */
export function withUnfitHeadings<Thrown>(error: Thrown, { leftOut }: MappedRow): Thrown {
	const names = leftOut.filter(({ why }) => why === UNFIT).map(({ name }) => name);
	if (error instanceof MissingInput && names.length > 0) {
		error.remedy = `${unfitHeadings(names)} ${error.remedy}`;
	}
	return error;
}

/** Lists into which several cells of a row are joined. */
const JOINED_LISTS = [...LIST_PROPERTIES, 'addTags', 'removeTags'];

const listEntries = (cell: unknown, { id, label }: Column) =>
	(id === 'emails' ? parseEmails : id === 'phones' ? parsePhones : parseTags)(cell, label) ?? [];

const isEmptyCell = (cell: unknown) => isBlank(cell) || (Array.isArray(cell) && cell.length === 0);

const holdsObject = (cell: unknown): boolean =>
	Array.isArray(cell)
		? cell.some((entry) => typeof entry === 'object' && entry !== null && !isDate(entry))
		: isObject(cell);

function refuseDuplicate({ label }: Column, one: string, other: string): never {
	throw new InvalidInput(
		label,
		`is filled in twice, by ${quote(one)} and by ${quote(other)}`,
		'Leave one of them empty, or choose Map Each Column Manually.',
	);
}

function refuseAmbiguous(heading: string, { id, label }: Column, customField: Column): never {
	throw new InvalidInput(
		heading,
		`fits the field ${label} and the custom field ${customField.label}`,
		`Rename the heading in the table: “${id}” for the field, “${customField.id}” for the custom field.`,
	);
}
