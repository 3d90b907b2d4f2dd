import type { IDataObject } from 'n8n-workflow';

/** What headers are called that let somebody in, at n8n, at a proxy in front of it, or elsewhere. */
const LETS_SOMEBODY_IN =
	/auth|cookie|token|secret|key|sign|session|passw|pwd|credential|jwt|assertion|oidc|saml|cert|csrf|xsrf|principal/i;

/** A request's headers without those that let somebody in, by their names. */
export function harmlessHeaders(headers: object): IDataObject {
	return Object.fromEntries(
		Object.entries(headers).filter(([name]) => !LETS_SOMEBODY_IN.test(name)),
	) as IDataObject;
}
