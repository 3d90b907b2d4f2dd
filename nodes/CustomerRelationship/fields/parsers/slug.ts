import { foldCaseAndAccents } from './text';

/** A field's name as the service makes a slug of it, such as `data_de_nascimento`. */
export const slugOf = (name: string): string =>
	foldCaseAndAccents(name.trim()).replace(/[\s-]+/g, '_');

/** What is left of a name without case, accents, blanks, hyphens and underscores. */
export const normalizeName = (slug: string): string =>
	foldCaseAndAccents(slug).replace(/[\s_-]/g, '');

/**
 * The slug among those seen that a text stands for: they differ in nothing but case, accents, blanks, hyphens
 * and underscores. What is written as a slug is taken at its word: it may be one that was not seen.
 */
export function findSlug(text: string, seen: Iterable<string>): string | undefined {
	const all = [...seen];
	if (all.includes(text) || text === slugOf(text)) return text;
	return all.find((slug) => normalizeName(slug) === normalizeName(text));
}

/** The slug among those seen that is most like a text; undefined where none is much like it. */
export function nearestSlug(text: string, seen: Iterable<string>): string | undefined {
	const near = [...seen]
		.map((slug) => ({ slug, distance: distanceOf(normalizeName(text), normalizeName(slug)) }))
		.filter(({ slug, distance }) => distance <= Math.max(1, slug.length / 3))
		.sort((one, other) => one.distance - other.distance);
	return near[0]?.slug;
}

/** How many letters have to be put in, taken out or changed (Levenshtein). */
function distanceOf(one: string, other: string): number {
	let row = Array.from({ length: other.length + 1 }, (_, column) => column);
	for (const letter of one) {
		const above = row;
		row = [above[0]! + 1];
		for (const [column, another] of [...other].entries()) {
			row.push(
				Math.min(
					above[column + 1]! + 1,
					row[column]! + 1,
					above[column]! + (letter === another ? 0 : 1),
				),
			);
		}
	}
	return row.at(-1)!;
}
