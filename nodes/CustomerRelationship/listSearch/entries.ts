import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';
import { foldCaseAndAccents } from '../fields/parsers/text';
import { assumedProperties, firstText, recordNameOf } from '../resources/guesses';

/**
 * Makes a record an entry of a dropdown: its name, else phone, email or ID, with suffixes in brackets. The
 * specification does not always show which property holds the name, so it is guessed.
 */
export function toEntry(record: IDataObject, suffixes: string[] = []): INodeListSearchItems {
	const id = String(record.id ?? '');
	const label = recordNameOf(record) ?? id;
	const allSuffixes = [...suffixes, ...(isInactive(record) ? ['inactive'] : [])];
	const name = allSuffixes.length > 0 ? `${label} (${allSuffixes.join(', ')})` : label;
	return { name, value: id };
}

/**
 * Makes records entries of a dropdown. Entries of the same name get one more suffix that tells them apart: a
 * phone, an email, a CNPJ, else the ID.
 */
export function toEntries(
	records: IDataObject[],
	suffixesOf: (record: IDataObject) => string[] = () => [],
): INodeListSearchItems[] {
	const pairs = records.map((record) => ({ record, entry: toEntry(record, suffixesOf(record)) }));
	const names = new Set<string>();
	const sharedNames = new Set<string>();
	for (const { entry } of pairs) (names.has(entry.name) ? sharedNames : names).add(entry.name);
	return pairs.map(({ record, entry }) => {
		if (!sharedNames.has(entry.name)) return entry;
		return toEntry(record, [
			firstText(record, assumedProperties.distinctions) ?? String(entry.value),
			...suffixesOf(record),
		]);
	});
}

/** The entries whose name or value contains the filter, regardless of case and accents. */
export function filterEntries(
	entries: INodeListSearchItems[],
	filter = '',
): INodeListSearchItems[] {
	const text = foldCaseAndAccents(filter).trim();
	return entries.filter(({ name, value }) => foldCaseAndAccents(`${name} ${value}`).includes(text));
}

const isInactive = ({ isActive }: IDataObject) => isActive === false;
