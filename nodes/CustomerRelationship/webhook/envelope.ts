import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../typeGuards';

/**
 * Parses a verified body (specification: Webhook event envelope). It reads the verified bytes, not n8n's parsed body,
 * which depends on the unsigned content type.
 * @returns the envelope unchanged, or `undefined` if the body is not a JSON object
 */
export function parseEnvelope(body: Buffer): IDataObject | undefined {
	let parsed: unknown;
	try {
		parsed = JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''));
	} catch {
		return undefined;
	}
	return isObject(parsed) ? parsed : undefined;
}

/** The event's ID as text (IDs are opaque, General format rules 4), or `undefined` without a usable one. */
export function eventIdOf(envelope: IDataObject): string | undefined {
	const { id } = envelope;
	// JSON.parse rounds larger numbers, so two events could get the same ID.
	const isUsable = (typeof id === 'string' && id !== '') || Number.isSafeInteger(id);
	return isUsable ? String(id) : undefined;
}
