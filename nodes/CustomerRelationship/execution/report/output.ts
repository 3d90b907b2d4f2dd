import type { INodeExecutionData } from 'n8n-workflow';
import { badItemsError, failedItem, itemFailure } from '../../errors/n8nErrors';
import type { ItemReport } from '../../errors/report';
import { isObject } from '../../typeGuards';
import { toFlatRows } from '../../columns/flatRows';
import { Cancelled } from '../../transport/clock';
import type { Batch } from '../batch';
import { reportOn } from '../ledger';
import type { FailedItem, Item } from '../task';
import { checkedJson } from './checkOnly';
import { generalHints, hintsOf, hintsOfItem } from './hints';

/** The output of a run. @throws the error that ended it, with the report on all items of a write */
export function outputOf(batch: Batch): INodeExecutionData[] {
	throwWhatEnded(batch);
	addHintsToResponses(batch);
	const items = batch.items.flatMap((item) => outputOfItem(batch, item));
	fillTable(batch);
	return [...items, ...batch.caller.hintItems(hintsOf(batch))];
}

function outputOfItem({ node, notices }: Batch, item: Item): INodeExecutionData[] {
	const { index, operation, entry, output = [], checked, failure } = item;
	if (failure) {
		const became = operation?.kind === 'write' ? { outcome: entry.outcome } : undefined;
		return [failedItem(node, index, itemFailure(node, index, operation, failure.error, became))];
	}
	if (!checked) return output;
	const { request, intent } = checked;
	const json = checkedJson(request, intent.message?.preview, notices.warningsOf(index));
	return [{ json, pairedItem: { item: index } }];
}

/** Puts the hints about each item, and about all, into its response details: nobody sees the panel in production. */
function addHintsToResponses(batch: Batch): void {
	const general = generalHints(batch);
	for (const item of batch.items) {
		if (!item.entry.notices) continue;
		const hints = [...new Set([...hintsOfItem(item), ...general])];
		item.output = item.output?.map((one) => withHints(one, hints));
	}
}

/** @param one stays as it is: another try gives it out again, with the hints of that */
function withHints(one: INodeExecutionData, hints: string[]): INodeExecutionData {
	const { _response } = one.json;
	if (!isObject(_response)) return one;
	return { ...one, json: { ...one.json, _response: { ..._response, hints } } };
}

/** Gives the rows of all items the same columns (Simplify). */
function fillTable({ items }: Batch): void {
	const simplified = items.flatMap(({ result, output = [] }) => (result?.isTable ? output : []));
	const rows = toFlatRows(simplified.map(({ json }) => json));
	for (const [index, json] of rows.entries()) simplified[index]!.json = json;
}

function throwWhatEnded(batch: Batch): void {
	const { node, items, badItems, endedBy } = batch;
	// Invalid input comes first even if something else ended the preparation: the user can correct it.
	const [first] = badItems.sort((one, other) => one.item.index - other.item.index);
	if (first) {
		const named = badItems.map(({ item, error }) => ({ item: item.index, error }));
		throw badItemsError(node, first.item.operation, named, items.length, becameOf(batch, first));
	}
	if (!endedBy) return;
	const { item, error: cause } = endedBy;
	const became = becameOf(batch, endedBy);
	const { error } = itemFailure(node, item.index, item.operation, cause, became);
	if (became && cause instanceof Cancelled) log(batch, error);
	throw error;
}

/** The report on an item that ended the run of a write, and on all others. */
function becameOf({ items }: Batch, { item }: FailedItem): ItemReport | undefined {
	if (item.operation?.kind !== 'write') return undefined;
	return { outcome: item.entry.outcome, run: reportOn(items.map(({ entry }) => entry)) };
}

/** n8n shows no error for an execution that a user stopped, so the report goes to its log. */
function log(
	{ context, node }: Batch,
	{ message, description }: { message: string; description?: string | null },
): void {
	const execution = context.getExecutionId();
	const name = JSON.stringify(node.name);
	context.logger.warn(`Execution ${execution}, ${name}: ${message}. ${description ?? ''}`);
}
