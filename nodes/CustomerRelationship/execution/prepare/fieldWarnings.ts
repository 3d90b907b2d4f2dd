import { itemsText, type NameOf } from '../../itemsText';
import type { Warning } from '../../mistakes/judge';
import { quote } from '../../quote';
import { getOrCreate } from '../../maps';
import { MAX_NAMED_IN_HINT, type ItemWarnings } from './itemWarnings';

/** An item, and what is odd in its input. */
interface Warned {
	item: number;
	warnings: readonly Warning[];
}

/** Warns of values that are probably a mistake, and are sent all the same. @param all the items of a run */
export function fieldWarnings(all: readonly Warned[], nameOf?: NameOf): ItemWarnings {
	const ofItem = new Map(all.map((warned) => [warned.item, warned]));
	return {
		of: (item: number): string[] => sentences([ofItem.get(item) ?? { item, warnings: [] }], nameOf),
		hints: sentences(all, nameOf),
	};
}

interface FieldWarning {
	description: string;
	items: number[];
}

/** The warnings with one remedy in a sentence each. */
function sentences(all: readonly Warned[], nameOf?: NameOf): string[] {
	const kinds = new Map<string, Map<string, FieldWarning>>();
	for (const { item, warnings } of all) {
		for (const { label, description, remedy } of warnings) {
			const fields = getOrCreate(kinds, remedy, () => new Map<string, FieldWarning>());
			getOrCreate(fields, label, () => ({ description, items: [] })).items.push(item);
		}
	}
	return [...kinds].map(([remedy, fields]) => {
		const clauses = [...fields].map(
			([label, { description, items }], at) =>
				`${quote(label)} of ${itemsText(items, nameOf)}${at === 0 ? ' (the first item is 0)' : ''} holds ${description}`,
		);
		const more = clauses.length - MAX_NAMED_IN_HINT;
		const shown = [
			...clauses.slice(0, MAX_NAMED_IN_HINT),
			...(more > 0 ? [`${more} more fields`] : []),
		];
		return `${shown.join('; ')}. ${remedy}`;
	});
}
