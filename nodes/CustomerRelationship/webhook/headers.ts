import type { IDataObject } from 'n8n-workflow';

/** What headers are called that let somebody in, at n8n, at a proxy in front of it, or elsewhere. */
const LETS_SOMEBODY_IN =
	/auth|cookie|token|secret|key|sign|session|pass|pwd|credential|jwt|assertion|oidc|saml|cert|csrf|xsrf|principal|login|bearer|otp|mfa|2fa|\bpin\b|sso|\bsid\b|ticket|access|hmac|hash|digest|dpop|verify|fdid|ur[il]\b|referer/i;

/** Values that do so whatever the header is called. */
const LOGIN = /^\s*(bearer|basic|digest)\s/i;

/** A request's headers without those that let somebody in, by their names or values. */
export function harmlessHeaders(headers: object): IDataObject {
	return Object.fromEntries(
		Object.entries(headers).filter(
			([name, value]) => !LETS_SOMEBODY_IN.test(name) && !LOGIN.test(String(value)),
		),
	) as IDataObject;
}
