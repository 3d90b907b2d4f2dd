import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { RequestFailed } from '../transport/requestFailed';
import { NO_DETAILS, type Place } from './explain';
import { dropdownText, itemText, pollText, type ErrorText } from './frames';
import { othersText, type Others } from './others';

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
 * @param place the chosen operation
 * @param others what became of the other items, where this failure ends the run of a write
 */
export function failureOf(
	node: INode,
	item: number,
	place: Place | undefined,
	error: unknown,
	others?: Others,
): Failure {
	const text = itemText(error, place, others);
	const n8nError = n8nErrorOf(node, text, error);
	if (!text && others) {
		n8nError.description = [n8nError.description, othersText(others)].filter(Boolean).join(' ');
	}
	n8nError.context.itemIndex = item;
	if (others && others.output.length > 0) n8nError.context.data = { carriedOut: others.output };
	return {
		error: n8nError,
		json: { error: n8nError.message, details: text?.details ?? NO_DETAILS },
	};
}

/** The error of a poll. @param goesOn whether the next poll asks again from the same place */
export const pollFailure = (
	node: INode,
	place: Place,
	error: unknown,
	goesOn: boolean,
): NodeApiError | NodeOperationError => n8nErrorOf(node, pollText(error, place, goesOn), error);

/** The error that a dropdown shows in place of its list. */
export const dropdownFailure = (node: INode, error: unknown): NodeApiError | NodeOperationError =>
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

/** @param text none of what n8n itself raised, such as a missing credential or an expression's error */
function n8nErrorOf(
	node: INode,
	text: ErrorText | undefined,
	error: unknown,
): NodeApiError | NodeOperationError {
	if (!text) {
		return error instanceof NodeApiError || error instanceof NodeOperationError
			? error
			: new NodeOperationError(node, error instanceof Error ? error : String(error));
	}
	const { message, description, details } = text;
	// n8n takes the HTTP status from the details.
	return error instanceof RequestFailed
		? new NodeApiError(node, details, { message, description })
		: new NodeOperationError(node, message, { description });
}
