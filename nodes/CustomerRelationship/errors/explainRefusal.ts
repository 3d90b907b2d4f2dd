import type { INodeProperties } from 'n8n-workflow';
import { quote } from '../quote';
import type { Refusal } from '../transport/answer';
import { requiredScopeOf, type ApiRequest } from '../transport/request';
import type { SharedKeyKind } from '../transport/write';
import {
	CATALOGUE,
	explanationFromEntry,
	REPORT_TO_SUPPORT,
	type CatalogueEntry,
	type Explanation,
	type RefusalExplanations,
} from './catalogue';
import { fieldLabel } from './fieldLabel';

/** What error texts need to know of the place where an error occurred. A poll gives `properties` alone. */
export interface ErrorSource {
	/** The fields of the panel, whose labels the text uses. */
	properties?: readonly INodeProperties[];
	/** What refusals mean there, if that differs from the catalogue. */
	refusals?: RefusalExplanations;
}

/** Explains an error of the service, and names the field that it is about. */
export function explainRefusal(
	refusal: Refusal,
	request: ApiRequest,
	{ properties = [], refusals }: ErrorSource = {},
	keyStandsFor?: SharedKeyKind,
): Explanation {
	const param = refusal.param ?? impliedParam(refusal, request, keyStandsFor);
	const label = param === undefined ? undefined : fieldLabel(properties, param, request.fieldNames);
	const entry = findCatalogueEntry(refusal, request, param, refusals);
	const field = label ?? (param ? quote(param) : 'one of the fields');
	const explanation = explanationFromEntry(entry, { field, scope: requiredScopeOf(request) });
	if (!label || typeof entry === 'function') return explanation;
	return { ...explanation, message: `${explanation.message} (field ${label})` };
}

/** The parameter that a refusal is about, if the service does not name it but the request tells. */
function impliedParam({ code }: Refusal, { record }: ApiRequest, keyStandsFor?: SharedKeyKind) {
	if (code === 'resource_not_found') return record?.param;
	return code === 'idempotency_key_reused' && keyStandsFor ? FIELD_OF_KEY[keyStandsFor] : undefined;
}

/** The field that makes a key stand for more than a request. */
const FIELD_OF_KEY: Record<SharedKeyKind, string> = {
	phone: 'oncePerPhone',
	word: 'countsAs',
	days: 'daysBetween',
};

/**
 * Looks up what an error of the service means (specification: Versioning 5):
 *
 * 1. by its code, in the operation's entries and then in the general ones;
 * 2. by its status, in the operation's entries;
 * 3. by its type;
 * 4. by its status.
 *
 * @param param the parameter that it is about
 * @param ofOperation what refusals mean at the operation
 */
export function findCatalogueEntry(
	{ code, type, statusCode }: Refusal,
	request: ApiRequest,
	param: string | undefined,
	ofOperation: RefusalExplanations = {},
): CatalogueEntry {
	const own = new Map(Object.entries(ofOperation));
	const isAddress = code === 'resource_not_found' && param === undefined && !request.record;
	return (
		own.get(`${code} ${param}`) ??
		own.get(`${request.method} ${code}`) ??
		own.get(code) ??
		(isAddress ? UNKNOWN_ADDRESS : CATALOGUE.get(code)) ??
		own.get(String(statusCode)) ??
		EXPLANATION_BY_TYPE.get(type) ??
		(statusCode >= 500 ? SERVICE_FAILED : NOT_ACCEPTED)
	);
}

/** `resource_not_found` for a request that names no record. */
const UNKNOWN_ADDRESS: Explanation = {
	message: 'The service does not know this address',
	remedy:
		'Check Base URL in the credential: it is the service’s address and ends with /api/v1. Then check the IDs that the request holds, if any.',
};

const NOT_ACCEPTED: Explanation = {
	message: 'The service does not accept the request',
	remedy: 'Correct the values that the request is made of.',
};

const SERVICE_FAILED: Explanation = { message: 'The service failed', remedy: REPORT_TO_SUPPORT };

/** For codes that the catalogue does not have. */
const BY_TYPE: Record<string, Explanation> = {
	invalid_request_error: NOT_ACCEPTED,
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
	api_error: SERVICE_FAILED,
};

/** Every type of the specification's Errors table. A map, since an unknown type may be called `constructor`. */
export const EXPLANATION_BY_TYPE: ReadonlyMap<string, Explanation> = new Map(
	Object.entries(BY_TYPE),
);
