import { foldCaseAndAccents } from './text';

/** The slug that the service makes of a field's name, such as `data_de_nascimento`. */
export const slugFromName = (name: string): string =>
	foldCaseAndAccents(name.trim()).replace(/[\s-]+/g, '_');

/** A name without case, accents, spaces, hyphens and underscores, for comparison. */
export const normalizeName = (name: string): string =>
	foldCaseAndAccents(name).replace(/[\s_-]/g, '');

/**
 * The slug that a text stands for: they differ in case, accents, spaces, hyphens and underscores at most. A
 * text that is written as a slug stands for itself, even if it is not among the slugs.
 */
export const findSlug = (text: string, slugs: Iterable<string>): string | undefined =>
	makeSlugFinder(slugs)(text);

/** Makes a `findSlug` for several texts. */
export function makeSlugFinder(slugs: Iterable<string>): (text: string) => string | undefined {
	const all = new Set(slugs);
	const byName = new Map([...all].reverse().map((slug) => [normalizeName(slug), slug]));
	return (text) =>
		all.has(text) || text === slugFromName(text) ? text : byName.get(normalizeName(text));
}

/** Longer texts are not compared letter by letter. */
const MAX_COMPARED = 100;

/** The slug that is closest to a text; undefined if none is close. */
export function nearestSlug(text: string, slugs: Iterable<string>): string | undefined {
	const comparable = [...slugs].filter((slug) => slug.length <= MAX_COMPARED);
	const matches = (text.length > MAX_COMPARED ? [] : comparable)
		.map((slug) => ({ slug, distance: levenshtein(normalizeName(text), normalizeName(slug)) }))
		.filter(({ slug, distance }) => distance <= Math.max(1, slug.length / 3))
		.sort((a, b) => a.distance - b.distance);
	return matches[0]?.slug;
}

/** The Levenshtein distance: how many letters have to be inserted, deleted or replaced. */
function levenshtein(a: string, b: string): number {
	let row = Array.from({ length: b.length + 1 }, (_, column) => column);
	for (const letterOfA of a) {
		const above = row;
		row = [above[0]! + 1];
		for (const [column, letterOfB] of [...b].entries()) {
			row.push(
				Math.min(
					above[column + 1]! + 1,
					row[column]! + 1,
					above[column]! + (letterOfA === letterOfB ? 0 : 1),
				),
			);
		}
	}
	return row.at(-1)!;
}
