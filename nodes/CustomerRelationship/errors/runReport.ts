import type { IDataObject } from 'n8n-workflow';
import { FIRST_ITEM_IS_0, itemsText, type NameOf } from '../itemsText';
import { listInWords } from '../sentences';

/**
 * What became of the write of an item; `keptBack` if a rule before sending kept its message from being sent.
 * The ledger sets it; it is defined here because this room must not import the ledger's.
 */
export type WriteOutcome = 'carriedOut' | 'keptBack' | 'unknown' | 'notCarriedOut';

/** The numbers of all items of a run by the outcome of their writes, counted from 0 as n8n does. */
export interface RunReport extends Record<WriteOutcome, number[]> {
	/** The output of those carried out or kept back, in the order of the input. */
	output: IDataObject[];
}

/**
 * The outcome as workflows read it. A message that a rule kept back is `carriedOut`, since a workflow must
 * not send it again.
 */
export const publicOutcome = (outcome: WriteOutcome): Exclude<WriteOutcome, 'keptBack'> =>
	outcome === 'keptBack' ? 'carriedOut' : outcome;

/** The report as workflows read it, with the outcomes of `publicOutcome`. */
export const publicRunReport = ({
	carriedOut,
	keptBack,
	...others
}: RunReport): Omit<RunReport, 'keptBack'> => ({
	carriedOut: [...carriedOut, ...keptBack].sort((a, b) => a - b),
	...others,
});

/** What became of the write of a failed item. */
export interface FailedWriteReport {
	outcome: WriteOutcome;
	/** Of all items, if the failure ends the run. */
	runReport?: RunReport;
	/** Names the run's items for the text. Left out of texts that n8n logs. */
	nameOf?: NameOf | undefined;
	/** What a rule did for an item that was then not carried out, and could not undo: a sentence for each. */
	undoFailures?: readonly string[];
}

const HOW_TO_GO_ON =
	'Run again without what was carried out; look in the service first at what may have been carried out.';

/** What became of the items of a run, and how to continue without writing anything twice. */
export function runReportText(
	report: RunReport,
	{ nameOf }: Pick<FailedWriteReport, 'nameOf'> = {},
): string {
	const { carriedOut, keptBack, unknown, notCarriedOut } = report;
	const total = itemCountOf(report);
	if (notCarriedOut.length === total) return 'Nothing was carried out in this run of the node.';
	const groups = [
		{ items: carriedOut, verb: wasOrWere(carriedOut) },
		{ items: unknown, verb: 'may have been' },
		{ items: notCarriedOut, verb: `${wasOrWere(notCarriedOut)} not` },
	].filter(({ items }) => items.length > 0);
	const phrases = groups.map(({ items, verb }, at) =>
		[`${items.length} ${verb}`, at === 0 && 'carried out', `(${itemsText(items, nameOf)})`]
			.filter(Boolean)
			.join(' '),
	);
	if (keptBack.length > 0) {
		phrases.push(
			`${keptBack.length} ${wasOrWere(keptBack)} kept back by a rule before sending (${itemsText(keptBack, nameOf)})`,
		);
	}
	return `Of the ${total} ${total === 1 ? 'item' : 'items'} in this run of the node (${FIRST_ITEM_IS_0}), ${listInWords(phrases)}. ${HOW_TO_GO_ON}`;
}

const wasOrWere = (items: readonly number[]) => (items.length === 1 ? 'was' : 'were');

const itemCountOf = ({ carriedOut, keptBack, unknown, notCarriedOut }: RunReport): number =>
	carriedOut.length + keptBack.length + unknown.length + notCarriedOut.length;

/**
 * Whether a run of several items did more than fail: something was or may have been carried out, or was kept
 * back.
 */
export function hasEffectsInBatch(report: RunReport | undefined): report is RunReport {
	if (!report) return false;
	const count = itemCountOf(report);
	return count > 1 && report.notCarriedOut.length < count;
}
