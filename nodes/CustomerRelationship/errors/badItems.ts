import { FieldError } from '../fieldError';
import { itemRanges } from './report';

/** An item whose input can't be sent, and why. */
export interface BadItem {
	item: number;
	error: unknown;
}

/** How many faults are named; of other items only where they stand. */
const MOST_NAMED = 10;

/**
 * What is wrong with several items.
 * @param total how many items there are
 */
export function badItemsText(bad: readonly BadItem[], total: number) {
	const faults = new Map<string, { items: number[]; remedy: string }>();
	for (const { item, error } of bad) {
		const text = faultOf(error);
		const fault = faults.get(text) ?? { items: [], remedy: remedyOf(error) };
		fault.items.push(item);
		faults.set(text, fault);
	}
	const named = [...faults].slice(0, MOST_NAMED);
	const others = [...faults.values()].slice(MOST_NAMED).flatMap(({ items }) => items);
	return {
		message: `${bad.length} of the ${total} items can’t be sent`,
		description: [
			...named.map(([text, { items }]) => `${capital(itemRanges(items))}: ${text}.`),
			others.length > 0 && `Nor can ${itemRanges(others.sort((one, other) => one - other))}.`,
			COUNTED_FROM_0,
			...new Set(named.map(([, { remedy }]) => remedy)),
		]
			.filter(Boolean)
			.join(' '),
	};
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What the number that n8n puts behind an error means. */
export const COUNTED_FROM_0 = 'Items are counted from 0: the first is item 0.';

/** How to go on without them. */
export const LET_OTHERS_THROUGH =
	'To let the other items through, choose Settings > On Error > Continue (using error output).';

/** What to do about an error that n8n itself raises, such as a missing credential. */
export const CHECK_NODE = 'Check the node’s credential and its expressions.';

/** What to do. What n8n itself says of an expression tells more than `CHECK_NODE`. */
function remedyOf(error: unknown): string {
	if (error instanceof FieldError) return error.remedy;
	const said = error instanceof Error && 'description' in error && error.description;
	return typeof said === 'string' && said !== '' ? said : CHECK_NODE;
}

function faultOf(error: unknown): string {
	const message = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
	const value = error instanceof FieldError ? shownValue(error) : undefined;
	return value === undefined ? message : `${message} (${value})`;
}

/** The value of a field that can't be sent, in quotes and short; undefined where it says nothing more. */
export function shownValue({
	value,
	message,
}: {
	value?: unknown;
	message: string;
}): string | undefined {
	const inner: unknown =
		typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
	if (inner === undefined || inner === null || typeof inner === 'object') return undefined;
	const characters = [...String(inner).replace(/\s+/g, ' ').trim()];
	const isLong = characters.length > MOST_CHARACTERS;
	const text = isLong ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : characters.join('');
	return text === '' || message.includes(`“${text}”`) ? undefined : `“${text}”`;
}

const MOST_CHARACTERS = 40;
