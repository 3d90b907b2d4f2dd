import type { INodeProperties } from 'n8n-workflow';
import type { Place } from '../../../nodes/CustomerRelationship/errors/explain';
import { itemText } from '../../../nodes/CustomerRelationship/errors/frames';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import {
	mayHaveRun,
	type Setback,
} from '../../../nodes/CustomerRelationship/transport/retryPolicy';
import { ERROR_CODES } from '../transport/errorCodes';
import { get, refusal } from '../transport/setbacks';

export type Circumstances = RequestFailed['circumstances'];

const field = (displayName: string, name: string): INodeProperties => ({
	...{ displayName, name, type: 'string', default: '' },
});
/** A panel with some fields. */
export const place: Place = {
	properties: [field('Phone', 'phone'), field('Owner ID', 'ownerId'), field('Deal', 'dealId')],
};

export function failed(
	setback: Setback | undefined,
	request: ApiRequest = get,
	more: Partial<Circumstances> = {},
): RequestFailed {
	const outcomeUnknown = setback !== undefined && mayHaveRun(setback, request);
	const circumstances = { attempts: 1, waitedMs: 0, outcomeUnknown };
	return new RequestFailed(request, setback, { ...circumstances, ...more });
}

/** What an item is told of a failed request. */
export function told(...failure: Parameters<typeof failed>) {
	const text = itemText(failed(...failure), place);
	if (!text) throw new Error('not explained');
	return text;
}

export const of = (code: string, more: Parameters<typeof refusal>[3] = {}) => {
	const [status, type] = ERROR_CODES.find(([, , known]) => known === code) ?? [418, 'odd_error'];
	return refusal(status, type, code, more);
};
