/** Key for comparison: a tag, trimmed, in NFC and lower case. */
export const tagKey = (tag: unknown): string =>
	(typeof tag === 'string' ? tag : JSON.stringify(tag)).trim().normalize('NFC').toLowerCase();
