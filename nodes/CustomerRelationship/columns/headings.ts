import { plainText } from '../copiedText';
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

/**
 * Headings that Simplify writes and no column takes: of contacts, companies and deals. A row does not say its resource, so
 * a property that only this resource's records have tells it.
 */
const RECORD_ONLY = [
	{ property: 'phone', headings: ['id', 'company'] },
	{ property: 'cnpj', headings: ['id', 'isActive'] },
	{
		property: 'title',
		headings: [
			...['id', 'status', 'pipeline', 'stage', 'company', 'contact'],
			...['contact_phone', 'contact_email'],
		],
	},
] as const;

/**
 * The headings, normalized, of a resource's rows that fit no column. They are not taken for custom fields either.
 * @param names properties of the resource's records, or IDs of its columns
 */
export function readOnlyHeadings(names: Iterable<string>): ReadonlySet<string> {
	const properties = new Set(names);
	const rows = RECORD_ONLY.filter(({ property }) => properties.has(property));
	return new Set(rows.flatMap(({ headings }) => headings.map(normalizeName)));
}

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

/** Headings that name a column in other tables. They fit if no other heading of the row fits the column. */
const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
	name: ['nome completo', 'full name'],
	phone: ['fone', 'phone number'],
	phones: ['fone', 'phone number'],
};

/** Headings of a first name, alone or before a surname. They fit if not even a heading above does. */
const FIRST_NAMES = ['first name', 'primeiro nome'].map(normalizeName);

/** Headings of a name to which a surname is appended. */
const BEFORE_SURNAME = [...FIRST_NAMES, 'nome'];

/** A part of a name or a phone that tables may keep in a column of its own. */
export type PartKind = 'surname' | 'countryCode' | 'areaCode' | 'number';

/** The headings of parts, and the columns that they are parts of. They fit if nothing else does. */
const PARTS: Readonly<Record<PartKind, { of: readonly string[]; headings: readonly string[] }>> = {
	surname: { of: ['name'], headings: ['sobrenome', 'last name', 'surname'] },
	countryCode: { of: ['phone', 'phones'], headings: ['ddi'] },
	areaCode: { of: ['phone', 'phones'], headings: ['ddd'] },
	number: { of: ['phone', 'phones'], headings: ['número'] },
};

/** All headings that fill in a column or a part of it, by its ID, besides that ID and its label. */
export const headingAliases = (id: string): readonly string[] => [
	...(PORTUGUESE[id] ?? []),
	...(FALLBACKS[id] ?? []),
	...(id === 'name' ? FIRST_NAMES : []),
	...Object.values(PARTS).flatMap(({ of, headings }) => (of.includes(id) ? headings : [])),
];

/** The column that a heading means. */
export interface HeadingMatch extends Column {
	/** The custom field that the heading means as well, by its slug. */
	customField?: Column | undefined;
	/** Of a row's headings for one column only those of the lowest rank count. Without it the rank is 0. */
	rank?: 1 | 2;
	/** Whether a surname is appended to the name under this heading. */
	takesSurname?: boolean;
	/** What part of the column the heading is. */
	part?: PartKind;
}

/** Finds what a heading of a row means. */
export type HeadingMatcher = (heading: string) => HeadingMatch | undefined;

/**
 * The headings of an operation's columns. A heading fits, in this order: `customFields.` and the slug or name of a custom
 * field, which need not be known; the ID of a column; its label; a usual heading; the slug of a known custom field;
 * `custom_` and that slug, as Simplify writes it; a first name; a part of a column. Case, accents, blanks, hyphens,
 * underscores and invisible characters don't count. A heading that begins with an underscore fits nothing: a node has
 * added it (`_names`). What Simplify writes of a record alone is not taken for a custom field.
 */
export class Headings {
	private readonly ids: ReadonlyMap<string, Column>;
	private readonly labels: ReadonlyMap<string, Column>;
	private readonly portuguese: ReadonlyMap<string, Column>;
	private readonly fallbacks: ReadonlyMap<string, Column>;
	private readonly lastResorts: ReadonlyMap<string, HeadingMatch>;
	private readonly recordOnly: ReadonlySet<string>;

	/** @param columns those of the operation, which are the same for all items */
	constructor(columns: readonly Column[]) {
		this.ids = byName(columns, ({ id }) => [id]);
		this.labels = byName(columns, ({ label }) => [label]);
		this.portuguese = byName(columns, portugueseHeadings);
		this.fallbacks = byName(columns, ({ id }) => FALLBACKS[id] ?? []);
		this.lastResorts = lastResortsOf(columns);
		this.recordOnly = readOnlyHeadings(columns.map(({ id }) => id));
	}

	/** @param slugs of the known custom fields */
	matcher(slugs: readonly string[]): HeadingMatcher {
		const customFields = slugs.map(customFieldColumn);
		const bySlug = byName(customFields, ({ label }) => [label]);
		const byPrefixedSlug = byName(customFields, ({ label }) => [`custom_${label}`]);
		const fieldOf = (name: string) =>
			slugs.includes(name) ? customFieldColumn(name) : bySlug.get(normalizeName(name));
		return (typed) => {
			const heading = plainText(typed);
			if (heading.startsWith('_')) return undefined;
			const name = normalizeName(heading);
			if (name.startsWith(CUSTOM_FIELD_PREFIX.toLowerCase())) {
				return explicitField(heading.slice(heading.indexOf('.') + 1).trim(), fieldOf);
			}
			const exact = this.ids.get(name) ?? this.labels.get(name);
			if (exact) return exact;
			const customField = this.recordOnly.has(name) ? undefined : fieldOf(heading);
			const usual = this.portuguese.get(name);
			const takesSurname = BEFORE_SURNAME.includes(name);
			if (usual) return { ...usual, customField, takesSurname };
			const fallback = this.fallbacks.get(name);
			if (fallback) return { ...fallback, customField, rank: 1 };
			return customField ?? byPrefixedSlug.get(name) ?? this.lastResorts.get(name);
		};
	}
}

/** What a heading means if it fits nothing else, by normalized heading. */
function lastResortsOf(columns: readonly Column[]): ReadonlyMap<string, HeadingMatch> {
	const name = columns.find(({ id }) => id === 'name');
	const firstNames = FIRST_NAMES.flatMap((heading): Array<[string, HeadingMatch]> =>
		name ? [[heading, { ...name, rank: 2, takesSurname: true }]] : [],
	);
	const parts = (Object.keys(PARTS) as PartKind[]).flatMap(
		(part): Array<[string, HeadingMatch]> => {
			const column = columns.find(({ id }) => PARTS[part].of.includes(id));
			if (!column) return [];
			return PARTS[part].headings.map((heading) => [normalizeName(heading), { ...column, part }]);
		},
	);
	return new Map([...firstNames, ...parts]);
}

/** The custom field of a slug or name behind `customFields.`, which need not be known. */
function explicitField(
	slug: string,
	fieldOf: (name: string) => Column | undefined,
): Column | undefined {
	const written = WRITTEN_SLUG.test(slug) ? slug : slugOf(slug);
	return fieldOf(slug) ?? (written ? customFieldColumn(written) : undefined);
}

function byName(
	columns: readonly Column[],
	namesOf: (column: Column) => readonly string[],
): ReadonlyMap<string, Column> {
	const entries = columns.flatMap((column) =>
		namesOf(column).map((name) => [normalizeName(name), column] as const),
	);
	// Of two columns with the same name, the first one counts.
	return new Map(entries.reverse());
}
