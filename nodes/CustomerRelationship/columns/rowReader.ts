import { LIST_PROPERTIES } from '../fields/parsers/clearFields';
import { isBlank } from '../fields/parsers/empty';
import { parseEmails } from '../fields/parsers/email';
import type { Values } from '../fields/parsers/entries';
import { parsePhones } from '../fields/parsers/phone';
import { normalizeName } from '../fields/parsers/slug';
import { parseTags } from '../fields/parsers/tags';
import { InvalidInput } from '../invalidInput';
import { assertHeadingIsRead, judgeYielded } from '../mistakes/assertNoMistake';
import type { Warning } from '../mistakes/findMistake';
import { isDate, isObject } from '../typeGuards';
import { headingMatcher, slugIn, type Column, type HeadingMatcher } from './headings';
import { columnsField } from './panel';

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
	/** Properties of the row that are not sent, and why. */
	leftOut: Array<{ name: string; why: string }>;
	/** What is odd in its cells, and sent all the same. */
	warnings: Warning[];
}

const UNFIT =
	'no column fits: use a heading that the node’s panel lists, or “customFields.” and the name of a custom field, such as “customFields.Origem”';
const NESTED = 'it holds an object';
const LIST = 'an update would replace the whole list';

/**
 * Makes a function that reads an item's row by the mapper's value.
 * @throws InvalidInput for a column that the operation has not, two headings for one column, and mistaken values
 */
export const rowReader = (columns: Columns) => {
	const matcherFor = headingMatcher([...columns.own, ...columns.beside]);
	return (mapping: unknown, row: Values): MappedRow => {
		const { mappingMode, value, schema } = isObject(mapping) ? mapping : {};
		switch (mappingMode) {
			case 'defineBelow':
				// Its cells are judged as a parameter.
				return {
					cells: mapManually(columns, isObject(value) ? value : {}),
					leftOut: [],
					warnings: [],
				};
			case 'autoMapInputData':
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

function mapManually({ own }: Columns, given: Values): Map<string, unknown> {
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

/** Whether a column is filled in by manual mapping alone, since it replaces a list that the record has. */
export const isManualOnly = ({ replacesLists }: Columns, { id }: Column): boolean =>
	replacesLists && LIST_PROPERTIES.includes(id);

function mapAutomatically(columns: Columns, fitting: HeadingMatcher, row: Values): MappedRow {
	const cells = new Map<string, unknown>();
	const leftOut: MappedRow['leftOut'] = [];
	const warnings: Warning[] = [];
	const givenBy = new Map<string, string>();
	for (const [name, given] of Object.entries(row)) {
		assertHeadingIsRead(name, `${LABEL}: ${name}`);
		if (isEmptyCell(given)) continue;
		const cell = isDate(given) ? given.toJSON() : given;
		const column = fitting(name);
		if (holdsObject(cell)) leftOut.push({ name, why: NESTED });
		else if (!column) leftOut.push({ name, why: UNFIT });
		// The panel gives the value of this field.
		else if (columns.beside.includes(column)) continue;
		else if (isManualOnly(columns, column)) leftOut.push({ name, why: LIST });
		else {
			const { id } = column;
			warnings.push(...judgeYielded(given, name, id));
			const other = givenBy.get(normalizeName(id));
			givenBy.set(normalizeName(id), name);
			if (other === undefined) cells.set(id, cell);
			else if (JOINED_LISTS.includes(id))
				cells.set(id, [...listEntries(cells.get(id), column), ...listEntries(cell, column)]);
			else refuseDuplicate(column, other, name);
		}
	}
	return { cells, leftOut, warnings };
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
		`is filled in twice, by “${one}” and by “${other}”`,
		'Leave one of them empty, or choose Map Each Column Manually.',
	);
}
