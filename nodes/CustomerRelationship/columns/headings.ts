import { normalizeName, slugOf } from '../fields/parsers/slug';

/** A column that a row can have: one of the operation's fields, or a custom field. */
export interface Column {
	/** The API's property name, or `customFields.` and the slug. */
	id: string;
	/** As the panel names it. */
	label: string;
}

const CUSTOM = 'customFields.';

/** What nobody writes as a name: no blank, no accent, no capital at its beginning. */
const WRITTEN_SLUG = /^[a-z\d_][\w-]*$/;

export const customFieldColumn = (slug: string): Column => ({
	id: `${CUSTOM}${slug}`,
	label: slug,
});

/** The slug of a custom field's column; undefined for the others. */
export const slugIn = (id: string): string | undefined =>
	id.startsWith(CUSTOM) ? id.slice(CUSTOM.length) : undefined;

/** What else records have in Simplify's rows, by a property that only they have. */
const OF_RECORDS: Readonly<Record<string, readonly string[]>> = {
	phone: ['id', 'company'],
	cnpj: ['id', 'isActive'],
	title: [
		...['id', 'status', 'pipeline', 'stage', 'company', 'contact'],
		...['contact_phone', 'contact_email'],
	],
};

/** What Simplify calls what no column fits: as such a heading is no custom field. @param properties of the records */
export const recordOnlyHeadings = (properties: Iterable<string>): ReadonlySet<string> =>
	new Set([...properties].flatMap((name) => OF_RECORDS[name] ?? []).map(normalizeName));

/** What sheets in Portuguese usually call a column, by its ID. */
const PORTUGUESE: Readonly<Record<string, readonly string[]>> = {
	name: ['nome'],
	phone: ['telefone', 'celular', 'whatsapp'],
	email: ['e-mail'],
	phones: ['telefone', 'telefones', 'celular', 'whatsapp', 'phone'],
	emails: ['e-mail', 'email'],
	tags: ['etiquetas'],
	legalName: ['razão social'],
	tradeName: ['nome fantasia'],
	title: ['título'],
	value: ['valor'],
};

export const portugueseHeadings = ({ id }: Column): readonly string[] => PORTUGUESE[id] ?? [];

/** Tells which column a row's heading means. */
export type HeadingMatcher = (heading: string) => Column | undefined;

/**
 * Headings fit by a column's ID, then its label, then a custom field's slug, then what sheets in Portuguese usually
 * call it; case, accents, blanks, hyphens and underscores don't count. `customFields.` and a slug, or the name that the
 * service made it of, fits whether the field is known or not; `custom_` and a slug, as Simplify has it, where it is
 * known. What begins with an underscore is a node's own and no heading (`_names`).
 * @param columns the operation's own, which are the same for all items
 */
export function headingMatcher(columns: readonly Column[]) {
	const [ids, labels, portuguese] = [
		byLetters(columns, ({ id }) => [id]),
		byLetters(columns, ({ label }) => [label]),
		byLetters(columns, portugueseHeadings),
	];
	const taken = recordOnlyHeadings(columns.map(({ id }) => id));
	/** @param slugs of the custom fields that the row may fill in */
	return (slugs: readonly string[]): HeadingMatcher => {
		const custom = byLetters(slugs.map(customFieldColumn), ({ label }) => [label]);
		const simplified = byLetters(slugs.map(customFieldColumn), ({ label }) => [`custom_${label}`]);
		const fieldOf = (name: string) =>
			slugs.includes(name) ? customFieldColumn(name) : custom.get(normalizeName(name));
		return (heading) => {
			if (heading.startsWith('_')) return undefined;
			const wanted = normalizeName(heading);
			if (wanted.startsWith(CUSTOM.toLowerCase())) {
				const slug = heading.slice(heading.indexOf('.') + 1).trim();
				const meant = WRITTEN_SLUG.test(slug) ? slug : slugOf(slug);
				return fieldOf(slug) ?? (meant ? customFieldColumn(meant) : undefined);
			}
			return (
				ids.get(wanted) ??
				labels.get(wanted) ??
				(taken.has(wanted) ? undefined : fieldOf(heading)) ??
				portuguese.get(wanted) ??
				simplified.get(wanted)
			);
		};
	};
}

function byLetters(
	columns: readonly Column[],
	namesOf: (column: Column) => readonly string[],
): ReadonlyMap<string, Column> {
	const named = columns.flatMap((column) =>
		namesOf(column).map((name) => [normalizeName(name), column] as const),
	);
	// The first of two that read alike counts.
	return new Map(named.reverse());
}
