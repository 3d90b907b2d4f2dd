import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { RequestFailed } from '../transport/requestFailed';
import { Cancelled } from '../transport/cancelled';
import {
	badItemsText,
	CHECK_NODE,
	COUNTED_FROM_0,
	LET_OTHERS_THROUGH,
	type BadItem,
} from './badItems';
import { DROPDOWN, errorText, itemAudience, pollAudience, type Audience } from './errorText';
import { explain, type ErrorDetails, type ErrorSource } from './explain';
import { sentences } from './explanation';
import { concernsOtherItems, runReportText, type ItemReport } from './report';

type NodeError = NodeApiError | NodeOperationError;

/** A failed item, in both forms that n8n may want. */
interface ItemFailure {
	/** To be thrown, if the failure ends the execution. */
	error: NodeError;
	message: string;
	/** The advice, in sentences. */
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
	const described = describe(node, error, itemAudience(error, report), source);
	const { n8nError, details } = described;
	const run = report?.run;
	const whatToDo = described.whatToDo ?? n8nError.description ?? null;
	if (!details && run)
		n8nError.description = sentences(
			runReportText(run, report),
			whatToDo ?? '',
			...(report.undoFailures ?? []),
		);
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

/**
 * The error of a run that ends before anything is sent. It names every bad item.
 * @param source the operation of the first of them
 * @param total number of all items
 * @param report of the first bad item
 */
export function badItemsError(
	node: INode,
	source: ErrorSource | undefined,
	bad: readonly BadItem[],
	total: number,
	report?: ItemReport,
): NodeError {
	const [first] = bad;
	if (first && bad.length === 1) {
		const { error } = itemFailure(node, first.item, source, first.error, report);
		if (total > 1)
			error.description = [error.description, COUNTED_FROM_0, LET_OTHERS_THROUGH].join(' ');
		return error;
	}
	const { message, description } = badItemsText(bad, total, report?.nameOf);
	const run = report?.run;
	const outcome = concernsOtherItems(run)
		? runReportText(run, report)
		: 'Nothing was sent in this run of the node.';
	const error = new NodeOperationError(node, message, {
		description: sentences(description, outcome, bad.length < total && LET_OTHERS_THROUGH),
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
): NodeError => describe(node, error, pollAudience(error, isNothingLost), source).n8nError;

/** The error that a dropdown shows in place of its list. */
export const dropdownError = (node: INode, error: unknown): NodeError =>
	describe(node, error, DROPDOWN).n8nError;

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
	const failed: INodeExecutionData = { json, pairedItem: { item } };
	if (node.onError !== 'continueErrorOutput') return failed;
	// Writable, because n8n empties it.
	return Object.defineProperty(failed, 'error', { value: error, writable: true });
}

interface Described {
	n8nError: NodeError;
	/** Undefined for errors that the node did not raise. */
	details?: ErrorDetails;
	whatToDo?: string;
}

/** Explains an error, words it for an audience, and makes n8n's error of it. */
function describe(
	node: INode,
	error: unknown,
	audience: Audience,
	source?: ErrorSource,
): Described {
	const explained = explain(error, source);
	if (!explained) return { n8nError: raisedElsewhere(node, error) };
	const { message, description, whatToDo } = errorText(explained, audience);
	const { details } = explained;
	// n8n takes the HTTP status from the details.
	const n8nError =
		error instanceof RequestFailed
			? new NodeApiError(node, details, { message, description })
			: new NodeOperationError(node, message, { description });
	return { n8nError, details, whatToDo };
}

/** What n8n itself raised, such as a missing credential or the error of an expression. */
function raisedElsewhere(node: INode, error: unknown): NodeError {
	// As text: n8n logs the stack of a cause that is not one of its own errors.
	if (error instanceof Cancelled) return new NodeOperationError(node, error.message);
	const raised =
		error instanceof NodeApiError || error instanceof NodeOperationError
			? error
			: new NodeOperationError(node, error instanceof Error ? error : String(error));
	raised.description ||= CHECK_NODE;
	return raised;
}
