/**
 * Sorts entries by their labels, in place. Labels are English and slugs plain letters, so no locale is needed:
 * comparing with one would take most of the time that the package takes to load.
 */
export function sortByLabel<T>(entries: T[], labelOf: (entry: T) => string): T[] {
	const key = (entry: T) => labelOf(entry).toLowerCase();
	return entries.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
