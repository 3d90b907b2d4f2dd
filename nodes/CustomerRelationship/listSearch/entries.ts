import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';
import { foldCaseAndAccents } from '../fields/parsers/text';
import { firstText, labelOf } from '../resources/guesses';

/**
 * Makes a record an entry of a dropdown: its name, else phone, e-mail or ID, with suffixes in brackets.
 * The specification does not always show which property holds the name, hence the guesses.
 */
export function toEntry(record: IDataObject, suffixes: string[] = []): INodeListSearchItems {
	const id = String(record.id ?? '');
	const label = labelOf(record) ?? id;
	const all = [...suffixes, ...(isInactive(record) ? ['inactive'] : [])];
	return { name: all.length > 0 ? `${label} (${all.join(', ')})` : label, value: id };
}

/**
 * Makes records entries of a dropdown. Entries of the same name get one more suffix that tells them apart: a
 * phone, an e-mail, a CNPJ, else the ID.
 */
export function toEntries(
	records: IDataObject[],
	suffixesOf: (record: IDataObject) => string[] = () => [],
): INodeListSearchItems[] {
	const pairs = records.map((record) => ({ record, entry: toEntry(record, suffixesOf(record)) }));
	const names = new Set<string>();
	const shared = new Set<string>();
	for (const { entry } of pairs) (names.has(entry.name) ? shared : names).add(entry.name);
	return pairs.map(({ record, entry }) => {
		if (!shared.has(entry.name)) return entry;
		return toEntry(record, [
			firstText(record, ['phone', 'contactPhone', 'email', 'cnpj']) ?? String(entry.value),
			...suffixesOf(record),
		]);
	});
}

/** The entries whose name or value contains the filter, whatever its case and accents. */
export function filterEntries(
	entries: INodeListSearchItems[],
	filter = '',
): INodeListSearchItems[] {
	const wanted = foldCaseAndAccents(filter).trim();
	return entries.filter(({ name, value }) =>
		foldCaseAndAccents(`${name} ${value}`).includes(wanted),
	);
}

const isInactive = ({ isActive }: IDataObject) => isActive === false;
