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

/** Whether a node's static data hold the mark: looked up without taking the text apart. */
export function holds(stored: unknown, mark: string): boolean {
	const text = textIn(stored);
	let at = text.indexOf(mark);
	while (at >= 0 && at % MARK_LENGTH !== 0) at = text.indexOf(mark, at + 1);
	return at >= 0;
}

/** The marks that a node's static data hold, oldest first. */
export function marksIn(stored: unknown): Set<string> {
	const text = textIn(stored);
	const marks = new Set<string>();
	for (let at = 0; at < text.length; at += MARK_LENGTH) marks.add(text.slice(at, at + MARK_LENGTH));
	return marks;
}

/** The text to store once `added` are remembered, too: the newest thousand, oldest first. */
export function remember(stored: unknown, added: Iterable<string>): string {
	const known = marksIn(stored);
	let text = textIn(stored);
	for (const mark of added) {
		if (known.has(mark)) continue;
		known.add(mark);
		text += mark;
	}
	return text.slice(-REMEMBERED * MARK_LENGTH);
}

/** What is stored, or nothing if it is not text that we wrote. */
function textIn(stored: unknown): string {
	return typeof stored === 'string' && stored.length % MARK_LENGTH === 0 ? stored : '';
}
