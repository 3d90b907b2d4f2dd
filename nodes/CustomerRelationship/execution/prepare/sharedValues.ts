import { FIRST_ITEM_IS_0, shortItemsText, type NameOf } from '../../itemsText';
import { excerpt } from '../../quote';
import type { Intent } from '../../resources/shared/operation';
import { capitalize } from '../../sentences';
import { groupBy } from '../../maps';
import { firstFewAndOtherCount, type RunWarnings } from './runWarnings';

/** An item and a value of it by which the service may take it for the same as another item. */
export interface ItemValue {
	item: number;
	/** As the item writes it. */
	value: string;
	/** Equal for two values that are the same. */
	key: string;
}

/**
 * Warns of a value that several items of a run share.
 * @param noun what the value is
 * @param clauseOf what it means that these items share one, in a clause; undefined if it does not matter
 */
export function sharedValueWarnings<Item extends ItemValue>(
	noun: string,
	all: readonly Item[],
	clauseOf: (holders: readonly Item[]) => string | undefined,
	nameOf?: NameOf,
): RunWarnings {
	const ofItem = new Map<number, string>();
	const sentences: string[] = [];
	for (const [first, ...others] of groupBy(all, ({ key }) => key).values()) {
		if (!first || others.length === 0) continue;
		const holders = [first, ...others];
		const clause = clauseOf(holders);
		if (clause === undefined) continue;
		const items = holders.map(({ item }) => item);
		const text = `${capitalize(shortItemsText(items, nameOf))} (${FIRST_ITEM_IS_0}) have the same ${noun}`;
		for (const item of items) ofItem.set(item, `${text}.`);
		sentences.push(`${text}, ${excerpt(first.value)}: ${clause}.`);
	}
	const { named, others } = firstFewAndOtherCount(sentences);
	const rest = `${others} more ${noun}${others === 1 ? ' is' : 's are'} repeated.`;
	return {
		forItem: (item) => [ofItem.get(item) ?? []].flat(),
		forPanel: others > 0 ? [...named, rest] : named,
	};
}

/** What a contact keeps of several items, in a sentence without its full stop. */
export function keptValuesText(items: ReadonlyArray<Pick<Intent, 'onlyFillsEmpty'>>): string {
	const keeps = items.every(({ onlyFillsEmpty }) => onlyFillsEmpty) ? 'first' : 'last';
	return `Where several fill in a field, the contact keeps what was written ${keeps}; tags are added up`;
}
