import { normalizeName, slugOf } from '../fields/parsers/slug';

/** What a heading can fill in: a field of the operation, or a custom field. */
export interface Column {
	/** The API's property name, or `customFields.` and the slug. */
	id: string;
	/** The name in the panel. */
	label: string;
}

const CUSTOM_FIELD_PREFIX = 'customFields.';

/** A slug rather than a name: no blanks, no accents, no capital at the beginning. */
const WRITTEN_SLUG = /^[a-z\d_][\w-]*$/;

/** The column of a custom field. */
export const customFieldColumn = (slug: string): Column => ({
	id: `${CUSTOM_FIELD_PREFIX}${slug}`,
	label: slug,
});

/** The slug in the ID of a custom field's column; undefined for other columns. */
export const slugIn = (id: string): string | undefined =>
	id.startsWith(CUSTOM_FIELD_PREFIX) ? id.slice(CUSTOM_FIELD_PREFIX.length) : undefined;

/** Headings of Simplify's rows that fit no column, by a property that identifies the resource. */
const RECORD_ONLY: Readonly<Record<string, readonly string[]>> = {
	phone: ['id', 'company'],
	cnpj: ['id', 'isActive'],
	title: [
		...['id', 'status', 'pipeline', 'stage', 'company', 'contact'],
		...['contact_phone', 'contact_email'],
	],
};

/**
 * The headings, normalized, of a resource's rows that fit no column. They are not taken for custom fields either.
 * @param properties of the resource's records, or IDs of its columns
 */
export const recordOnlyHeadings = (properties: Iterable<string>): ReadonlySet<string> =>
	new Set([...properties].flatMap((name) => RECORD_ONLY[name] ?? []).map(normalizeName));

/** Usual headings in Portuguese, by the ID of the column. */
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

/** Usual headings of a column in Portuguese. */
export const portugueseHeadings = ({ id }: Column): readonly string[] => PORTUGUESE[id] ?? [];

/** Finds the column for a heading of a row. */
export type HeadingMatcher = (heading: string) => Column | undefined;

/**
 * Makes a matcher of headings. A heading fits, in this order, the ID of a column, its label, the slug of a known custom
 * field, a usual heading in Portuguese, `custom_` and the slug of a known custom field (as Simplify writes it). Case,
 * accents, blanks, hyphens and underscores don't count. `customFields.` and a slug or a name fits a custom field that
 * need not be known. What begins with an underscore is added by a node (`_names`), and fits nothing.
 * @param columns those of the operation, which are the same for all items
 */
export function headingMatcher(columns: readonly Column[]) {
	const [ids, labels, portuguese] = [
		byName(columns, ({ id }) => [id]),
		byName(columns, ({ label }) => [label]),
		byName(columns, portugueseHeadings),
	];
	const taken = recordOnlyHeadings(columns.map(({ id }) => id));
	/** @param slugs of the known custom fields */
	return (slugs: readonly string[]): HeadingMatcher => {
		const custom = byName(slugs.map(customFieldColumn), ({ label }) => [label]);
		const simplified = byName(slugs.map(customFieldColumn), ({ label }) => [`custom_${label}`]);
		const fieldOf = (name: string) =>
			slugs.includes(name) ? customFieldColumn(name) : custom.get(normalizeName(name));
		return (heading) => {
			if (heading.startsWith('_')) return undefined;
			const wanted = normalizeName(heading);
			if (wanted.startsWith(CUSTOM_FIELD_PREFIX.toLowerCase())) {
				const slug = heading.slice(heading.indexOf('.') + 1).trim();
				const written = WRITTEN_SLUG.test(slug) ? slug : slugOf(slug);
				return fieldOf(slug) ?? (written ? customFieldColumn(written) : undefined);
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

function byName(
	columns: readonly Column[],
	namesOf: (column: Column) => readonly string[],
): ReadonlyMap<string, Column> {
	const named = columns.flatMap((column) =>
		namesOf(column).map((name) => [normalizeName(name), column] as const),
	);
	// Of two columns with the same name, the first one counts.
	return new Map(named.reverse());
}
