import { foldCaseAndAccents } from './text';

/** The slug that the service makes of a field's name, such as `data_de_nascimento`. */
export const slugOf = (name: string): string =>
	foldCaseAndAccents(name.trim()).replace(/[\s-]+/g, '_');

/** A name without case, accents, spaces, hyphens and underscores, for comparison. */
export const normalizeName = (slug: string): string =>
	foldCaseAndAccents(slug).replace(/[\s_-]/g, '');

/**
 * The known slug that a text stands for: they differ in case, accents, spaces, hyphens and underscores at most. A text
 * that is written as a slug stands for itself, even if it is not known.
 */
export const findSlug = (text: string, known: Iterable<string>): string | undefined =>
	slugFinder(known)(text);

/** The same for several texts. @param known the known slugs */
export function slugFinder(known: Iterable<string>): (text: string) => string | undefined {
	const slugs = new Set(known);
	const byName = new Map([...slugs].reverse().map((slug) => [normalizeName(slug), slug]));
	return (text) =>
		slugs.has(text) || text === slugOf(text) ? text : byName.get(normalizeName(text));
}

/** Longer texts are not compared letter by letter. */
const MAX_COMPARED = 100;

/** The known slug that is closest to a text; undefined if none is close. */
export function nearestSlug(text: string, known: Iterable<string>): string | undefined {
	const comparable = [...known].filter((slug) => slug.length <= MAX_COMPARED);
	const near = (text.length > MAX_COMPARED ? [] : comparable)
		.map((slug) => ({ slug, distance: levenshtein(normalizeName(text), normalizeName(slug)) }))
		.filter(({ slug, distance }) => distance <= Math.max(1, slug.length / 3))
		.sort((one, other) => one.distance - other.distance);
	return near[0]?.slug;
}

/** The Levenshtein distance: how many letters have to be inserted, deleted or replaced. */
function levenshtein(one: string, other: string): number {
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
