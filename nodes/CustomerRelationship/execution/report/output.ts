import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { failedOutputItem, itemFailure } from '../../errors/n8nErrors';
import { isObject } from '../../typeGuards';
import { toFlatRows } from '../../columns/flatRows';
import type { NodeCaller } from '../caller';
import { undoFailuresOf } from '../ledger/ledgerEntry';
import type { NodeRun } from '../nodeRun';
import type { PreparationReport } from '../preparationReport';
import { operationResultOf, type Item } from '../task';
import { checkedOutput, invalidOutput } from './checkOnly';
import type { RunHints } from './hints';
import { problemText } from './problem';
import { resultRowOf } from './resultRow';

/** What the output of a run is made of, besides its items. */
interface OutputParts {
	context: IExecuteFunctions;
	caller: NodeCaller;
	preparationReport: PreparationReport;
	hints: RunHints;
}

/** The output of a run that succeeded. */
export function outputOf(
	run: NodeRun,
	{ context, caller, preparationReport, hints }: OutputParts,
): INodeExecutionData[] {
	const completed = completedOutputs(run.items, hints);
	const [node, input] = [context.getNode(), context.getInputData()];
	const items = run.items.flatMap((item) =>
		outputOfItem(node, item, {
			input: input[item.index] ?? { json: {} },
			completed: completed.get(item) ?? [],
			warnings: preparationReport.inputWarnings(item.index),
		}),
	);
	return [...items, ...caller.hintItems([...hints.urgent, ...hints.infos])];
}

/** What the output of an item is made of. */
interface ItemParts {
	input: INodeExecutionData;
	/** Its output if it was completed. */
	completed: INodeExecutionData[];
	warnings: string[];
}

function outputOfItem(
	node: INode,
	item: Item,
	{ input, completed, warnings }: ItemParts,
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
		return [resultRowOf(item, { input, problem, warnings })];
	}
	switch (settlement?.kind) {
		case 'failed':
			return [failedOutputItem(node, index, failureOf(settlement.error))];
		case 'invalid': {
			const problem = failureOf(settlement.error);
			return [{ json: invalidOutput(settlement, operation, problem), pairedItem }];
		}
		case 'checked':
			return [{ json: checkedOutput(settlement, warnings), pairedItem }];
		default:
			return completed;
	}
}

/** The outputs of completed items, with their hints. The rows of a table have the same columns (Simplify). */
function completedOutputs(
	items: readonly Item[],
	runHints: RunHints,
): ReadonlyMap<Item, INodeExecutionData[]> {
	const outputs = new Map<Item, INodeExecutionData[]>();
	for (const item of items) {
		if (item.settlement?.kind !== 'completed') continue;
		const { output } = item.settlement;
		const hints = runHints.ofItem(item);
		outputs.set(item, hints ? output.map((data) => withHints(data, hints)) : output);
	}
	const tables = [...outputs].filter(([item]) => operationResultOf(item)?.isTable);
	const rows = toFlatRows(tables.flatMap(([, output]) => output.map(({ json }) => json))).values();
	for (const [item, output] of tables) {
		outputs.set(
			item,
			output.map((data) => ({ ...data, json: rows.next().value ?? data.json })),
		);
	}
	return outputs;
}

/**
 * Puts hints into an item's response details: nobody sees the panel in production.
 * @param data is not changed: a later try outputs it with its own hints
 */
function withHints(data: INodeExecutionData, hints: string[]): INodeExecutionData {
	const { _response } = data.json;
	if (!isObject(_response)) return data;
	return { ...data, json: { ...data.json, _response: { ..._response, hints } } };
}
