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
	const text = typeof stored === 'string' && stored.length % MARK_LENGTH === 0 ? stored : '';
	const marks = new Set<string>();
	for (let at = 0; at < text.length; at += MARK_LENGTH) marks.add(text.slice(at, at + MARK_LENGTH));
	return marks;
}

/** The text to store for these marks: the newest thousand, oldest first. */
export function textOf(marks: Set<string>): string {
	return [...marks].slice(-REMEMBERED).join('');
}
