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
 * Headings of Simplify's rows that fit no column. Whose rows they are shows by a property that records of this resource
 * alone have: a row does not say its resource.
 */
const RECORD_ONLY = [
	{ resource: 'contact', property: 'phone', headings: ['id', 'company'] },
	{ resource: 'company', property: 'cnpj', headings: ['id', 'isActive'] },
	{
		resource: 'deal',
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
export function recordOnlyHeadings(names: Iterable<string>): ReadonlySet<string> {
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

/** What tables keep beside a name or a phone that it is a part of. */
export type PartKind = 'surname' | 'countryCode' | 'areaCode' | 'number';

/** The headings of parts, and the columns that they are parts of. They fit if nothing else does. */
const PARTS: Readonly<Record<PartKind, { of: readonly string[]; headings: readonly string[] }>> = {
	surname: { of: ['name'], headings: ['sobrenome', 'last name', 'surname'] },
	countryCode: { of: ['phone', 'phones'], headings: ['ddi'] },
	areaCode: { of: ['phone', 'phones'], headings: ['ddd'] },
	number: { of: ['phone', 'phones'], headings: ['número'] },
};

/** All headings that name a column, by its ID, besides that ID and its label. */
export const usualHeadings = (id: string): readonly string[] => [
	...(PORTUGUESE[id] ?? []),
	...(FALLBACKS[id] ?? []),
];

/** The column that a heading means. */
export interface Match extends Column {
	/** The custom field that the heading means as well, by its slug. */
	customField?: Column | undefined;
	/** Of the headings of a row for one column only those of the lowest rank count; 0 if it is absent. */
	rank?: 1 | 2;
	/** Whether a surname is appended to the name under this heading. */
	takesSurname?: boolean;
	/** What part of the column the heading is. */
	part?: PartKind;
}

/** Finds what a heading of a row means. */
export type HeadingMatcher = (heading: string) => Match | undefined;

/**
 * Makes a matcher of headings. A heading fits, in this order, the ID of a column, its label, a usual heading, the slug
 * of a known custom field, `custom_` and that slug (as Simplify writes it), a first name, a part of a column. Case,
 * accents, blanks, hyphens, underscores and invisible characters don't count. `customFields.` and a slug or a name fits
 * a custom field that need not be known.
 * What begins with an underscore is added by a node (`_names`), and fits nothing.
 * @param columns those of the operation, which are the same for all items
 */
export function headingMatcher(columns: readonly Column[]) {
	const [ids, labels, portuguese, fallbacks] = [
		byName(columns, ({ id }) => [id]),
		byName(columns, ({ label }) => [label]),
		byName(columns, portugueseHeadings),
		byName(columns, ({ id }) => FALLBACKS[id] ?? []),
	];
	const lastResorts = lastResortsOf(columns);
	const recordOnly = recordOnlyHeadings(columns.map(({ id }) => id));
	/** @param slugs of the known custom fields */
	return (slugs: readonly string[]): HeadingMatcher => {
		const custom = byName(slugs.map(customFieldColumn), ({ label }) => [label]);
		const simplified = byName(slugs.map(customFieldColumn), ({ label }) => [`custom_${label}`]);
		const fieldOf = (name: string) =>
			slugs.includes(name) ? customFieldColumn(name) : custom.get(normalizeName(name));
		return (typed) => {
			const heading = plainText(typed);
			if (heading.startsWith('_')) return undefined;
			const name = normalizeName(heading);
			if (name.startsWith(CUSTOM_FIELD_PREFIX.toLowerCase())) {
				return explicitField(heading.slice(heading.indexOf('.') + 1).trim(), fieldOf);
			}
			const exact = ids.get(name) ?? labels.get(name);
			if (exact) return exact;
			const customField = recordOnly.has(name) ? undefined : fieldOf(heading);
			const usual = portuguese.get(name);
			const takesSurname = BEFORE_SURNAME.includes(name);
			if (usual) return { ...usual, customField, takesSurname };
			const fallback = fallbacks.get(name);
			if (fallback) return { ...fallback, customField, rank: 1 };
			return customField ?? simplified.get(name) ?? lastResorts.get(name);
		};
	};
}

/** What a heading means if it fits nothing else, by normalized heading. */
function lastResortsOf(columns: readonly Column[]): ReadonlyMap<string, Match> {
	const name = columns.find(({ id }) => id === 'name');
	const firstNames = FIRST_NAMES.flatMap((heading): Array<[string, Match]> =>
		name ? [[heading, { ...name, rank: 2, takesSurname: true }]] : [],
	);
	const parts = (Object.keys(PARTS) as PartKind[]).flatMap((part): Array<[string, Match]> => {
		const column = columns.find(({ id }) => PARTS[part].of.includes(id));
		if (!column) return [];
		return PARTS[part].headings.map((heading) => [normalizeName(heading), { ...column, part }]);
	});
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
