import { FIRST_ITEM_IS_0, itemsText, type NameOf } from '../../itemsText';
import type { Warning } from '../../mistakes/judge';
import { quote } from '../../quote';
import { getOrCreate } from '../../maps';
import { firstFewAndOtherCount, type RunWarnings } from './runWarnings';

/** An item, and what is odd in its input. */
interface ItemWithWarnings {
	item: number;
	warnings: readonly Warning[];
}

/** Warns of values that are probably a mistake, and are sent all the same. @param all the items of a run */
export function fieldWarnings(all: readonly ItemWithWarnings[], nameOf?: NameOf): RunWarnings {
	const ofItem = new Map(all.map((warned) => [warned.item, warned]));
	return {
		forItem: (item) => sentencesOf([ofItem.get(item) ?? { item, warnings: [] }], nameOf),
		forPanel: sentencesOf(all, nameOf),
	};
}

interface FieldWarning {
	/** What the items hold, each description once. */
	descriptions: Set<string>;
	items: Set<number>;
}

/** The warnings with one remedy in a sentence each. */
function sentencesOf(all: readonly ItemWithWarnings[], nameOf?: NameOf): string[] {
	const kinds = new Map<string, Map<string, FieldWarning>>();
	for (const { item, warnings } of all) {
		for (const { label, description, remedy } of warnings) {
			const fields = getOrCreate(kinds, remedy, () => new Map<string, FieldWarning>());
			const field = getOrCreate(fields, label, () => ({
				descriptions: new Set<string>(),
				items: new Set<number>(),
			}));
			field.descriptions.add(description);
			field.items.add(item);
		}
	}
	return [...kinds].map(([remedy, fields]) => {
		const clauses = [...fields].map(([label, { descriptions, items }], at) => {
			const which = `${itemsText([...items], nameOf)}${at === 0 ? ` (${FIRST_ITEM_IS_0})` : ''}`;
			const [first] = descriptions;
			return `${quote(label)} of ${which} holds ${first}${descriptions.size > 1 ? ' or the like' : ''}`;
		});
		const { named, others } = firstFewAndOtherCount(clauses);
		return `${[...named, ...(others > 0 ? [`${others} more ${others === 1 ? 'field' : 'fields'}`] : [])].join('; ')}. ${remedy}`;
	});
}
