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

/** The event's ID as text, or `undefined` without a usable one. */
export const eventIdOf = ({ id }: IDataObject): string | undefined => idAsText(id);

/** The conversation of a message event (specification: Message) as text, or `undefined` without a usable ID. */
export function conversationIdOf({ data }: IDataObject): string | undefined {
	return isObject(data) ? idAsText(data.conversationId) : undefined;
}

/** IDs are opaque (General format rules 4). */
function idAsText(id: unknown): string | undefined {
	// JSON.parse rounds larger numbers, so two different IDs could become the same.
	const isUsable = (typeof id === 'string' && id !== '') || Number.isSafeInteger(id);
	return isUsable ? String(id) : undefined;
}
