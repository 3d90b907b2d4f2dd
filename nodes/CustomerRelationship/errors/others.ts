import type { IDataObject } from 'n8n-workflow';

/** What became of an item of a write. */
export type Outcome = 'carriedOut' | 'unknown' | 'notCarriedOut';

/** What became of all items of a run of a write, counted from 0 as n8n does; each is in one of the three. */
export interface Report extends Record<Outcome, number[]> {
	/** What those carried out gave out, in the order of the input. */
	output: IDataObject[];
}

/** What became of the other items of a run that one item's failure ended; items counted from 0, as n8n does. */
export interface Others {
	/** There is no other item than these: the run was cancelled. */
	areAll: boolean;
	carriedOut: number[];
	/** Those that may have been carried out. */
	unknown: number[];
	notCarriedOut: number[];
	/** Those and the one that failed. */
	report: Report;
	/** How many items the node carried out in earlier runs of the execution, as in a loop. */
	earlier: number;
	/** Whether the one that failed may have been carried out all the same, now or by an earlier try. */
	mayBeDone: boolean;
	/** Those that were carried out, or may have been, all have keys of the user's. */
	haveOwnKeys: boolean;
	/** By which of its values a new execution finds what was created. */
	foundBy?: string;
}

/** Of an item whose input is refused now, said with that. */
export const MAY_BE_DONE = '; an earlier try may have carried it out all the same';

/** Whether anything was done, or may have been, in this run besides the item that failed. */
export const isAnyDoneHere = ({ carriedOut, unknown }: Others): boolean =>
	carriedOut.length + unknown.length > 0;

/** Whether anything was done, or may have been, in the execution besides the item that failed. */
export const isAnyDone = (others: Others): boolean => isAnyDoneHere(others) || others.earlier > 0;

/**
 * What became of them, and how to go on without doing anything twice.
 * @param byAnotherToken whether the user may go on with another access token
 */
export function othersText(others: Others, byAnotherToken?: boolean): string | undefined {
	const { earlier } = others;
	const told = [
		textHere(others),
		earlier > 0 &&
			`In earlier runs of this execution the node carried out ${earlier} ${earlier === 1 ? 'item' : 'items'}.`,
		isAnyDone(others) && adviceOn(others, byAnotherToken),
	];
	return told.filter(Boolean).join(' ') || undefined;
}

/** What became of those of this run. */
function textHere(others: Others): string | undefined {
	const { areAll, carriedOut, unknown, notCarriedOut } = others;
	const other = areAll ? '' : 'other ';
	const total = carriedOut.length + unknown.length + notCarriedOut.length;
	if (total === 0) return undefined;
	if (!isAnyDoneHere(others)) {
		return total === 1
			? `The ${other}item was not carried out.`
			: `None of the ${other}items was carried out.`;
	}
	const kinds = [
		{ items: carriedOut, verb: were(carriedOut) },
		{ items: unknown, verb: 'may have been' },
		{ items: notCarriedOut, verb: `${were(notCarriedOut)} not` },
	].filter(({ items }) => items.length > 0);
	const parts = kinds.map(({ items, verb }, at) => {
		if (at > 0) return `${items.length} ${verb} (${listed(items)})`;
		if (kinds.length > 1) {
			return `Of the ${other}${total} items ${items.length} ${verb} carried out (${listed(items)})`;
		}
		const all = total === 1 ? `The ${other}item` : `All ${total} ${other}items`;
		return `${all} (${listed(items)}) ${verb} carried out`;
	});
	return `${joined(parts)}.`;
}

function adviceOn(
	{ unknown, earlier, haveOwnKeys, foundBy, mayBeDone }: Others,
	byAnotherToken?: boolean,
): string {
	if (foundBy) return foundAgain(foundBy);
	if (!haveOwnKeys) return WITHOUT_KEY;
	const again = byAnotherToken ? [LEAVE_OUT] : [WITH_OWN_KEYS, earlier > 0 && LEAVE_OUT_OLD];
	const advice = [...again, (mayBeDone || unknown.length > 0) && LOOK_FIRST];
	return advice.filter(Boolean).join(' ');
}

/** How to go on where what was created is found by a value of its own. */
export const foundAgain = (value: string): string =>
	`Run the workflow again: what was created is then found by its ${value}, not created twice.`;

const WITH_OWN_KEYS =
	'Run again with the same keys and the same access token within 24 hours: what was carried out is not sent, created, moved, closed or deleted twice.';
const LEAVE_OUT =
	'Run again without what was carried out: with another access token the same keys would carry it out once more.';
/** A long Wait may lie between two rounds of a loop. */
const LEAVE_OUT_OLD =
	'Leave out what was carried out more than 24 hours before: the service forgets its keys.';
/** Of the answers of a failure inside, that of `POST /conversations` alone is stored (specification: Idempotency 5). */
const LOOK_FIRST =
	'Look in the service first at what may have been carried out, and leave out what is there: after a failure inside the service the same key carries it out once more, or in Conversation: Start only fails again, so give what is not there another one.';
const WITHOUT_KEY =
	'A new execution would carry out once more what was carried out: leave that out of it. Next time, an Idempotency Key of its own for each item keeps a new execution with the same access token from that for 24 hours.';

const were = (items: readonly number[]) => (items.length === 1 ? 'was' : 'were');

/** As in “a, b and c”. */
const joined = (parts: readonly string[]): string =>
	[parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ');

/** Numbers as in “items 0–2 and 5”. */
export function listed(items: readonly number[]): string {
	const ranges: Array<[number, number]> = [];
	for (const item of items) {
		const last = ranges.at(-1);
		if (last && last[1] === item - 1) last[1] = item;
		else ranges.push([item, item]);
	}
	const parts = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
	return `${items.length === 1 ? 'item' : 'items'} ${joined(parts)}`;
}
