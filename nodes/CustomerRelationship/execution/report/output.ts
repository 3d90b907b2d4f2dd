import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { badItemsError, failedItem, itemFailure } from '../../errors/n8nErrors';
import type { ItemReport } from '../../errors/report';
import { isObject } from '../../typeGuards';
import { toFlatRows } from '../../columns/flatRows';
import { Cancelled } from '../../transport/clock';
import type { Caller } from '../caller';
import { reportOn, type Entry } from '../entry';
import { nameOfItems } from '../itemName';
import type { NodeRun } from '../nodeRun';
import type { Notices } from '../notices';
import type { Item } from '../task';
import { checkedJson, invalidJson, problemText } from './checkOnly';
import { hintsOfItem, type RunHints } from './hints';
import { rowOf } from './row';

/** What the output of a run is made of, besides its items. */
interface OutputParts {
	context: IExecuteFunctions;
	caller: Caller;
	notices: Notices;
	hints: RunHints;
}

/** The output of a run. @throws the error that ended it, with the report on all items of a write */
export function outputOf(
	run: NodeRun,
	{ context, caller, notices, hints }: OutputParts,
): INodeExecutionData[] {
	throwWhatEnded(run, context);
	for (const item of run.items) addHints(item, hints.general);
	const [node, input] = [context.getNode(), context.getInputData()];
	const items = run.items.flatMap((item) =>
		outputOfItem(node, item, { input: input[item.index] ?? { json: {} }, notices }),
	);
	fillTable(run.items);
	return [...items, ...caller.hintItems([...hints.urgent, ...hints.infos])];
}

function outputOfItem(
	node: INode,
	item: Item,
	{ input, notices }: { input: INodeExecutionData; notices: Notices },
): INodeExecutionData[] {
	const { index, operation, entry, output = [], checked, invalid, failure } = item;
	const pairedItem = { item: index };
	const failureOf = (error: unknown) => {
		const became =
			operation?.kind === 'write'
				? { outcome: entry.outcome, undoFailures: undoFailuresOf([entry]) }
				: undefined;
		return itemFailure(node, index, operation, error, became);
	};
	if (item.outputsRow && !(failure && node.onError === 'continueErrorOutput')) {
		const cause = failure ?? invalid;
		const problem = cause && problemText(failureOf(cause.error));
		return [rowOf(item, { input, problem, warnings: notices.warningsOf(index) })];
	}
	if (failure) return [failedItem(node, index, failureOf(failure.error))];
	if (invalid) return [{ json: invalidJson(item, failureOf(invalid.error)), pairedItem }];
	if (!checked) return output;
	const { request, task, notSent } = checked;
	const { phone, message } = task.intent;
	const json = checkedJson({
		phone,
		preview: message?.preview,
		sendsMessage: message !== undefined,
		notSent,
		request,
		warnings: notices.warningsOf(index),
	});
	return [{ json, pairedItem }];
}

/** Puts the hints about the item, and about all, into its response details: nobody sees the panel in production. */
function addHints(item: Item, general: readonly string[]): void {
	const prepared = item.entry.hints;
	if (!prepared) return;
	const hints = [...new Set([...hintsOfItem(item, prepared), ...general])];
	item.output = item.output?.map((one) => withHints(one, hints));
}

/** @param one is not changed: a later try outputs it with its own hints */
function withHints(one: INodeExecutionData, hints: string[]): INodeExecutionData {
	const { _response } = one.json;
	if (!isObject(_response)) return one;
	return { ...one, json: { ...one.json, _response: { ..._response, hints } } };
}

/** Gives the rows of all items the same columns (Simplify). */
function fillTable(items: readonly Item[]): void {
	const simplified = items.flatMap(({ result, output = [] }) => (result?.isTable ? output : []));
	const rows = toFlatRows(simplified.map(({ json }) => json));
	for (const [index, json] of rows.entries()) simplified[index]!.json = json;
}

function throwWhatEnded({ items, badItems, endedBy }: NodeRun, context: IExecuteFunctions): void {
	const node = context.getNode();
	// Invalid input comes first even if something else ended the preparation: the user can correct it.
	const bad = [...badItems].sort((one, other) => one.index - other.index);
	const [first] = bad;
	if (first) {
		const named = bad.map(({ index, failure }) => ({ item: index, error: failure?.error }));
		throw badItemsError(node, first.operation, named, items.length, becameOf(items, first));
	}
	if (!endedBy) return;
	const { index, operation, failure } = endedBy;
	const became = becameOf(items, endedBy);
	const { error } = itemFailure(node, index, operation, failure?.error, became);
	if (became && failure?.error instanceof Cancelled) log(context, error);
	throw error;
}

/** The report on an item that ended the run of a write, and on all others. */
function becameOf(
	items: readonly Item[],
	{ operation, entry, failure }: Item,
): ItemReport | undefined {
	if (operation?.kind !== 'write') return undefined;
	const entries = items.map((item) => item.entry);
	return {
		outcome: entry.outcome,
		run: reportOn(entries),
		notSent: items.filter((one) => one.entry.message.notSent).map(({ index }) => index),
		undoFailures: undoFailuresOf(entries),
		// What a user stopped is told in n8n's log.
		nameOf: failure?.error instanceof Cancelled ? undefined : nameOfItems(items),
	};
}

/** What could not be undone, told in the error: n8n shows no hints of a run that fails. */
const undoFailuresOf = (entries: readonly Entry[]): string[] =>
	entries.flatMap(({ message }) => message.undoFailure ?? []);

/** n8n shows no error for an execution that a user stopped, so the report goes to its log. */
function log(
	context: IExecuteFunctions,
	{ message, description }: { message: string; description?: string | null },
): void {
	const execution = context.getExecutionId();
	const name = JSON.stringify(context.getNode().name);
	context.logger.warn(`Execution ${execution}, ${name}: ${message}. ${description ?? ''}`);
}
