import { itemRanges, type NameOf } from '../../errors/report';
import type { Warning } from '../../mistakes/judge';
import { quote } from '../../quote';
import { MOST_NAMED, type ItemWarnings } from './itemWarnings';

/** An item, and what is odd in its input. */
interface Warned {
	item: number;
	warnings: readonly Warning[];
}

/** Warns of values that are probably a mistake, and are sent all the same. @param all the items of a run */
export function valueWarnings(all: readonly Warned[], nameOf?: NameOf): ItemWarnings {
	const ofItem = new Map(all.map((one) => [one.item, one]));
	return {
		of: (item: number): string[] => sentences([ofItem.get(item) ?? { item, warnings: [] }], nameOf),
		hints: sentences(all, nameOf),
	};
}

function sentences(all: readonly Warned[], nameOf?: NameOf): string[] {
	const kinds = new Map<string, Map<string, { description: string; items: number[] }>>();
	for (const { item, warnings } of all) {
		for (const { label, description, remedy } of warnings) {
			const fields = kinds.get(remedy) ?? new Map();
			kinds.set(remedy, fields);
			const field = fields.get(label) ?? { description, items: [] };
			fields.set(label, field);
			field.items.push(item);
		}
	}
	return [...kinds].map(([remedy, fields]) => {
		const named = [...fields].map(
			([label, { description, items }], at) =>
				`${quote(label)} of ${itemRanges(items, nameOf)}${at === 0 ? ' (the first item is 0)' : ''} holds ${description}`,
		);
		const more = named.length - MOST_NAMED;
		const shown = [...named.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more fields`] : [])];
		return `${shown.join('; ')}. ${remedy}`;
	});
}
