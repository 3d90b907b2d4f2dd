/** Equal for two tags that are the same, however they are spelled: trimmed, NFC, lower case. */
export const tagKey = (tag: unknown): string =>
	(typeof tag === 'string' ? tag : JSON.stringify(tag)).trim().normalize('NFC').toLowerCase();
