import type { IDataObject } from 'n8n-workflow';
import { centsToReais } from '../fields/parsers/money';
import { normalizeName } from '../fields/parsers/slug';
import { isObject } from '../typeGuards';
import { otherHeadingsOf, outputOnlyHeadings } from './headings';

/**
 * Records as rows for a sheet, a CSV or a model: all with the same headings, and a plain value in each cell.
 * The heading of an object's property is `outer_inner`, that of a custom field its slug; included names stand
 * beside the IDs. A list becomes a text with commas, and cents become reais.
 */
export function toFlatRows(records: readonly IDataObject[]): IDataObject[] {
	const recordCells = records.map(cellsOf);
	const reserved = reservedHeadings(headingsOf(recordCells));
	const rows = records.map((record, n) => ({
		...recordCells[n],
		...customFieldCells(record, reserved),
	}));
	// The headings of all records come before those of custom fields.
	const headings = headingsOf([...recordCells, ...rows]);
	const empty = Object.fromEntries([...headings].map((heading) => [heading, null]));
	return rows.map((row) => ({ ...empty, ...row }));
}

/** `valueCents` is output as `value`, and n8n takes an item with `error` for a failed one. */
const NEVER_A_HEADING = ['valueCents', 'error'];

/**
 * The headings, normalized, that no custom field may have: read in again, a slug `e_mail` would fill in the email.
 * @param own those of the records themselves
 */
function reservedHeadings(own: ReadonlySet<string>): ReadonlySet<string> {
	const aliases = [...own].flatMap(otherHeadingsOf);
	const headings = [...own, ...aliases, ...NEVER_A_HEADING].map(normalizeName);
	return new Set([...headings, ...outputOnlyHeadings(own)]);
}

function headingsOf(rows: readonly IDataObject[]): Set<string> {
	const headings = new Set<string>();
	for (const row of rows) for (const heading of Object.keys(row)) headings.add(heading);
	return headings;
}

/** The cells of a record, except its custom fields. */
function cellsOf(record: IDataObject): IDataObject {
	const cells: IDataObject = {};
	for (const [name, value] of Object.entries(record)) {
		if (name === 'valueCents') cells.value = centsToReais(value);
		else if (name === '_names') addNames(cells, value);
		// Custom fields follow all other cells; `_value` is the same as `value`.
		else if (name !== 'customFields' && name !== '_value') addFlattened(cells, name, value);
	}
	return cells;
}

function addNames(cells: IDataObject, names: IDataObject[string]): void {
	for (const [what, name] of Object.entries(names ?? {})) cells[toSnakeCase(what)] = name;
}

function customFieldCells(
	{ customFields }: IDataObject,
	reserved: ReadonlySet<string>,
): IDataObject {
	const cells: IDataObject = {};
	for (const [slug, value] of Object.entries(customFields ?? {})) addFlattened(cells, slug, value);
	return Object.fromEntries(
		Object.entries(cells).map(([name, value]) => [
			reserved.has(normalizeName(name)) ? `custom_${name}` : name,
			value,
		]),
	);
}

/** Deeper objects are left out: no sheet has a heading for them. */
const MAX_DEPTH = 20;

function addFlattened(
	cells: IDataObject,
	name: string,
	value: IDataObject[string],
	depth = 1,
): void {
	if (isObject(value)) {
		if (depth > MAX_DEPTH) return;
		for (const [inner, entry] of Object.entries(value))
			addFlattened(cells, `${name}_${inner}`, entry, depth + 1);
	} else {
		cells[name] = Array.isArray(value) ? listAsText(value) : value;
	}
}

/** A list as a text with commas. If reading such a text would not give the same list, it is JSON instead. */
function listAsText(list: readonly unknown[]): string {
	const text = list.join(', ');
	const isPlain = (entry: unknown) => /^[^\s,;](?:[^,;]*[^\s,;])?$/.test(String(entry));
	const isReadBack = list.every((entry) => typeof entry !== 'object' && isPlain(entry));
	return list.length === 0 || (isReadBack && !/^["'“[{]/.test(text)) ? text : JSON.stringify(list);
}

/** `contactPhone` → `contact_phone`. */
const toSnakeCase = (name: string) =>
	name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
