import type { INodeProperties } from 'n8n-workflow';
import {
	itemAudience,
	composeErrorText,
	type ErrorText,
} from '../../../nodes/CustomerRelationship/errors/audience';
import { explain, type FullExplanation } from '../../../nodes/CustomerRelationship/errors/explain';
import type { ErrorSource } from '../../../nodes/CustomerRelationship/errors/explainRefusal';
import type { FailedWriteReport } from '../../../nodes/CustomerRelationship/errors/runReport';
import type { FailedAttempt } from '../../../nodes/CustomerRelationship/transport/answer';
import { isWrite, type ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import {
	RequestFailed,
	type Circumstances,
} from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { decideOnFailedAttempt } from '../../../nodes/CustomerRelationship/transport/retryPolicy';
import { ERROR_CODES } from '../transport/errorCodes';
import { get, refusal } from '../transport/failedAttempts';

export type { Circumstances };

const field = (displayName: string, name: string): INodeProperties => ({
	...{ displayName, name, type: 'string', default: '' },
});
/** A panel with some fields. */
export const source: ErrorSource = {
	properties: [field('Phone', 'phone'), field('Owner ID', 'ownerId'), field('Deal', 'dealId')],
};

export function failedRequest(
	attempt: FailedAttempt | undefined,
	request: ApiRequest = get,
	more: Partial<Circumstances> = {},
): RequestFailed {
	return new RequestFailed(request, attempt, { attempts: 1, tookMs: 0, ...more });
}

/** The explanation of a request with the panel of `source`. */
export function explainAttempt(
	attempt: FailedAttempt | undefined,
	request?: ApiRequest,
	more?: Partial<Circumstances>,
): FullExplanation {
	const explanation = explain(failedRequest(attempt, request, more), source);
	if (!explanation) throw new Error('not explained');
	return explanation;
}

/** The text of an item whose error the node raised. */
export function itemText(
	error: unknown,
	report?: FailedWriteReport,
	errorSource: ErrorSource | undefined = source,
): ErrorText {
	const explanation = explain(error, errorSource);
	if (!explanation) throw new Error('not explained');
	return composeErrorText(explanation, itemAudience(error, report));
}

/** The text of an item whose only request failed, with the outcome that the retry policy gives it. */
export function textAfter(attempt: FailedAttempt, request: ApiRequest = get): ErrorText {
	const { write } = decideOnFailedAttempt(attempt, request);
	const outcome = ['unknown', 'server error'].includes(write) ? 'unknown' : 'notCarriedOut';
	return itemText(failedRequest(attempt, request), isWrite(request) ? { outcome } : undefined);
}

/** The refusal with this code of the specification. */
export function refusalWith(code: string, more?: Parameters<typeof refusal>[3]) {
	const [status, type] = ERROR_CODES.find(([, , specCode]) => specCode === code) ?? [
		418,
		'odd_error',
	];
	return refusal(status, type, code, more);
}
