import type { IExecuteFunctions } from 'n8n-workflow';
import { invalidItemsError, itemFailure } from '../../errors/n8nErrors';
import type { FailedWriteReport } from '../../errors/runReport';
import { Cancelled } from '../../transport/cancelled';
import { runReportOf, undoFailuresOf } from '../ledger/ledgerEntry';
import { makeItemNameLookup } from '../itemName';
import type { NodeRun } from '../nodeRun';
import { errorOf, type Item } from '../task';

/**
 * @throws NodeApiError or NodeOperationError of what ended the run, with the report on all items if the
 *   operation writes
 */
export function assertRunSucceeded(
	{ items, invalidItems, endedBy }: NodeRun,
	context: IExecuteFunctions,
): void {
	const node = context.getNode();
	// Invalid input comes first even if something else ended the preparation: the user can correct it.
	const invalid = [...invalidItems].sort((a, b) => a.index - b.index);
	const [first] = invalid;
	if (first) {
		const errors = invalid.map((item) => ({ item: item.index, error: errorOf(item) }));
		throw invalidItemsError(node, errors, {
			source: first.operation,
			report: reportOf(items, first),
			total: items.length,
		});
	}
	if (!endedBy) return;
	const cause = errorOf(endedBy);
	const report = reportOf(items, endedBy);
	const { error } = itemFailure(node, {
		item: endedBy.index,
		source: endedBy.operation,
		error: cause,
		report,
	});
	if (report && cause instanceof Cancelled) logReport(context, error);
	throw error;
}

/** The report on an item that ended the run, and on all others; undefined if its operation does not write. */
function reportOf(items: readonly Item[], item: Item): FailedWriteReport | undefined {
	if (item.operation?.kind !== 'write') return undefined;
	const entries = items.map(({ entry }) => entry);
	return {
		outcome: item.entry.outcome,
		runReport: runReportOf(entries),
		undoFailures: undoFailuresOf(entries),
		// A stopped run's report goes to n8n's log, which gets no names of customers.
		nameOf: errorOf(item) instanceof Cancelled ? undefined : makeItemNameLookup(items),
	};
}

/** n8n shows no error for an execution that a user stopped, so the report goes to its log. */
function logReport(
	context: IExecuteFunctions,
	{ message, description }: { message: string; description?: string | null },
): void {
	const execution = context.getExecutionId();
	const name = JSON.stringify(context.getNode().name);
	context.logger.warn(`Execution ${execution}, ${name}: ${message}. ${description ?? ''}`);
}
