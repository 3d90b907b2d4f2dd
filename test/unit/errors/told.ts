import { RequestFailed } from '../../../nodes/CustomerRelationship/transport/requestFailed';
import { explain, type LabelOf } from '../../../nodes/CustomerRelationship/errors/explain';
import type { ApiRequest } from '../../../nodes/CustomerRelationship/transport/request';
import {
	mayHaveRun,
	type Setback,
} from '../../../nodes/CustomerRelationship/transport/retryPolicy';
import { ERROR_CODES } from '../transport/errorCodes';
import { get, refusal } from '../transport/setbacks';

export type Circumstances = RequestFailed['circumstances'];
const LABELS: Record<string, string> = { phone: 'Phone', ownerId: 'Owner ID' };
export const labelOf: LabelOf = (param) => LABELS[param];

export function told(
	setback: Setback | undefined,
	request: ApiRequest = get,
	more: Partial<Circumstances> = {},
) {
	const outcomeUnknown = setback !== undefined && mayHaveRun(setback, request);
	const circumstances = {
		...{ attempts: 1, waitedMs: 0, outcomeUnknown, hasOwnKey: false },
		...more,
	};
	const text = explain(new RequestFailed(request, setback, circumstances), labelOf);
	if (!text) throw new Error('not explained');
	return text;
}

export const of = (code: string, more: Parameters<typeof refusal>[3] = {}) => {
	const [status, type] = ERROR_CODES.find(([, , known]) => known === code) ?? [418, 'odd_error'];
	return refusal(status, type, code, more);
};
