import { LIST_PROPERTIES } from '../fields/parsers/clearFields';
import { type Values } from '../fields/parsers/entries';
import { isBlank } from '../fields/parsers/empty';
import { isDate, isObject } from '../typeGuards';
import { COMMA_OR_SEMICOLON, parseList } from '../fields/parsers/list';
import { assertNoMistake } from '../mistakes/assertNoMistake';
import { normalizeName } from '../fields/parsers/slug';
import { InvalidInput } from '../invalidInput';
import { headingMatcher, slugIn, type Column, type HeadingMatcher } from './headings';
import { columnsField } from './panel';

const LABEL = columnsField.displayName;

/** What an operation takes of a row. */
export interface Columns {
	/** What a row can fill in, custom fields aside. */
	own: readonly Column[];
	/** Fields that the panel shows beside the columns, and that no row fills in. */
	beside: readonly Column[];
	/** Whether a list that is given replaces the one that the record has. */
	replacesLists: boolean;
}

/** A row as it was understood. */
export interface MappedRow {
	/** What is filled in, by the ID of the column. */
	cells: ReadonlyMap<string, unknown>;
	/** The row's properties that go nowhere, and why. */
	leftOut: Array<{ name: string; why: string }>;
}

const UNFIT =
	'no column fits: use a heading that the node’s panel lists, or “customFields.” and the name of a custom field, such as “customFields.Origem”';
const NESTED = 'it holds an object';
const LIST = 'an update would replace the whole list';

/** Reads what n8n keeps of the mapper for an item. @throws InvalidInput for cells that can't be meant */
export const rowReader = (columns: Columns) => {
	const fitting = headingMatcher([...columns.own, ...columns.beside]);
	return (mapping: unknown, row: Values): MappedRow => {
		const { mappingMode, value, schema } = isObject(mapping) ? mapping : {};
		switch (mappingMode) {
			case 'defineBelow':
				return { cells: byHand(columns, isObject(value) ? value : {}), leftOut: [] };
			case 'autoMapInputData':
				return automatically(columns, fitting(savedSlugs(schema)), row);
			default:
				throw new InvalidInput(LABEL, 'is no mapping', 'Choose how to map the columns.');
		}
	};
};

/** The slugs of the custom fields in the list that the editor loaded. */
export const savedSlugs = (schema: unknown): string[] =>
	(Array.isArray(schema) ? schema : []).flatMap((column: unknown) =>
		isObject(column) ? (slugIn(String(column.id)) ?? []) : [],
	);

function byHand({ own }: Columns, given: Values): Map<string, unknown> {
	const cells = Object.entries(given).filter(([, cell]) => !isBlank(cell));
	for (const [id] of cells) {
		if (slugIn(id) !== undefined || own.some((column) => column.id === id)) continue;
		throw new InvalidInput(
			`${LABEL}: ${id}`,
			'is no column of this operation',
			'Open the node and refresh the list of columns, or empty this one.',
		);
	}
	return new Map(cells);
}

/** Whether only somebody who maps the column by hand means it: it replaces a list that the record has. */
export const isLeftOut = ({ replacesLists }: Columns, { id }: Column): boolean =>
	replacesLists && LIST_PROPERTIES.includes(id);

function automatically(columns: Columns, fitting: HeadingMatcher, row: Values): MappedRow {
	const cells = new Map<string, unknown>();
	const leftOut: MappedRow['leftOut'] = [];
	const givenBy = new Map<string, string>();
	for (const [name, given] of Object.entries(row)) {
		if (isNothing(given)) continue;
		const cell = isDate(given) ? given.toJSON() : given;
		const column = fitting(name);
		if (isNested(cell)) leftOut.push({ name, why: NESTED });
		else if (!column) leftOut.push({ name, why: UNFIT });
		// The field has a value of its own, which the panel shows.
		else if (columns.beside.includes(column)) continue;
		else if (isLeftOut(columns, column)) leftOut.push({ name, why: LIST });
		else {
			assertNoMistake(given, name);
			const { id } = column;
			const other = givenBy.get(normalizeName(id));
			givenBy.set(normalizeName(id), name);
			if (other === undefined) cells.set(id, cell);
			else if (JOINED.includes(id))
				cells.set(id, [...entriesIn(cells.get(id), column), ...entriesIn(cell, column)]);
			else refuseSecond(column, other, name);
		}
	}
	return { cells, leftOut };
}

/** Lists into which several cells of a row go together. */
const JOINED = [...LIST_PROPERTIES, 'addTags', 'removeTags'];

const entriesIn = (cell: unknown, { id, label }: Column) =>
	parseList(cell, label, /tags/i.test(id) ? undefined : COMMA_OR_SEMICOLON) ?? [];

const isNothing = (cell: unknown) => isBlank(cell) || (Array.isArray(cell) && cell.length === 0);

const isNested = (cell: unknown): boolean =>
	Array.isArray(cell)
		? cell.some((entry) => typeof entry === 'object' && entry !== null && !isDate(entry))
		: isObject(cell);

function refuseSecond({ label }: Column, one: string, other: string): never {
	throw new InvalidInput(
		label,
		`is filled in twice, by “${one}” and by “${other}”`,
		'Leave one of them empty, or choose Map Each Column Manually.',
	);
}
