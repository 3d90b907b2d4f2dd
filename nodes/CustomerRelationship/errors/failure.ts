import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';
import { RequestFailed } from '../transport/requestFailed';
import { badItemsText, LET_OTHERS_THROUGH, type BadItem } from './badItems';
import { explain, NO_DETAILS, type ErrorText, type Of } from './explain';
import { labelsOf } from './labels';
import { reportText, tellsOfOthers, type Became } from './report';

/** A failed item, both ways in which n8n may want it. */
export interface Failure {
	/** To be thrown, where the failure ends the execution. */
	error: NodeApiError | NodeOperationError;
	/**
	 * The item's json under "continue on fail". It holds nothing but `error` and `details`:
	 * by that n8n knows it for the error output.
	 */
	json: IDataObject;
}

/**
 * @param properties what the panel shows, for the labels of its fields
 * @param became what became of it, and of all others where this ends the run; nothing of a read
 */
export function failureOf(
	node: INode,
	item: number,
	properties: readonly INodeProperties[] = [],
	error: unknown,
	became?: Became,
): Failure {
	const text = explain(error, labelsOf(properties), became);
	const n8nError = text
		? explained(node, item, text, error instanceof RequestFailed)
		: unexplained(node, error);
	const report = became?.report;
	if (!text && report) {
		n8nError.description = [n8nError.description, reportText(report)].filter(Boolean).join(' ');
	}
	n8nError.context.itemIndex = item;
	if (report) n8nError.context.data = { ...report };
	return {
		error: n8nError,
		json: {
			error: n8nError.message,
			details: {
				...(text?.details ?? NO_DETAILS),
				whatToDo: text?.whatToDo ?? n8nError.description ?? null,
				outcome: became?.outcome ?? null,
			},
		},
	};
}

/**
 * The error of a run that ended before anything was sent. It names every bad item.
 * @param total how many items there are
 */
export function badInput(
	node: INode,
	properties: readonly INodeProperties[] | undefined,
	bad: readonly BadItem[],
	total: number,
	became?: Became,
): NodeApiError | NodeOperationError {
	const [first] = bad;
	if (first && bad.length === 1) {
		const { error } = failureOf(node, first.item, properties, first.error, became);
		if (total > 1) error.description = [error.description, LET_OTHERS_THROUGH].join(' ');
		return error;
	}
	const { message, description } = badItemsText(bad, total);
	const report = became?.report;
	const outcome = tellsOfOthers(report)
		? reportText(report)
		: 'Nothing was sent in this run of the node.';
	const error = new NodeOperationError(node, message, {
		description: [description, outcome, LET_OTHERS_THROUGH].join(' '),
	});
	if (report) error.context.data = { ...report };
	return error;
}

/** The error of a poll, which has no item and is over long before a user could wait longer. */
export function pollFailure(
	node: INode,
	properties: readonly INodeProperties[],
	error: unknown,
	of: Of = 'poll',
): NodeApiError | NodeOperationError {
	const text = explain(error, labelsOf(properties), undefined, of);
	return text ? explained(node, 0, text, error instanceof RequestFailed) : unexplained(node, error);
}

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

function explained(node: INode, itemIndex: number, text: ErrorText, ofService: boolean) {
	const { message, description, details } = text;
	const options = { message, description, itemIndex };
	// n8n takes the HTTP status from the details.
	return ofService
		? new NodeApiError(node, details, options)
		: new NodeOperationError(node, message, options);
}

/** What n8n itself raised, such as a missing credential or an expression's error. */
const unexplained = (node: INode, error: unknown) =>
	error instanceof NodeApiError || error instanceof NodeOperationError
		? error
		: new NodeOperationError(node, error instanceof Error ? error : String(error));
