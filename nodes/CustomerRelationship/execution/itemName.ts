import type { IDataObject } from 'n8n-workflow';
import { HeadingLookup, type HeadingMatcher } from '../columns/headings';
import { isBlank } from '../fields/parsers/empty';
import { FIRST_ITEM_IS_0, itemsText, type NameOf } from '../itemsText';
import { excerpt } from '../quote';
import type { Item } from './task';

/** The most characters of a name or phone. */
const MAX_CHARACTERS = 60;

const COLUMNS = [
	{ id: 'name', label: 'Name' },
	{ id: 'phone', label: 'Phone' },
];
let columnOf: HeadingMatcher | undefined;

/** The name of an item in its input: a name, a phone, or both. */
export function customerNameIn(json: IDataObject): string | undefined {
	// Made with the first item, so that loading the package costs no work on headings.
	columnOf ??= new HeadingLookup(COLUMNS).matcher([]);
	const texts: Record<string, string> = {};
	for (const [heading, value] of Object.entries(json)) {
		if (typeof value !== 'string' && typeof value !== 'number') continue;
		const column = columnOf(heading);
		if (!column || column.part !== undefined || isBlank(value)) continue;
		const text = String(value).replace(/\s+/g, ' ').trim();
		texts[column.id] ??= excerpt(text, MAX_CHARACTERS);
	}
	const { name, phone } = texts;
	return [name, phone].filter((text) => text !== undefined).join(', ') || undefined;
}

/** Reads an item's name once, at the first call. */
export function lazyName(json: IDataObject): () => string | undefined {
	let name: { text: string | undefined } | undefined;
	return () => (name ??= { text: customerNameIn(json) }).text;
}

/** The names of items by their index. */
export function makeItemNameLookup(items: readonly Item[]): NameOf {
	const itemByIndex = new Map(items.map((item) => [item.index, item]));
	return (index) => itemByIndex.get(index)?.nameOf?.();
}

/** Items as `itemsText` gives them, a few by their names. */
export const listOfItems = (items: readonly Item[]): string =>
	itemsText(
		items.map(({ index }) => index),
		makeItemNameLookup(items),
	);

/** Items for a text that names them first, as in “items 0–2 (the first item is 0)”. */
export const listOfItemsWithNumberingNote = (items: readonly Item[]): string =>
	`${listOfItems(items)} (${FIRST_ITEM_IS_0})`;

/** The same in parentheses, with the note inside, as in “(items 0–2; the first item is 0)”. */
export const parenthesizedListOfItems = (items: readonly Item[]): string =>
	`(${listOfItems(items)}; ${FIRST_ITEM_IS_0})`;
