import type { Refusal } from '../transport/answer';
import type { ApiRequest } from '../transport/request';
import { EXPLAINED_BY_CODE, EXPLAINED_BY_TYPE, FAILED, REFUSED } from './catalogue';
import type { Explanation, Meaning, Refusals } from './explanation';

/** `resource_not_found` for a request that names no record. */
const UNKNOWN_ADDRESS: Explanation = {
	message: 'The service does not know this address',
	remedy:
		'Check Base URL in the credential: it is the service’s address and ends with /api/v1. Then check the IDs that the request holds, if any.',
};

/**
 * Looks up what an error of the service means: by the operation, by code, by type, by status.
 * @param param the parameter that it is about
 * @param ofOperation what refusals mean at the operation
 */
export function meaningOf(
	{ code, type, statusCode }: Refusal,
	request: ApiRequest,
	param: string | undefined,
	ofOperation: Refusals = {},
): Meaning {
	const here = new Map(Object.entries(ofOperation));
	const isAddress = code === 'resource_not_found' && param === undefined && !request.record;
	return (
		here.get(`${code} ${param}`) ??
		here.get(code) ??
		(isAddress ? UNKNOWN_ADDRESS : EXPLAINED_BY_CODE.get(code)) ??
		here.get(String(statusCode)) ??
		EXPLAINED_BY_TYPE.get(type) ??
		(statusCode >= 500 ? FAILED : REFUSED)
	);
}
