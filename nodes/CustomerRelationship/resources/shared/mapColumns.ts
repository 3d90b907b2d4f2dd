import type { INodeProperties } from 'n8n-workflow';
import { columnsField, dataModeField } from '../../columns/panel';
import type { MappedRow, OperationColumns } from '../../columns/mappedRow';
import { rowReader } from '../../columns/rowReader';
import { addUnmatchedHeadingsToRemedy } from '../../columns/unmatchedHeadings';
import { slugOfColumnId, type Column } from '../../columns/headings';
import { OPTIONS_PARAMETER } from '../../fields/collections';
import { MissingInput } from '../../invalidInput';
import { NothingToSend } from './body';
import type { Operation } from './operation';
import type { ItemParameters } from './parameters';
import { mapPreparation, isMissingFieldTypes } from './prepared';

interface ColumnSettings {
	/**
	 * The names of fields that stay on the panel under *Map Columns*. They say which record is written, or
	 * where it goes, as Pipeline and Stage of *Deal > Create*.
	 *
	 * - A required one is filled in on the panel alone.
	 * - An optional one can also be a column. If a row fills in any of the optional ones, the panel's values
	 *   of all optional ones are ignored for that row. Otherwise the stage of a row could meet the pipeline of
	 *   the panel.
	 */
	onPanel?: readonly string[];
	/** Whether a list replaces the one that the record has. Then no row fills it in by its heading. */
	replacesLists?: boolean;
}

/**
 * Adds *Map Columns* to an operation, as a second way to fill it in. A row becomes the parameters that the
 * fields would have. The operation prepares those in the same way.
 * @param operation each field of type text, number or resource locator becomes a column, also one in a collection; a
 *   field that holds an object stays without one, and Options and notices stay on the panel
 */
export function withColumns(
	operation: Operation,
	{ onPanel = [], replacesLists = false }: ColumnSettings = {},
): Operation {
	const { properties, prepare } = operation;
	const staysOnPanel = ({ name, type }: INodeProperties) =>
		onPanel.includes(name) || name === OPTIONS_PARAMETER || type === 'notice';
	const isOptionalOnPanel = ({ name, required }: INodeProperties) =>
		onPanel.includes(name) && !required;
	const isMappable = (field: INodeProperties) => !staysOnPanel(field) || isOptionalOnPanel(field);
	const columns: OperationColumns = {
		mappable: properties.filter(isMappable).flatMap(columnsIn),
		requiredOnPanel: properties
			.filter((field) => staysOnPanel(field) && field.required)
			.flatMap(columnsIn),
		replacesLists,
	};
	const read = rowReader(columns);
	return {
		...operation,
		columns,
		properties: propertiesForBothModes(properties, staysOnPanel),
		prepare(parameters) {
			if (parameters.read('dataMode') !== 'columns') return prepare(parameters);
			const row = read(parameters.read('columns'), parameters.inputJson, parameters.raw('columns'));
			const { cells, leftOut } = row;
			const rowFillsPanelField = properties.some(
				(field) => isOptionalOnPanel(field) && cells.has(field.name),
			);
			const fromRow = properties.filter(
				(field) => !staysOnPanel(field) || (rowFillsPanelField && isOptionalOnPanel(field)),
			);
			const preparation = withRowErrors(row, () =>
				prepare(rowAsParameters(parameters, fromRow, row)),
			);
			const withRow = mapPreparation(preparation, ({ intent, perform }) => ({
				intent: { ...intent, leftOut },
				perform: async (ask, links) => {
					try {
						return await perform(ask, links);
					} catch (error) {
						throw addUnmatchedHeadingsToRemedy(error, row);
					}
				},
			}));
			return isMissingFieldTypes(withRow)
				? {
						...withRow,
						resolveTypes: (types) => withRowErrors(row, () => withRow.resolveTypes(types)),
					}
				: withRow;
		},
	};
}

/** The columns of a field, or of a collection's fields. A field whose value is an object has none. */
function columnsIn(property: INodeProperties): Column[] {
	const { name, displayName, type, options = [] } = property;
	if (type === 'collection') {
		return options.flatMap((field) => ('type' in field ? columnsIn(field) : []));
	}
	if (type === 'resourceLocator') return [{ id: name, label: `${displayName} ID` }];
	return type === 'string' || type === 'number' ? [{ id: name, label: displayName }] : [];
}

/** The fields for Choose Fields, preceded by the Fill In switch and followed by the columns for Map Columns. */
function propertiesForBothModes(
	properties: INodeProperties[],
	staysOnPanel: (property: INodeProperties) => boolean,
): INodeProperties[] {
	const showIn = (dataMode: string, property: INodeProperties): INodeProperties => ({
		...property,
		displayOptions: {
			...property.displayOptions,
			show: { ...property.displayOptions?.show, dataMode: [dataMode] },
		},
	});
	const switched = properties.filter((property) => !staysOnPanel(property));
	return properties.flatMap((property) => [
		...(property === switched[0] ? [dataModeField] : []),
		staysOnPanel(property) ? property : showIn('fields', property),
		...(property === switched.at(-1) ? [showIn('columns', columnsField)] : []),
	]);
}

const CUSTOM_FIELDS = 'customFields';

/** The parameters with the row's values in place of the panel's. */
function rowAsParameters(
	parameters: ItemParameters,
	fromRow: INodeProperties[],
	{ cells, inputCells }: MappedRow,
): ItemParameters {
	const entries = [...cells].map(([id, value]) => ({ slug: slugOfColumnId(id), value }));
	const customFields = { field: entries.filter(({ slug }) => slug !== undefined) };
	const values = Object.fromEntries(cells);
	const isFromRow = (name: string) => fromRow.some((property) => property.name === name);
	return {
		...parameters,
		read: (name) => (isFromRow(name) ? (values[name] ?? null) : parameters.read(name)),
		collection: (name) =>
			isFromRow(name) ? { ...values, [CUSTOM_FIELDS]: customFields } : parameters.collection(name),
		raw: (name) => (isFromRow(name) ? undefined : parameters.raw(name)),
		judgeValue(field, value, raw) {
			const { name } = field.property;
			const ownCells = inputCells.filter(
				({ id }) => id === name || (name === CUSTOM_FIELDS && slugOfColumnId(id)),
			);
			if (ownCells.length === 0) return parameters.judgeValue(field, value, raw);
			// Each cell is judged by itself; `value` is already joined from them.
			for (const cell of ownCells) parameters.judgeValue(field, cell.value, cell.raw, cell.label);
			return value;
		},
	};
}

/** If something is missing, the error names the row's headings and columns. */
function withRowErrors<Result>(row: MappedRow, work: () => Result): Result {
	try {
		return work();
	} catch (error) {
		throw addUnmatchedHeadingsToRemedy(
			error instanceof NothingToSend ? nothingToSend() : error,
			row,
		);
	}
}

const nothingToSend = () =>
	new MissingInput(
		columnsField.displayName,
		'hold nothing to send',
		'Empty cells are not sent. Neither are cells whose heading fits no column (the panel lists those that fit), nor lists that would replace the record’s, unless you map them manually. To empty a field use Clear Fields under Choose Fields.',
	);
