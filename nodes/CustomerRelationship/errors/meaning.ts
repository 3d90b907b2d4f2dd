import type { Refusal } from '../transport/answer';
import type { ApiRequest } from '../transport/request';
import { EXPLAINED_BY_CODE, REPORT } from './catalogue';
import type { Explanation, Meaning, Refusals } from './explanation';

const REFUSED: Explanation = {
	message: 'The service does not accept the request',
	remedy: 'Correct the values that the request is made of.',
};

const FAILED: Explanation = { message: 'The service failed', remedy: REPORT };

// Maps, not objects: codes come from outside, and one may be called `constructor`.
const EXPLAINED_BY_TYPE = new Map(
	Object.entries<Explanation>({
		invalid_request_error: REFUSED,
		authentication_error: {
			message: 'The service does not accept the access token',
			remedy: 'Create a token in the service’s account settings and put it into the credential.',
		},
		permission_error: {
			message: 'The access token does not allow this',
			remedy: 'Use a token with more scopes, or one of a user with a higher role.',
		},
		not_found_error: {
			message: 'The service did not find what the request names',
			remedy: 'Check the IDs. What the access token’s user does not see is not found either.',
		},
		conflict_error: {
			message: 'The request conflicts with what the service holds',
			remedy: 'Look at the record in the service, and resolve the conflict.',
		},
		rate_limit_error: {
			message: 'A limit of the service was reached',
			remedy: 'If it happens often, spread the work, other programs’ too, over more time.',
			isTransient: true,
		},
		api_error: FAILED,
	}),
);

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
