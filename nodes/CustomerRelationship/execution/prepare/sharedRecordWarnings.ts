import { shortItemsText, type NameOf } from '../../itemsText';
import type { Intent } from '../../resources/shared/operation';
import { capitalize } from '../../sentences';
import { groupBy } from '../../maps';
import { MAX_NAMED_IN_HINT, type ItemWarnings } from './itemWarnings';

/** Warns of items that are about one record, and so build on each other. */
export function sharedRecordWarnings(
	all: ReadonlyArray<{ item: number; intent: Pick<Intent, 'target'> }>,
	nameOf?: NameOf,
): ItemWarnings {
	const withTarget = all.filter(({ intent }) => intent.target !== undefined);
	const byTarget = groupBy(withTarget, ({ intent }) => intent.target);
	const shared = [...byTarget.values()]
		.filter(({ length }) => length > 1)
		.map((items) => items.map(({ item }) => item));
	const ofItem = new Map(shared.flatMap((items) => items.map((item) => [item, items] as const)));
	return {
		of: (item) => sentencesOf(ofItem.has(item) ? [ofItem.get(item)!] : [], nameOf),
		hints: sentencesOf(shared, nameOf),
	};
}

function sentencesOf(shared: ReadonlyArray<readonly number[]>, nameOf?: NameOf): string[] {
	const [first, ...others] = shared
		.slice(0, MAX_NAMED_IN_HINT)
		.map((items) => shortItemsText(items, nameOf));
	if (first === undefined) return [];
	const more = shared.length - MAX_NAMED_IN_HINT;
	const clauses = [
		`${capitalize(first)} (the first item is 0) are about one record`,
		...others.map((items) => `so are ${items}`),
		...(more > 0 ? [`${more} more ${more === 1 ? 'record is' : 'records are'} repeated`] : []),
	];
	return [`${clauses.join('; ')}. Where several set a field, the last one counts.`];
}
