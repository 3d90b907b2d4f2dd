import { InvalidInput } from '../invalidInput';
import { listed } from './report';

/** An item whose input can't be sent, and why. */
export interface BadItem {
	item: number;
	error: unknown;
}

/** How many are named with what is wrong; of the others only where they stand. */
const MOST_NAMED = 10;

/**
 * What is wrong with several items, counted from 0 as n8n does.
 * @param total how many items there are
 */
export function badItemsText(bad: readonly BadItem[], total: number) {
	const named = bad.slice(0, MOST_NAMED);
	const others = bad.slice(MOST_NAMED);
	const remedies = named.flatMap(({ error }) =>
		error instanceof InvalidInput ? error.remedy : [],
	);
	return {
		message: `${bad.length} of the ${total} items can’t be sent`,
		description: [
			...named.map(({ item, error }) => `Item ${item}: ${faultOf(error)}.`),
			others.length > 0 && `Nor can ${listed(others.map(({ item }) => item))}.`,
			...new Set(remedies),
		]
			.filter(Boolean)
			.join(' '),
	};
}

/** How to go on without them. */
export const LET_OTHERS_THROUGH =
	'To let the other items through, choose Settings > On Error > Continue (using error output).';

function faultOf(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	const value = error instanceof InvalidInput ? valueIn(error) : undefined;
	return value === undefined ? message : `${message} (${value})`;
}

/** The value of a field that can't be sent, in quotes and short; undefined where it says nothing more. */
export function valueIn({ value, message }: InvalidInput): string | undefined {
	const inner: unknown =
		typeof value === 'object' && value !== null && 'value' in value ? value.value : value;
	if (inner === undefined || inner === null || typeof inner === 'object') return undefined;
	const characters = [...String(inner).replace(/\s+/g, ' ').trim()];
	const isLong = characters.length > MOST_CHARACTERS;
	const text = isLong ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : characters.join('');
	return text === '' || message.includes(`“${text}”`) ? undefined : `“${text}”`;
}

const MOST_CHARACTERS = 40;
