import { isBlank } from '../fields/parsers/empty';
import type { NamedValues } from '../fields/parsers/entries';
import { InvalidInput } from '../invalidInput';
import { isObject } from '../typeGuards';
import { withoutExportQuotes } from './exportQuotes';
import { HeadingLookup, slugOfColumnId, slugsOfColumnIds } from './headings';
import { mapAutomatically } from './mapAutomatically';
import type { MappedRow, OperationColumns } from './mappedRow';
import { columnsField } from './panel';

const LABEL = columnsField.displayName;

/**
 * Makes a function that reads an item's row by the mapper's value.
 * @throws InvalidInput for a column that the operation lacks, two headings for one column, and mistaken headings
 */
export const rowReader = (columns: OperationColumns) => {
	// Made with the first row, so that loading the package costs no work on headings.
	let headings: HeadingLookup | undefined;
	/** @param raw the mapper's value as the workflow holds it */
	return (mapping: unknown, row: NamedValues, raw?: unknown): MappedRow => {
		const { mappingMode, value, schema } = isObject(mapping) ? mapping : {};
		switch (mappingMode) {
			case 'defineBelow':
				return mapManually(columns, isObject(value) ? value : {}, isObject(raw) ? raw.value : raw);
			case 'autoMapInputData':
				headings ??= new HeadingLookup([...columns.mappable, ...columns.requiredOnPanel]);
				return mapAutomatically(
					columns,
					headings.matcher(slugsOfColumnIds(savedColumnIds(schema))),
					row,
				);
			default:
				throw new InvalidInput(LABEL, 'is no mapping', 'Choose how to map the columns.');
		}
	};
};

/** The IDs of the columns in the mapper's schema, which the editor loaded and the workflow holds. */
export const savedColumnIds = (schema: unknown): string[] =>
	(Array.isArray(schema) ? schema : []).map((column: unknown) =>
		String(isObject(column) && column.id),
	);

function mapManually({ mappable }: OperationColumns, values: NamedValues, raw: unknown): MappedRow {
	const cells = Object.entries(values)
		.map(([id, cell]) => [id, withoutExportQuotes(cell)] as const)
		.filter(([, cell]) => !isBlank(cell));
	for (const [id] of cells) {
		if (slugOfColumnId(id) !== undefined || mappable.some((column) => column.id === id)) continue;
		throw new InvalidInput(
			`${LABEL}: ${id}`,
			'is no column of this operation',
			'Open the node and refresh the list of columns, or empty this one.',
		);
	}
	const inputCells = cells.map(([id, value]) =>
		typeof raw === 'string'
			? // A single expression gives the whole row, so no cell has one of its own.
				{ id, label: LABEL, value: { [id]: value }, raw }
			: { id, label: `${LABEL}: ${id}`, value, raw: isObject(raw) ? raw[id] : undefined },
	);
	return { cells: new Map(cells), inputCells, leftOut: [] };
}
