import { FIRST_ITEM_IS_0, shortItemsText, type NameOf } from '../../itemsText';
import type { Intent } from '../../resources/shared/operation';
import { capitalize, joinSentences } from '../../sentences';
import { groupBy } from '../../maps';
import { firstFewAndOtherCount, type RunWarnings } from './runWarnings';

interface ItemWithTarget {
	item: number;
	intent: Pick<Intent, 'target' | 'onlyFillsEmpty'>;
}

/** Warns of items that are about one record, and so build on each other. */
export function sharedRecordWarnings(all: readonly ItemWithTarget[], nameOf?: NameOf): RunWarnings {
	const withTarget = all.filter(({ intent }) => intent.target !== undefined);
	const byTarget = groupBy(withTarget, ({ intent }) => intent.target);
	const shared = [...byTarget.values()].filter(({ length }) => length > 1);
	const ofItem = new Map(shared.flatMap((items) => items.map(({ item }) => [item, items])));
	return {
		forItem: (item) => sentencesOf(ofItem.has(item) ? [ofItem.get(item)!] : [], nameOf),
		forPanel: sentencesOf(shared, nameOf),
	};
}

function sentencesOf(shared: ReadonlyArray<readonly ItemWithTarget[]>, nameOf?: NameOf): string[] {
	const { named, others } = firstFewAndOtherCount(shared);
	const [first, ...further] = named.map((items) =>
		shortItemsText(
			items.map(({ item }) => item),
			nameOf,
		),
	);
	if (first === undefined) return [];
	const clauses = [
		`${capitalize(first)} (${FIRST_ITEM_IS_0}) are about one record`,
		...further.map((items) => `so are ${items}`),
		...(others > 0
			? [`${others} more ${others === 1 ? 'record is' : 'records are'} repeated`]
			: []),
	];
	const whichCounts = joinSentences(
		shared.some(fillsOnlyEmpty) && 'Where several fill in an empty field, the first one counts.',
		!shared.every(fillsOnlyEmpty) && 'Where several set a field, the last one counts.',
	);
	return [`${clauses.join('; ')}. ${whichCounts}`];
}

const fillsOnlyEmpty = (items: readonly ItemWithTarget[]): boolean =>
	items.every(({ intent }) => intent.onlyFillsEmpty);
