import { listInWords } from './sentences';

/** What an item's input names it by, such as “Ana Souza, (11) 98765-4321”. */
export type NameOf = (item: number) => string | undefined;

/** Explains the numbers of items, in a clause. */
export const FIRST_ITEM_IS_0 = 'the first item is 0';

/** Explains the item number that n8n appends to an error. */
export const FIRST_ITEM_IS_0_SENTENCE = 'The first item is item 0.';

/** The most items that are called by their names. */
const MAX_NAMED = 3;

/** Up to this many items, `shortItemsText` gives all. */
const MAX_ITEMS = 10;

/**
 * A few items by their names, as in “Ana Souza, (11) 98765-4321 [item 5]”; many, or those without a name, as
 * ranges of numbers, as in “items 0–2 and 5”.
 * @param items in ascending order
 */
export function itemsText(items: readonly number[], nameOf: NameOf = () => undefined): string {
	const names = items.length > MAX_NAMED ? [] : items.map(nameOf);
	if (names.some((name) => name !== undefined)) {
		return listInWords(
			items.map((item, at) => (names[at] ? `${names[at]} [item ${item}]` : `item ${item}`)),
		);
	}
	const ranges: Array<[number, number]> = [];
	for (const item of items) {
		const last = ranges.at(-1);
		if (last && last[1] === item - 1) last[1] = item;
		else ranges.push([item, item]);
	}
	const numbers = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
	return `${items.length === 1 ? 'item' : 'items'} ${listInWords(numbers)}`;
}

/**
 * Items as `itemsText` gives them; of many, only the first and how many others there are.
 * @param items in ascending order
 */
export const shortItemsText = (items: readonly number[], nameOf?: NameOf): string =>
	items.length > MAX_ITEMS
		? `${itemsText(items.slice(0, 1), nameOf)} and ${items.length - 1} others`
		: itemsText(items, nameOf);
