import type { INodeProperties } from 'n8n-workflow';
import type { ErrorSource } from '../../../nodes/CustomerRelationship/errors/explain';
import { itemText } from '../../../nodes/CustomerRelationship/errors/errorText';
import { isWrite, type ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import {
	decide,
	type FailedAttempt,
} from '../../../nodes/CustomerRelationship/transport/retryPolicy';
import { ERROR_CODES } from '../transport/errorCodes';
import { get, refusal } from '../transport/failedAttempts';

export type Circumstances = RequestFailed['circumstances'];

const field = (displayName: string, name: string): INodeProperties => ({
	...{ displayName, name, type: 'string', default: '' },
});
/** A panel with some fields. */
export const place: ErrorSource = {
	properties: [field('Phone', 'phone'), field('Owner ID', 'ownerId'), field('Deal', 'dealId')],
};

export function failed(
	setback: FailedAttempt | undefined,
	request: ApiRequest = get,
	more: Partial<Circumstances> = {},
): RequestFailed {
	return new RequestFailed(request, setback, { attempts: 1, tookMs: 0, ...more });
}

/** What an item is told of a request that failed, as far as that alone tells what became of it. */
export function told(setback: FailedAttempt, request: ApiRequest = get) {
	const { write } = decide(setback, request);
	const outcome = ['unknown', 'failed inside'].includes(write) ? 'unknown' : 'notCarriedOut';
	const became = isWrite(request) ? ({ outcome } as const) : undefined;
	const text = itemText(failed(setback, request), place, became);
	if (!text) throw new Error('not explained');
	return text;
}

export const of = (code: string, more: Parameters<typeof refusal>[3] = {}) => {
	const [status, type] = ERROR_CODES.find(([, , known]) => known === code) ?? [418, 'odd_error'];
	return refusal(status, type, code, more);
};
