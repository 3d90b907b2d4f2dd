import { FieldError } from '../fieldError';
import { getOrCreate } from '../maps';
import { capitalized, itemRanges, type NameOf } from './report';
import { shownValue } from './shownValue';

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
export function badItemsText(bad: readonly BadItem[], total: number, nameOf?: NameOf) {
	const faults = new Map<string, { items: number[]; remedy: string }>();
	for (const { item, error } of bad) {
		const text = faultOf(error);
		const create = () => ({ items: [], remedy: remedyOf(error) });
		getOrCreate(faults, text, create).items.push(item);
	}
	// Each remedy stands behind the faults that it is for.
	const byRemedy = new Map<string, string[]>();
	for (const [text, { items, remedy }] of [...faults].slice(0, MOST_FAULTS)) {
		const sentence = `${capitalized(itemRanges(items, nameOf))}: ${text}.`;
		byRemedy.set(remedy, [...(byRemedy.get(remedy) ?? []), sentence]);
	}
	const others = [...faults.values()].slice(MOST_FAULTS).flatMap(({ items }) => items);
	return {
		message: `${bad.length} of the ${total} items can’t be sent`,
		description: [
			...[...byRemedy].flatMap(([remedy, sentences]) => [...sentences, remedy]),
			others.length > 0 && `Nor can ${itemRanges(others.sort((one, other) => one - other))}.`,
			COUNTED_FROM_0,
		]
			.filter(Boolean)
			.join(' '),
	};
}

/** Explains the item number that n8n appends to an error. */
export const COUNTED_FROM_0 = 'The first item is item 0.';

/** How to run the valid items all the same. */
export const LET_OTHERS_THROUGH =
	'To let the other items through, choose Settings > On Error > Continue (using error output), or with Output: Row just Continue.';

/** What to do about an error that n8n itself raises, such as a missing credential. */
export const CHECK_NODE = 'Check the node’s credential and its expressions.';

/** The remedy. For an expression n8n's own description is more specific than `CHECK_NODE`. */
function remedyOf(error: unknown): string {
	if (error instanceof FieldError) return error.remedy;
	const description = error instanceof Error && 'description' in error && error.description;
	return typeof description === 'string' && description !== '' ? description : CHECK_NODE;
}

function faultOf(error: unknown): string {
	const message = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
	const value = error instanceof FieldError ? shownValue(error) : undefined;
	return value === undefined ? message : `${message} (${value})`;
}
