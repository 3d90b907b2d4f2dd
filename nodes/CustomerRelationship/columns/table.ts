import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../typeGuards';
import { recordOnlyHeadings } from './headings';
import { centsToReais } from '../fields/parsers/money';
import { normalizeName } from '../fields/parsers/slug';

/**
 * Records as rows of one table, as a sheet, a CSV or a model takes them: all have the same columns, and each cell
 * holds a plain value. Lists are texts with commas and objects `outer_inner`; custom fields stand at the top by
 * their slug, money is in reais, and names that were added stand beside the IDs.
 */
export function tableOf(records: readonly IDataObject[]): IDataObject[] {
	const own = records.map(ownCells);
	// As headings are read when the table comes back in: a slug `e_mail` would be the email.
	const names = namesIn(own);
	const taken = new Set([
		...[...names, 'valueCents'].map(normalizeName),
		...recordOnlyHeadings(names),
	]);
	const rows = records.map((record, n) => ({ ...own[n], ...customCells(record, taken) }));
	const empty = Object.fromEntries([...namesIn([...own, ...rows])].map((name) => [name, null]));
	return rows.map((row) => ({ ...empty, ...row }));
}

function namesIn(rows: readonly IDataObject[]): Set<string> {
	const names = new Set<string>();
	for (const row of rows) for (const name of Object.keys(row)) names.add(name);
	return names;
}

function ownCells(record: IDataObject): IDataObject {
	const cells: IDataObject = {};
	for (const [name, value] of Object.entries(record)) {
		if (name === 'valueCents') cells.value = centsToReais(value);
		else if (name === '_names') addNames(cells, value);
		else if (name !== 'customFields' && name !== '_value') addTo(cells, name, value);
	}
	return cells;
}

function addNames(cells: IDataObject, names: IDataObject[string]): void {
	for (const [what, name] of Object.entries(names ?? {})) cells[snake(what)] = name;
}

function customCells({ customFields }: IDataObject, taken: ReadonlySet<string>): IDataObject {
	const cells: IDataObject = {};
	for (const [slug, value] of Object.entries(customFields ?? {})) addTo(cells, slug, value);
	return Object.fromEntries(
		Object.entries(cells).map(([name, value]) => [
			taken.has(normalizeName(name)) ? `custom_${name}` : name,
			value,
		]),
	);
}

function addTo(cells: IDataObject, name: string, value: IDataObject[string]): void {
	if (isObject(value)) {
		for (const [inner, entry] of Object.entries(value)) addTo(cells, `${name}_${inner}`, entry);
	} else {
		cells[name] = Array.isArray(value) ? textOf(value) : value;
	}
}

/** A list as one text. Where that would not read as the same list again it is JSON, which a field for lists takes as well. */
function textOf(list: readonly unknown[]): string {
	const text = list.join(', ');
	const isPlain = (entry: unknown) => /^[^\s,;](?:[^,;]*[^\s,;])?$/.test(String(entry));
	const reads = list.every((entry) => typeof entry !== 'object' && isPlain(entry));
	return list.length === 0 || (reads && !text.startsWith('[')) ? text : JSON.stringify(list);
}

/** `contactPhone` → `contact_phone`. */
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
