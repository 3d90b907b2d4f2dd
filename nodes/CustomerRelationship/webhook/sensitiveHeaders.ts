import type { IDataObject } from 'n8n-workflow';

/**
 * Names of headers that may grant access to n8n, to a proxy in front of it, or elsewhere. A URL may hold a token.
 * `x-azure-fdid` identifies an Azure Front Door, whose requests a server may trust.
 */
const SENSITIVE_NAME =
	/auth|cookie|token|secret|key|sign|session|pass|pwd|credential|jwt|assertion|oidc|saml|cert|csrf|xsrf|principal|login|bearer|otp|mfa|2fa|\bpin\b|sso|\bsid\b|ticket|access|hmac|hash|digest|dpop|verify|fdid|ur[il]\b|referer/i;

/** Values that grant access whatever the header's name. */
const SENSITIVE_VALUE = /^\s*(bearer|basic|digest)\s/i;

/** A request's headers without those that may grant access, by name or value. */
export function omitSensitiveHeaders(headers: object): IDataObject {
	return Object.fromEntries(
		Object.entries(headers).filter(
			([name, value]) => !SENSITIVE_NAME.test(name) && !SENSITIVE_VALUE.test(String(value)),
		),
	) as IDataObject;
}
