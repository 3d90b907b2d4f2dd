import type { IDataObject } from 'n8n-workflow';
import { itemsText, type NameOf } from '../itemsText';
import { enumeration } from '../sentences';

/** What became of the write of an item. */
export type WriteOutcome = 'carriedOut' | 'unknown' | 'notCarriedOut';

/** The numbers of all items of a run by the outcome of their writes, counted from 0 as n8n does. */
export interface RunReport extends Record<WriteOutcome, number[]> {
	/** The output of those carried out, in the order of the input. */
	output: IDataObject[];
}

/** What became of the write of a failed item. */
export interface FailedWriteReport {
	outcome: WriteOutcome;
	/** Of all items, if the failure ends the run. */
	run?: RunReport;
	/** Names the run's items for the text. Left out of texts that n8n logs. */
	nameOf?: NameOf | undefined;
	/** Items whose message a rule before sending kept back. They are also in `carriedOut`, since nothing is left to do. */
	notSent?: readonly number[];
	/** What a rule did for an item that was then not carried out, and could not undo: a sentence for each. */
	undoFailures?: readonly string[];
}

const HOW_TO_GO_ON =
	'Run again without what was carried out; look in the service first at what may have been.';

/** What became of the items of a run, and how to continue without writing anything twice. */
export function runReportText(
	{ carriedOut, unknown, notCarriedOut }: RunReport,
	{ nameOf, notSent = [] }: Pick<FailedWriteReport, 'nameOf' | 'notSent'> = {},
): string {
	const total = carriedOut.length + unknown.length + notCarriedOut.length;
	if (notCarriedOut.length === total) return 'Nothing was carried out in this run of the node.';
	const keptBack = new Set(notSent);
	const written = carriedOut.filter((item) => !keptBack.has(item));
	const groups = [
		{ items: written, verb: wasOrWere(written) },
		{ items: unknown, verb: 'may have been' },
		{ items: notCarriedOut, verb: `${wasOrWere(notCarriedOut)} not` },
	].filter(({ items }) => items.length > 0);
	const phrases = groups.map(({ items, verb }, at) =>
		[`${items.length} ${verb}`, at === 0 && 'carried out', `(${itemsText(items, nameOf)})`]
			.filter(Boolean)
			.join(' '),
	);
	if (notSent.length > 0) {
		phrases.push(
			`${notSent.length} ${wasOrWere(notSent)} kept back by a rule before sending (${itemsText(notSent, nameOf)})`,
		);
	}
	return `Of the ${total} ${total === 1 ? 'item' : 'items'} in this run of the node (the first item is 0), ${enumeration(phrases)}. ${HOW_TO_GO_ON}`;
}

const wasOrWere = (items: readonly number[]) => (items.length === 1 ? 'was' : 'were');

/** Whether something was or may have been carried out, in a run of several items. */
export const hasEffectsInBatch = (report: RunReport | undefined): report is RunReport =>
	report !== undefined &&
	report.carriedOut.length + report.unknown.length > 0 &&
	report.carriedOut.length + report.unknown.length + report.notCarriedOut.length > 1;
