import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { badItemsError, failedItem, itemFailure } from '../../errors/n8nErrors';
import type { ItemReport } from '../../errors/runReport';
import { isObject } from '../../typeGuards';
import { toFlatRows } from '../../columns/flatRows';
import { Cancelled } from '../../transport/cancelled';
import type { Caller } from '../caller';
import { reportOn, type Entry } from '../entry';
import { namesByIndex } from '../itemName';
import type { NodeRun } from '../nodeRun';
import type { PreparationReport } from '../preparationReport';
import { errorOf, resultOf, type Item } from '../task';
import { checkedOutput, invalidOutput } from './checkOnly';
import { hintsOfItem, type RunHints } from './hints';
import { problemText } from './problem';
import { rowOf } from './row';

/** What the output of a run is made of, besides its items. */
interface OutputParts {
	context: IExecuteFunctions;
	caller: Caller;
	preparationReport: PreparationReport;
	hints: RunHints;
}

/** The output of a run. @throws the error that ended it, with the report on all items of a write */
export function outputOf(
	run: NodeRun,
	{ context, caller, preparationReport, hints }: OutputParts,
): INodeExecutionData[] {
	throwRunError(run, context);
	for (const item of run.items) addHints(item, hints.general);
	fillTable(run.items);
	const [node, input] = [context.getNode(), context.getInputData()];
	const items = run.items.flatMap((item) =>
		outputOfItem(node, item, { input: input[item.index] ?? { json: {} }, preparationReport }),
	);
	return [...items, ...caller.hintItems([...hints.urgent, ...hints.infos])];
}

function outputOfItem(
	node: INode,
	item: Item,
	{ input, preparationReport }: { input: INodeExecutionData; preparationReport: PreparationReport },
): INodeExecutionData[] {
	const { index, operation, entry, settlement } = item;
	const pairedItem = { item: index };
	const failureOf = (error: unknown) => {
		const report =
			operation?.kind === 'write'
				? { outcome: entry.outcome, undoFailures: undoFailuresOf([entry]) }
				: undefined;
		return itemFailure(node, { item: index, source: operation, error, report });
	};
	const isFailed = settlement?.kind === 'failed';
	if (item.outputsRow && !(isFailed && node.onError === 'continueErrorOutput')) {
		const hasProblem = isFailed || settlement?.kind === 'invalid';
		const problem = hasProblem ? problemText(failureOf(settlement.error)) : undefined;
		return [rowOf(item, { input, problem, warnings: preparationReport.warningsOf(index) })];
	}
	switch (settlement?.kind) {
		case 'failed':
			return [failedItem(node, index, failureOf(settlement.error))];
		case 'invalid': {
			const problem = failureOf(settlement.error);
			return [{ json: invalidOutput(settlement, operation, problem), pairedItem }];
		}
		case 'checked':
			return [{ json: checkedOutput(settlement, preparationReport.warningsOf(index)), pairedItem }];
		default:
			return settlement?.output ?? [];
	}
}

/** Puts the hints about the item, and about all, into its response details: nobody sees the panel in production. */
function addHints(item: Item, general: readonly string[]): void {
	const prepared = item.entry.hints;
	if (!prepared) return;
	const hints = [...new Set([...hintsOfItem(item, prepared), ...general])];
	replaceOutput(item, (output) => output.map((data) => withHints(data, hints)));
}

/** @param data is not changed: a later try outputs it with its own hints */
function withHints(data: INodeExecutionData, hints: string[]): INodeExecutionData {
	const { _response } = data.json;
	if (!isObject(_response)) return data;
	return { ...data, json: { ...data.json, _response: { ..._response, hints } } };
}

/** Gives the rows of all items the same columns (Simplify). */
function fillTable(items: readonly Item[]): void {
	const tableItems = items.filter((item) => resultOf(item)?.isTable);
	const rows = toFlatRows(
		tableItems.flatMap(({ settlement }) =>
			settlement?.kind === 'completed' ? settlement.output.map(({ json }) => json) : [],
		),
	).values();
	for (const item of tableItems) {
		replaceOutput(item, (output) =>
			output.map((data) => ({ ...data, json: rows.next().value ?? data.json })),
		);
	}
}

function replaceOutput(
	item: Item,
	replace: (output: INodeExecutionData[]) => INodeExecutionData[],
): void {
	const { settlement } = item;
	if (settlement?.kind !== 'completed') return;
	item.settlement = { ...settlement, output: replace(settlement.output) };
}

function throwRunError({ items, badItems, endedBy }: NodeRun, context: IExecuteFunctions): void {
	const node = context.getNode();
	// Invalid input comes first even if something else ended the preparation: the user can correct it.
	const bad = [...badItems].sort((a, b) => a.index - b.index);
	const [first] = bad;
	if (first) {
		const errors = bad.map((item) => ({ item: item.index, error: errorOf(item) }));
		throw badItemsError(node, errors, {
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
	if (report && cause instanceof Cancelled) log(context, error);
	throw error;
}

/** The report on an item that ended the run of a write, and on all others. */
function reportOf(items: readonly Item[], item: Item): ItemReport | undefined {
	if (item.operation?.kind !== 'write') return undefined;
	const entries = items.map(({ entry }) => entry);
	return {
		outcome: item.entry.outcome,
		run: reportOn(entries),
		notSent: items.filter(({ entry }) => entry.message.notSent).map(({ index }) => index),
		undoFailures: undoFailuresOf(entries),
		// What a user stopped is told in n8n's log.
		nameOf: errorOf(item) instanceof Cancelled ? undefined : namesByIndex(items),
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
