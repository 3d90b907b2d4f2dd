import { createHash } from 'crypto';

/** How many event ids a node remembers: the newest. */
export const REMEMBERED = 1000;

const MARK_LENGTH = 12;

/**
 * What is kept of an event id: 12 characters (72 bits of its SHA-256), so that a thousand ids,
 * however long, take 12 kB of static data as a single text.
 */
export function markOf(eventId: string): string {
	return createHash('sha256').update(eventId).digest('base64url').slice(0, MARK_LENGTH);
}

/** The marks that a node's static data hold, oldest first; none if it is not text that we wrote. */
export function marksIn(stored: unknown): Set<string> {
	if (typeof stored !== 'string' || stored.length % MARK_LENGTH !== 0) return new Set();
	return new Set(stored.match(/.{12}/g));
}

/** The text to store once `added` are remembered, too: the newest thousand, oldest first. */
export function remember(stored: unknown, added: Iterable<string>): string {
	return [...new Set([...marksIn(stored), ...added])].slice(-REMEMBERED).join('');
}
