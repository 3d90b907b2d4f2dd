import { LIST_PROPERTIES } from '../fields/parsers/list';
import type { Column } from './headings';
import type { LeftOut } from './leftOut';

/** The columns of an operation. */
export interface OperationColumns {
	/** Those that a row can fill in, except custom fields. */
	mappable: readonly Column[];
	/** Required fields that stay on the panel. No row fills them in. */
	requiredOnPanel: readonly Column[];
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

/** Whether only manual mapping fills in a column: it replaces a list that the record has. */
export const isFilledOnlyManually = (
	{ replacesLists }: OperationColumns,
	{ id }: Column,
): boolean => replacesLists && LIST_PROPERTIES.includes(id);
