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
