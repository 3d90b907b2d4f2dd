import type { IDataObject, INodeListSearchItems } from 'n8n-workflow';
import { firstText, labelOf } from '../resources/guesses';

/**
 * A record as an entry of a dropdown: its name, else phone, e-mail, ID, with marks in brackets.
 * Which property holds the name is not always shown in the specification, hence the guesses.
 */
export function toEntry(record: IDataObject, marks: string[] = []): INodeListSearchItems {
	const id = String(record.id ?? '');
	const label = labelOf(record) ?? id;
	const all = [...marks, ...(isInactive(record) ? ['inactive'] : [])];
	return { name: all.length > 0 ? `${label} (${all.join(', ')})` : label, value: id };
}

/**
 * The entries of a list. Those that would read the same carry what tells them apart: a phone, an
 * e-mail, a CNPJ, else the ID.
 */
export function toEntries(
	records: IDataObject[],
	marksOf: (record: IDataObject) => string[] = () => [],
): INodeListSearchItems[] {
	const plain = records.map((record) => ({ record, entry: toEntry(record, marksOf(record)) }));
	const names = new Set<string>();
	const shared = new Set<string>();
	for (const { entry } of plain) (names.has(entry.name) ? shared : names).add(entry.name);
	return plain.map(({ record, entry }) => {
		if (!shared.has(entry.name)) return entry;
		return toEntry(record, [
			firstText(record, ['phone', 'contactPhone', 'email', 'cnpj']) ?? String(entry.value),
			...marksOf(record),
		]);
	});
}

const isInactive = ({ isActive }: IDataObject) => isActive === false;
