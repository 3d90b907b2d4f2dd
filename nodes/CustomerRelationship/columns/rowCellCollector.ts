import { LIST_PROPERTIES } from '../fields/parsers/list';
import { parseEmails } from '../fields/parsers/email';
import { parsePhonesAsTyped } from '../fields/parsers/phone';
import { normalizeName } from '../fields/parsers/slug';
import { parseTags } from '../fields/parsers/tags';
import { InvalidInput } from '../invalidInput';
import { quote } from '../quote';
import type { Column } from './headings';

/** The columns that a row fills in, with their values. */
export class RowCellCollector {
	/** Values by the ID of the column. */
	readonly cells = new Map<string, unknown>();
	/**
	 * Headings by the normalized ID of the column that they filled in: two spellings of a custom field are
	 * one column.
	 */
	private readonly headings = new Map<string, string>();
	/** Lists that are joined from several cells. */
	private readonly lists = new Map<string, unknown[]>();

	/** The last heading that filled in a column; undefined if none did. */
	headingOf(id: string): string | undefined {
		return this.headings.get(normalizeName(id));
	}

	/**
	 * Fills in a column, or appends to its list.
	 * @throws InvalidInput if another heading has filled it in
	 */
	add(column: Column, heading: string, value: unknown): void {
		const { id } = column;
		const name = normalizeName(id);
		const firstHeading = this.headings.get(name);
		this.headings.set(name, heading);
		if (firstHeading === undefined) {
			this.cells.set(id, value);
		} else if (JOINED_LISTS.includes(id)) {
			const list = this.lists.get(id) ?? [...listEntries(this.cells.get(id), column)];
			for (const entry of listEntries(value, column)) list.push(entry);
			this.lists.set(id, list);
			this.cells.set(id, list);
		} else {
			throw filledTwiceError(column, firstHeading, heading);
		}
	}
}

/** Lists into which several cells of a row are joined. */
const JOINED_LISTS = [...LIST_PROPERTIES, 'addTags', 'removeTags'];

const listEntries = (cell: unknown, { id, label }: Column) =>
	(id === 'emails' ? parseEmails : id === 'phones' ? parsePhonesAsTyped : parseTags)(cell, label) ??
	[];

const filledTwiceError = ({ label }: Column, firstHeading: string, heading: string): InvalidInput =>
	new InvalidInput(
		label,
		`is filled in twice, by ${quote(firstHeading)} and by ${quote(heading)}`,
		'Leave one of them empty, or choose Map Each Column Manually.',
	);
