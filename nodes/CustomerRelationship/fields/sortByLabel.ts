/**
 * Puts entries in the alphabetical order of their labels, in place. Labels are English: comparing them by a
 * locale would bring no other order, and take most of the time that loading the package takes.
 */
export function sortByLabel<T>(entries: T[], labelOf: (entry: T) => string): T[] {
	const key = (entry: T) => labelOf(entry).toLowerCase();
	return entries.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
