import type { IDataObject } from 'n8n-workflow';

/**
 * The event in a verified body (specification: Webhook event envelope), untouched. It is read
 * from the very bytes that were verified: n8n's own reading goes by the content type, which
 * nobody signed. `undefined` when the bytes are not a JSON object.
 */
export function envelopeIn(body: Buffer): IDataObject | undefined {
	let parsed: unknown;
	try {
		parsed = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''));
	} catch {
		return undefined;
	}
	const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
	return isObject ? (parsed as IDataObject) : undefined;
}

/** The event's id as text (ids are opaque, General format rules 4), or `undefined` without one. */
export function eventIdOf(envelope: IDataObject): string | undefined {
	const { id } = envelope;
	// Of longer numbers JSON keeps the first digits only: two events could look the same.
	const usable = (typeof id === 'string' && id !== '') || Number.isSafeInteger(id);
	return usable ? String(id) : undefined;
}

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
