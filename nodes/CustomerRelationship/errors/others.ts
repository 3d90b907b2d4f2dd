import type { IDataObject } from 'n8n-workflow';

/** What became of the other items of a run that one item's failure ended; items counted from 0, as n8n does. */
export interface Others {
	carriedOut: number[];
	/** Those that may have been carried out. */
	unknown: number[];
	notCarriedOut: number[];
	/** What those carried out gave out. */
	output: IDataObject[];
}

/** Whether anything was done, or may have been, besides the item that failed. */
export const isAnyDone = ({ carriedOut, unknown }: Others): boolean =>
	carriedOut.length + unknown.length > 0;

/**
 * What became of them, and how to go on without doing anything twice.
 * @param hasOwnKey the user gave the writes their idempotency keys
 */
export function othersText(others: Others, hasOwnKey: boolean): string | undefined {
	const { carriedOut, unknown, notCarriedOut } = others;
	const total = carriedOut.length + unknown.length + notCarriedOut.length;
	if (total === 0) return undefined;
	if (!isAnyDone(others)) return `None of the other items was carried out.`;
	return [
		`Of the other ${total} items ${carriedOut.length} ${were(carriedOut)} carried out${listed(carriedOut)}`,
		unknown.length > 0 ? `${unknown.length} may have been${listed(unknown)}` : undefined,
		`${notCarriedOut.length} ${were(notCarriedOut)} not${listed(notCarriedOut)}`,
	]
		.filter(Boolean)
		.join(', ')
		.concat(hasOwnKey ? `. ${WITH_OWN_KEY}` : `. ${WITHOUT_KEY}`);
}

const WITH_OWN_KEY =
	'Run with the same keys again within 24 hours, the service does not carry out again what was carried out.';
const WITHOUT_KEY =
	'A new execution would carry out once more what was carried out: run it without those items, or give each item an Idempotency Key of its own.';

const were = (items: readonly number[]) => (items.length === 1 ? 'was' : 'were');

/** Numbers as in “ (items 0–2 and 5)”. */
function listed(items: readonly number[]): string {
	const ranges: Array<[number, number]> = [];
	for (const item of items) {
		const last = ranges.at(-1);
		if (last && last[1] === item - 1) last[1] = item;
		else ranges.push([item, item]);
	}
	if (ranges.length === 0) return '';
	const parts = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
	const text = [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');
	return ` (${items.length === 1 ? 'item' : 'items'} ${text})`;
}
