import { capitalized, someItems, type NameOf } from '../../errors/report';
import type { Intent } from '../../resources/shared/operation';
import { MOST_NAMED, type ItemWarnings } from './itemWarnings';

/** Warns of items that are about one record, and so build on each other. */
export function duplicateTargets(
	all: ReadonlyArray<{ item: number; intent: Pick<Intent, 'target'> }>,
	nameOf?: NameOf,
): ItemWarnings {
	const byRecord = new Map<string, number[]>();
	for (const { item, intent } of all) {
		const { target } = intent;
		if (target === undefined) continue;
		const items = byRecord.get(target) ?? [];
		byRecord.set(target, items);
		items.push(item);
	}
	const shared = [...byRecord.values()].filter((items) => items.length > 1);
	const ofItem = new Map(shared.flatMap((items) => items.map((item) => [item, items] as const)));
	return {
		of: (item) => hintsOf(ofItem.has(item) ? [ofItem.get(item)!] : [], nameOf),
		hints: hintsOf(shared, nameOf),
	};
}

function hintsOf(shared: ReadonlyArray<readonly number[]>, nameOf?: NameOf): string[] {
	const [first, ...others] = shared.slice(0, MOST_NAMED).map((items) => someItems(items, nameOf));
	if (first === undefined) return [];
	const more = shared.length - MOST_NAMED;
	const clauses = [
		`${capitalized(first)} (the first item is 0) are about one record`,
		...others.map((items) => `so are ${items}`),
		...(more > 0 ? [`${more} more ${more === 1 ? 'record is' : 'records are'} repeated`] : []),
	];
	return [`${clauses.join('; ')}. Where several set a field, the last one counts.`];
}
