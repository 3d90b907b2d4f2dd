import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { joinSentences } from '../sentences';
import { Cancelled } from '../transport/cancelled';
import { RequestFailed } from '../transport/requestFailed';
import { DROPDOWN, itemAudience, pollAudience, textFor, type Audience } from './audience';
import { badItemsText, CHECK_NODE, COUNTED_FROM_0, type BadItem } from './badItems';
import { explain, type ErrorDetails } from './explain';
import type { ErrorSource } from './explainRefusal';
import { concernsOtherItems, runReportText, type ItemReport } from './runReport';

type NodeError = NodeApiError | NodeOperationError;

/** A failed item, in both forms that n8n may want. */
interface ItemFailure {
	/** To be thrown, if the failure ends the execution. */
	error: NodeError;
	message: string;
	/** In sentences. */
	whatToDo: string | null;
	/**
	 * The json of the item with *On Error: Continue*. It holds nothing but `error` and `details`:
	 * by that n8n recognizes an item for the error output.
	 */
	json: IDataObject;
}

/**
 * The failure of an item of the action node.
 * @param source its operation
 * @param report what became of its write, and of all others if this ends the run; undefined for a read
 */
export function itemFailure(
	node: INode,
	item: number,
	source: ErrorSource | undefined,
	error: unknown,
	report?: ItemReport,
): ItemFailure {
	const { n8nError, details, advice } = convert(node, error, itemAudience(error, report), source);
	const run = report?.run;
	const whatToDo = advice ?? n8nError.description ?? null;
	if (!details && run) {
		n8nError.description = joinSentences(
			runReportText(run, report),
			whatToDo ?? '',
			...(report.undoFailures ?? []),
		);
	}
	n8nError.context.itemIndex = item;
	if (run) n8nError.context.data = { ...run };
	return {
		error: n8nError,
		message: n8nError.message,
		whatToDo,
		json: {
			error: n8nError.message,
			details: withoutNulls({ ...details, whatToDo, outcome: report?.outcome ?? null }),
		},
	};
}

const withoutNulls = (values: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** How to run the valid items all the same. */
const LET_OTHERS_THROUGH =
	'To let the other items through, choose Settings > On Error > Continue (using error output), or with Output: Row just Continue.';

/**
 * The error of a run that ends before anything is sent. It names every bad item.
 * @param source the operation of the first of them
 * @param total number of all items
 * @param report of the first bad item
 */
export function badItemsError(
	node: INode,
	source: ErrorSource | undefined,
	badItems: readonly BadItem[],
	total: number,
	report?: ItemReport,
): NodeError {
	const [first] = badItems;
	if (first && badItems.length === 1) {
		const { error } = itemFailure(node, first.item, source, first.error, report);
		if (total > 1)
			error.description = [error.description, COUNTED_FROM_0, LET_OTHERS_THROUGH].join(' ');
		return error;
	}
	const { message, description } = badItemsText(badItems, total, report?.nameOf);
	const run = report?.run;
	const outcome = concernsOtherItems(run)
		? runReportText(run, report)
		: 'Nothing was sent in this run of the node.';
	const error = new NodeOperationError(node, message, {
		description: joinSentences(description, outcome, badItems.length < total && LET_OTHERS_THROUGH),
	});
	if (run) error.context.data = { ...run };
	return error;
}

/** The error of a poll. @param isNothingLost whether the next poll continues from the same place */
export const pollError = (
	node: INode,
	source: ErrorSource,
	error: unknown,
	isNothingLost: boolean,
): NodeError => convert(node, error, pollAudience(error, isNothingLost), source).n8nError;

/** The error that a dropdown shows in place of its list. */
export const dropdownError = (node: INode, error: unknown): NodeError =>
	convert(node, error, DROPDOWN).n8nError;

/**
 * The output item of a failure with *On Error: Continue*.
 *
 * n8n 1, and n8n 2 until the summer of 2026, send an item that has `details` to the error output only
 * because of the item's own `error`. But n8n replaces the json by the bare message if it still finds an
 * `error` after routing. A property that is not enumerable is seen by the routing, and is not copied.
 */
export function failedItem(
	node: INode,
	item: number,
	{ error, json }: ItemFailure,
): INodeExecutionData {
	const output: INodeExecutionData = { json, pairedItem: { item } };
	if (node.onError !== 'continueErrorOutput') return output;
	// Writable, because n8n empties it.
	return Object.defineProperty(output, 'error', { value: error, writable: true });
}

/** n8n's error of a failure, with what was explained of it. */
interface Conversion {
	n8nError: NodeError;
	/** Undefined for errors that the node did not raise. */
	details?: ErrorDetails;
	/** Likewise. */
	advice?: string;
}

/** Makes n8n's error of any error, worded for an audience. */
function convert(
	node: INode,
	error: unknown,
	audience: Audience,
	source?: ErrorSource,
): Conversion {
	const explanation = explain(error, source);
	if (!explanation) return { n8nError: convertUnexplained(node, error) };
	const { message, description, whatToDo } = textFor(explanation, audience);
	const { details } = explanation;
	// n8n takes the HTTP status from the details.
	const n8nError =
		error instanceof RequestFailed
			? new NodeApiError(node, details, { message, description })
			: new NodeOperationError(node, message, { description });
	return { n8nError, details, advice: whatToDo };
}

/** Makes n8n's error of what n8n itself raised, such as a missing credential or the error of an expression. */
function convertUnexplained(node: INode, error: unknown): NodeError {
	// As text: n8n logs the stack of a cause that is not one of its own errors.
	if (error instanceof Cancelled) return new NodeOperationError(node, error.message);
	const n8nError =
		error instanceof NodeApiError || error instanceof NodeOperationError
			? error
			: new NodeOperationError(node, error instanceof Error ? error : String(error));
	n8nError.description ||= CHECK_NODE;
	return n8nError;
}
