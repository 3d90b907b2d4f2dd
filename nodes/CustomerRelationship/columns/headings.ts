import { plainText } from '../copiedText';
import { normalizeName, slugFromName } from '../fields/parsers/slug';

/** What a cell can fill in: a field of the operation, or a custom field. The mapper shows a column for each. */
export interface Column {
	/** The API's property name, or `customFields.` and the slug. */
	id: string;
	/** The name in the panel. */
	label: string;
}

const CUSTOM_FIELD_PREFIX = 'customFields.';

/** What looks like a slug rather than a name: no blanks, no accents, no capital at the beginning. */
const SLUG = /^[a-z\d_][\w-]*$/;

/** The column of a custom field. */
export const customFieldColumn = (slug: string): Column => ({
	id: `${CUSTOM_FIELD_PREFIX}${slug}`,
	label: slug,
});

/** The slug in the ID of a custom field's column; undefined for other columns. */
export const slugOfColumnId = (id: string): string | undefined =>
	id.startsWith(CUSTOM_FIELD_PREFIX) ? id.slice(CUSTOM_FIELD_PREFIX.length) : undefined;

/** The slugs of the custom fields among columns. */
export const slugsOfColumnIds = (ids: readonly string[]): string[] =>
	ids.flatMap((id) => slugOfColumnId(id) ?? []);

/**
 * Headings of contacts, companies and deals that Simplify writes and that match no column. Flat rows do not
 * name their resource. `property` identifies it: only that resource's records have it.
 */
const OUTPUT_ONLY_HEADINGS = [
	{ property: 'phone', headings: ['id', 'company'] },
	{ property: 'cnpj', headings: ['id', 'isActive'] },
	{
		property: 'title',
		headings: [
			'id',
			'status',
			'pipeline',
			'stage',
			'company',
			'contact',
			'contact_phone',
			'contact_email',
		],
	},
] as const;

/**
 * The headings, normalized, that Simplify writes for a resource and that match no column.
 * @param names properties of the resource's records, or IDs of its columns
 */
export function outputOnlyHeadings(names: Iterable<string>): ReadonlySet<string> {
	const properties = new Set(names);
	const ofResource = OUTPUT_ONLY_HEADINGS.filter(({ property }) => properties.has(property));
	return new Set(ofResource.flatMap(({ headings }) => headings.map(normalizeName)));
}

/** Usual headings beside the names on the panel, most of them Portuguese, by the ID of the column. */
const USUAL_HEADINGS: Readonly<Record<string, readonly string[]>> = {
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

/** Usual headings of a column beside its name on the panel, most of them Portuguese. */
export const usualHeadings = ({ id }: Column): readonly string[] => USUAL_HEADINGS[id] ?? [];

/** Headings that fill in a column if the row has none of the usual ones, by the ID of the column. */
const FALLBACKS: Readonly<Record<string, readonly string[]>> = {
	name: ['nome completo', 'full name'],
	phone: ['fone', 'phone number'],
	phones: ['fone', 'phone number'],
};

/** Headings of a first name, normalized. */
const FIRST_NAMES = ['first name', 'primeiro nome'].map(normalizeName);

/** Headings of a name to which a surname is appended, normalized. */
const BEFORE_SURNAME = [...FIRST_NAMES, 'nome'];

/** Whether a surname is appended to the name under a heading. */
export const takesSurname = (heading: string): boolean =>
	BEFORE_SURNAME.includes(normalizeName(plainText(heading)));

/** A part of a name or a phone that may have a heading of its own. */
export type NameOrPhonePart = 'surname' | 'countryCode' | 'areaCode' | 'number';

/** The headings of parts, and the IDs of the columns that they are parts of. */
const PARTS: Readonly<
	Record<NameOrPhonePart, { of: readonly string[]; headings: readonly string[] }>
> = {
	surname: { of: ['name'], headings: ['sobrenome', 'last name', 'surname'] },
	countryCode: { of: ['phone', 'phones'], headings: ['ddi'] },
	areaCode: { of: ['phone', 'phones'], headings: ['ddd'] },
	number: { of: ['phone', 'phones'], headings: ['número'] },
};

/** All headings of a column and of its parts, besides its ID and its label. */
export const otherHeadingsOf = (id: string): readonly string[] => [
	...(USUAL_HEADINGS[id] ?? []),
	...(FALLBACKS[id] ?? []),
	...(id === 'name' ? FIRST_NAMES : []),
	...Object.values(PARTS).flatMap(({ of, headings }) => (of.includes(id) ? headings : [])),
];

/** How well a heading fits its column; lower is better. */
const RANK = { usual: 0, fallback: 1, firstName: 2 } as const;

/** The column that a heading matches. */
export interface HeadingMatch extends Column {
	/** One of `RANK`. If several headings of a row match one column, the lower rank wins. */
	rank: number;
	/**
	 * The custom field that the heading matches as well. A filled cell under such a heading is an error,
	 * unless another heading of the row fits the column better.
	 */
	customField?: Column | undefined;
	/** The part of the column that the heading names; undefined for the whole column. */
	part?: NameOrPhonePart;
}

/** Finds the column that a heading of a row matches. */
export type HeadingMatcher = (heading: string) => HeadingMatch | undefined;

/**
 * Matches headings with the columns of an operation. Case, accents, blanks, hyphens, underscores and invisible
 * characters don't count. A heading that begins with `_` matches nothing, any other the first of:
 * 1. a custom field, known or not, by its slug or name behind `customFields.`
 * 2. a column by its ID
 * 3. a column by its label
 * 4. a column by another usual heading, most of them Portuguese, then by a fallback
 * 5. a known custom field by its slug, unless Simplify writes that heading for another property
 * 6. a known custom field by its slug behind `custom_`, as Simplify writes it
 * 7. the name by a heading of a first name
 * 8. a part of a column
 */
export class HeadingLookup {
	private readonly ids: ReadonlyMap<string, Column>;
	private readonly labels: ReadonlyMap<string, Column>;
	private readonly usual: ReadonlyMap<string, Column>;
	private readonly fallbacks: ReadonlyMap<string, Column>;
	private readonly lastResorts: ReadonlyMap<string, HeadingMatch>;
	private readonly outputOnly: ReadonlySet<string>;

	/** @param columns those of the operation, which are the same for all items */
	constructor(columns: readonly Column[]) {
		this.ids = byName(columns, ({ id }) => [id]);
		this.labels = byName(columns, ({ label }) => [label]);
		this.usual = byName(columns, usualHeadings);
		this.fallbacks = byName(columns, ({ id }) => FALLBACKS[id] ?? []);
		this.lastResorts = lastResortsOf(columns);
		this.outputOnly = outputOnlyHeadings(columns.map(({ id }) => id));
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
			// Nodes add such properties: `_names`.
			if (heading.startsWith('_')) return undefined;
			const name = normalizeName(heading);
			if (name.startsWith(CUSTOM_FIELD_PREFIX.toLowerCase())) {
				return usualMatch(explicitField(heading.slice(heading.indexOf('.') + 1).trim(), fieldOf));
			}
			const exact = this.ids.get(name) ?? this.labels.get(name);
			if (exact) return usualMatch(exact);
			// Simplify puts `custom_` before a custom field whose name is in `outputOnly`.
			const customField = this.outputOnly.has(name) ? undefined : fieldOf(heading);
			const usual = this.usual.get(name);
			if (usual) return { ...usual, rank: RANK.usual, customField };
			const fallback = this.fallbacks.get(name);
			if (fallback) return { ...fallback, rank: RANK.fallback, customField };
			return usualMatch(customField ?? byPrefixedSlug.get(name)) ?? this.lastResorts.get(name);
		};
	}
}

const usualMatch = (column: Column | undefined): HeadingMatch | undefined =>
	column && { ...column, rank: RANK.usual };

/** What a heading matches if it matches nothing else: a first name, or a part. Headings are normalized. */
function lastResortsOf(columns: readonly Column[]): ReadonlyMap<string, HeadingMatch> {
	const matches = new Map<string, HeadingMatch>();
	const name = columns.find(({ id }) => id === 'name');
	if (name) {
		for (const heading of FIRST_NAMES) matches.set(heading, { ...name, rank: RANK.firstName });
	}
	for (const part of Object.keys(PARTS) as NameOrPhonePart[]) {
		const column = columns.find(({ id }) => PARTS[part].of.includes(id));
		if (!column) continue;
		for (const heading of PARTS[part].headings)
			matches.set(normalizeName(heading), { ...column, rank: RANK.usual, part });
	}
	return matches;
}

/** The custom field of a slug or name behind `customFields.`, which need not be known. */
function explicitField(
	slugOrName: string,
	fieldOf: (name: string) => Column | undefined,
): Column | undefined {
	const newSlug = SLUG.test(slugOrName) ? slugOrName : slugFromName(slugOrName);
	return fieldOf(slugOrName) ?? (newSlug ? customFieldColumn(newSlug) : undefined);
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
