import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { FIRST_ITEM_IS_0_SENTENCE } from '../itemsText';
import { escapeHtml } from '../html';
import { joinSentences } from '../sentences';
import { Cancelled } from '../transport/cancelled';
import { RequestFailed } from '../transport/requestFailed';
import {
	CHECK_NODE,
	DROPDOWN_AUDIENCE,
	itemAudience,
	pollAudience,
	composeErrorText,
	unexplainedItemAudience,
	type Audience,
} from './audience';
import { invalidItemsText, type InvalidItem } from './invalidItems';
import { explain, type ErrorDetails } from './explain';
import type { ErrorSource } from './explainRefusal';
import {
	hasEffectsInBatch,
	publicOutcome,
	publicRunReport,
	runReportText,
	type FailedWriteReport,
} from './runReport';

type NodeError = NodeApiError | NodeOperationError;

/** An error of an item of the action node. */
interface ItemError {
	/** The item's number, counted from 0. */
	item: number;
	/** Its operation. */
	source: ErrorSource | undefined;
	error: unknown;
	/** What became of its write, and of all others if this ends the run; undefined for a read. */
	report?: FailedWriteReport | undefined;
}

/** A failed item, in both forms that n8n may want. */
interface ItemFailure {
	/** To be thrown, if the failure ends the execution. */
	error: NodeError;
	message: string;
	/** In sentences. */
	whatToDo: string | null;
	/**
	 * The json of the item with *On Error: Continue*. It holds nothing but `error` and `details`: by that
	 * newer versions of n8n recognize an item for the error output (for older ones see `failedOutputItem`).
	 */
	json: IDataObject;
}

/** The failure of an item of the action node. */
export function itemFailure(node: INode, { item, source, error, report }: ItemError): ItemFailure {
	const { n8nError, details, whatToDo } = toN8nError(node, error, {
		source,
		audience: itemAudience(error, report),
		unexplained: unexplainedItemAudience(report),
	});
	const runReport = report?.runReport;
	n8nError.context.itemIndex = item;
	if (runReport) n8nError.context.data = publicRunReport(runReport);
	return {
		error: n8nError,
		message: n8nError.message,
		whatToDo,
		json: {
			error: n8nError.message,
			details: withoutNulls({
				...details,
				whatToDo,
				outcome: report ? publicOutcome(report.outcome) : null,
			}),
		},
	};
}

const withoutNulls = (values: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** How to run the valid items all the same. */
const LET_OTHERS_THROUGH =
	'To let the other items through, choose Settings > On Error > Continue (using error output), or with Output: Row just Continue.';

/**
 * The error of a run that ends in its preparation; only an earlier try can have sent something. It names
 * every invalid item.
 * @param source the operation of the first of them
 * @param report on the first of them
 * @param total number of all items
 */
export function invalidItemsError(
	node: INode,
	invalidItems: readonly InvalidItem[],
	{ source, report, total }: Pick<ItemError, 'source' | 'report'> & { total: number },
): NodeError {
	const [first] = invalidItems;
	if (first && invalidItems.length === 1) {
		const { error } = itemFailure(node, { ...first, source, report });
		if (total > 1)
			error.description = [error.description, FIRST_ITEM_IS_0_SENTENCE, LET_OTHERS_THROUGH].join(
				' ',
			);
		return error;
	}
	const { message, description } = invalidItemsText(invalidItems, total, report?.nameOf);
	const runReport = report?.runReport;
	const outcome = hasEffectsInBatch(runReport)
		? runReportText(runReport, report)
		: 'Nothing was sent in this run of the node.';
	const error = new NodeOperationError(node, message, {
		description: joinSentences(
			description,
			escapeHtml(outcome),
			invalidItems.length < total && LET_OTHERS_THROUGH,
		),
	});
	if (runReport) error.context.data = publicRunReport(runReport);
	return error;
}

/** The error of a poll. @param isNothingLost whether the next poll continues from the same place */
export const pollError = (
	node: INode,
	source: ErrorSource,
	error: unknown,
	isNothingLost: boolean,
): NodeError =>
	toN8nError(node, error, { source, audience: pollAudience(error, isNothingLost) }).n8nError;

/** The error that a dropdown shows in place of its list. */
export const dropdownError = (node: INode, error: unknown): NodeError =>
	toN8nError(node, error, { audience: DROPDOWN_AUDIENCE, isShownAsText: true }).n8nError;

/**
 * The output item of a failure with *On Error: Continue*.
 *
 * n8n 1, and n8n 2 until the summer of 2026, send an item whose json has `details` to the error output only
 * if the item itself has a property `error`. If a copy of that property is still there afterwards, n8n
 * replaces the json by the bare message. So the property is not enumerable: n8n sees it, but does not copy
 * it.
 */
export function failedOutputItem(
	node: INode,
	item: number,
	{ error, json }: ItemFailure,
): INodeExecutionData {
	const output: INodeExecutionData = { json, pairedItem: { item } };
	if (node.onError !== 'continueErrorOutput') return output;
	// Writable, because n8n empties it.
	return Object.defineProperty(output, 'error', { value: error, writable: true });
}

/** Who reads an error, and where it occurred. */
interface ErrorPlace {
	audience: Audience;
	/** The audience of `Cancelled` and of errors of n8n, which `explain` does not explain. */
	unexplained?: Audience;
	source?: ErrorSource | undefined;
	/** n8n shows the description as text, not as HTML. */
	isShownAsText?: boolean;
}

/** n8n's error of a failure, with what was explained of it. */
interface Conversion {
	n8nError: NodeError;
	/** Null if there is nothing to do. */
	whatToDo: string | null;
	/** Undefined for `Cancelled` and for errors of n8n. */
	details?: ErrorDetails;
}

/** Makes n8n's error of any error, worded for an audience. */
function toN8nError(
	node: INode,
	error: unknown,
	{ audience, unexplained = {}, source, isShownAsText = false }: ErrorPlace,
): Conversion {
	const explanation = explain(error, source);
	if (!explanation) return unexplainedToN8nError(node, error, unexplained);
	const { message, description: text, whatToDo } = composeErrorText(explanation, audience);
	const { details } = explanation;
	const description = isShownAsText ? text : escapeHtml(text);
	// n8n takes the HTTP status from the details.
	const n8nError =
		error instanceof RequestFailed
			? new NodeApiError(node, details, { message, description })
			: new NodeOperationError(node, message, { description });
	return { n8nError, details, whatToDo };
}

/** Makes n8n's error of `Cancelled`, or of what n8n raised: a missing credential, the error of an expression. */
function unexplainedToN8nError(node: INode, error: unknown, audience: Audience): Conversion {
	const n8nError = unexplainedError(node, error);
	const { message } = n8nError;
	const remedy = error instanceof Cancelled ? '' : n8nError.description || CHECK_NODE;
	const { outcome, lastStep } = audience;
	const { description, whatToDo } = composeErrorText(
		{ message, remedy },
		// The outcome may name customers, and the last step a field. n8n's own description is HTML already.
		{
			...audience,
			outcome: outcome && escapeHtml(outcome),
			lastStep: lastStep && escapeHtml(lastStep),
		},
	);
	n8nError.description = description;
	return { n8nError, whatToDo: whatToDo || null };
}

function unexplainedError(node: INode, error: unknown): NodeError {
	// As text: n8n logs the stack of a cause that is not one of its own errors.
	if (error instanceof Cancelled) return new NodeOperationError(node, error.message);
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(node, error instanceof Error ? error : String(error));
}
