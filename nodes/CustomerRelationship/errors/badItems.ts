import { FieldError } from '../fieldError';
import { itemRanges, type NameOf } from '../itemRanges';
import { getOrCreate } from '../maps';
import { capitalize, joinSentences } from '../sentences';
import { shownValue } from './explain';

/** An item whose input can't be sent, with its error. */
export interface BadItem {
	item: number;
	error: unknown;
}

/** Most faults that are described; of further items only the numbers are given. */
const MOST_FAULTS = 10;

/**
 * The error text of several bad items. Those with the same fault are named together, and so are faults with the same
 * remedy.
 * @param total number of all items
 */
export function badItemsText(badItems: readonly BadItem[], total: number, nameOf?: NameOf) {
	const faults = new Map<string, { items: number[]; remedy: string }>();
	for (const { item, error } of badItems) {
		const text = faultOf(error);
		const create = () => ({ items: [], remedy: remedyOf(error) });
		getOrCreate(faults, text, create).items.push(item);
	}
	// Each remedy stands behind the faults that it is for.
	const faultsByRemedy = new Map<string, string[]>();
	for (const [text, { items, remedy }] of [...faults].slice(0, MOST_FAULTS)) {
		const sentence = `${capitalize(itemRanges(items, nameOf))}: ${text}.`;
		faultsByRemedy.set(remedy, [...(faultsByRemedy.get(remedy) ?? []), sentence]);
	}
	const furtherItems = [...faults.values()]
		.slice(MOST_FAULTS)
		.flatMap(({ items }) => items)
		.sort((a, b) => a - b);
	return {
		message: `${badItems.length} of the ${total} items can’t be sent`,
		description: joinSentences(
			...[...faultsByRemedy].flatMap(([remedy, sentences]) => [...sentences, remedy]),
			furtherItems.length > 0 && `Nor can ${itemRanges(furtherItems)}.`,
			COUNTED_FROM_0,
		),
	};
}

/** Explains the item number that n8n appends to an error. */
export const COUNTED_FROM_0 = 'The first item is item 0.';

/** What to do about an error that n8n itself raises, such as a missing credential. */
export const CHECK_NODE = 'Check the node’s credential and its expressions.';

/** The remedy. For an expression n8n's own description is more specific than `CHECK_NODE`. */
function remedyOf(error: unknown): string {
	if (error instanceof FieldError) return error.remedy;
	const description = error instanceof Error && 'description' in error && error.description;
	return typeof description === 'string' && description !== '' ? description : CHECK_NODE;
}

/** What is wrong, in a clause, with the value if the message does not quote it. */
function faultOf(error: unknown): string {
	const message = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
	const value = error instanceof FieldError ? shownValue(error) : undefined;
	return value === undefined ? message : `${message} (${value})`;
}
