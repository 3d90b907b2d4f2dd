import { itemRanges } from '../../errors/report';
import type { Intent } from '../../resources/shared/operation';

/** Names the items that are about one record, which build on each other; undefined where there are none. */
export function duplicateTargetsHint(
	all: ReadonlyArray<{ item: number; intent: Pick<Intent, 'target'> }>,
): string | undefined {
	const byRecord = new Map<string, number[]>();
	for (const { item, intent } of all) {
		const { target } = intent;
		if (target !== undefined) byRecord.set(target, [...(byRecord.get(target) ?? []), item]);
	}
	const shared = [...byRecord.values()].filter((items) => items.length > 1);
	if (shared.length === 0) return undefined;
	const named = shared.slice(0, MOST_NAMED).map(someOf);
	const more = shared.length - named.length;
	const others =
		more > 0 ? `; ${more} more ${more === 1 ? 'record is' : 'records are'} repeated` : '';
	return `One record is that of ${named.join('; another that of ')} (counted from 0)${others}. Where several replace a field, the last counts.`;
}

/** How many records that several items name are told with their items, and with how many of them. */
const MOST_NAMED = 5;
const MOST_ITEMS = 10;

const someOf = (items: readonly number[]): string =>
	items.length > MOST_ITEMS
		? `${items.length} items, the first of them ${itemRanges(items.slice(0, 1))}`
		: itemRanges(items);
