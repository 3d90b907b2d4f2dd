import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { RequestFailed } from '../transport/requestFailed';
import { Cancelled } from '../transport/clock';
import {
	badItemsText,
	CHECK_NODE,
	COUNTED_FROM_0,
	LET_OTHERS_THROUGH,
	type BadItem,
} from './badItems';
import { NO_DETAILS, sentences, type ErrorSource } from './explain';
import { dropdownText, itemText, pollText, type ErrorText } from './errorText';
import { reportText, tellsOfOthers, type ItemReport } from './report';

/** A failed item, both ways in which n8n may want it. */
interface Failure {
	/** To be thrown, where the failure ends the execution. */
	error: NodeApiError | NodeOperationError;
	/**
	 * The item's json under "continue on fail". It holds nothing but `error` and `details`:
	 * by that n8n knows it for the error output.
	 */
	json: IDataObject;
}

/**
 * @param place the chosen operation
 * @param became what became of it, and of all others where this ends the run; nothing of a read
 */
export function itemFailure(
	node: INode,
	item: number,
	place: ErrorSource | undefined,
	error: unknown,
	became?: ItemReport,
): Failure {
	const text = itemText(error, place, became);
	const n8nError = n8nErrorOf(node, text, error);
	const report = became?.run;
	const whatToDo = text?.whatToDo ?? n8nError.description ?? null;
	if (!text && report) n8nError.description = sentences(reportText(report), whatToDo ?? '');
	n8nError.context.itemIndex = item;
	if (report) n8nError.context.data = { ...report };
	return {
		error: n8nError,
		json: {
			error: n8nError.message,
			details: {
				...(text?.details ?? NO_DETAILS),
				whatToDo,
				outcome: became?.outcome ?? null,
			},
		},
	};
}

/**
 * The error of a run that ended before anything was sent. It names every bad item.
 * @param place the operation of the first of them
 * @param total how many items there are
 */
export function badItemsError(
	node: INode,
	place: ErrorSource | undefined,
	bad: readonly BadItem[],
	total: number,
	became?: ItemReport,
): NodeApiError | NodeOperationError {
	const [first] = bad;
	if (first && bad.length === 1) {
		const { error } = itemFailure(node, first.item, place, first.error, became);
		if (total > 1)
			error.description = [error.description, COUNTED_FROM_0, LET_OTHERS_THROUGH].join(' ');
		return error;
	}
	const { message, description } = badItemsText(bad, total);
	const report = became?.run;
	const outcome = tellsOfOthers(report)
		? reportText(report)
		: 'Nothing was sent in this run of the node.';
	const error = new NodeOperationError(node, message, {
		description: [description, outcome, ...(bad.length < total ? [LET_OTHERS_THROUGH] : [])].join(
			' ',
		),
	});
	if (report) error.context.data = { ...report };
	return error;
}

/** The error of a poll. @param isNothingLost whether the next poll asks again from the same place */
export const pollError = (
	node: INode,
	place: ErrorSource,
	error: unknown,
	isNothingLost: boolean,
): NodeApiError | NodeOperationError =>
	n8nErrorOf(node, pollText(error, place, isNothingLost), error);

/** The error that a dropdown shows in place of its list. */
export const dropdownError = (node: INode, error: unknown): NodeApiError | NodeOperationError =>
	n8nErrorOf(node, dropdownText(error), error);

/**
 * The item to give out under "continue on fail".
 *
 * n8n 1, and n8n 2 until the summer of 2026, tell an item with `details` for the error output only by
 * the item's own `error`. But an `error` that n8n still finds after routing replaces the json by the
 * bare message. Not enumerable, it is seen while routing, and not copied along.
 */
export function failedItem(
	node: INode,
	item: number,
	{ error, json }: Failure,
): INodeExecutionData {
	const failed: INodeExecutionData = { json, pairedItem: { item } };
	if (node.onError !== 'continueErrorOutput') return failed;
	// Writable, because n8n empties it.
	return Object.defineProperty(failed, 'error', { value: error, writable: true });
}

/** @param text undefined for what n8n itself raised, such as a missing credential or an expression's error */
function n8nErrorOf(
	node: INode,
	text: ErrorText | undefined,
	error: unknown,
): NodeApiError | NodeOperationError {
	if (!text) {
		const raised =
			error instanceof NodeApiError || error instanceof NodeOperationError
				? error
				: new NodeOperationError(node, error instanceof Error ? error : String(error));
		if (!(error instanceof Cancelled)) raised.description ||= CHECK_NODE;
		return raised;
	}
	const { message, description, details } = text;
	// n8n takes the HTTP status from the details.
	return error instanceof RequestFailed
		? new NodeApiError(node, details, { message, description })
		: new NodeOperationError(node, message, { description });
}
