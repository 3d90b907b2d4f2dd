/** The types of a custom field's value, as the panel names them. */
export type FieldType = 'string' | 'number' | 'boolean' | 'json';

/** The types of custom fields by slug, as far as values on records tell. */
export type SeenTypes = ReadonlyMap<string, FieldType>;

/** The slugs on records, in the order in which they appear; undefined where no value tells the type. */
export function slugsSeen(
	records: Array<{ customFields?: unknown }>,
): Map<string, FieldType | undefined> {
	const types = new Map<string, FieldType | undefined>();
	for (const { customFields } of records) {
		for (const [slug, value] of Object.entries(customFields ?? {})) {
			types.set(slug, types.get(slug) ?? typeOf(value));
		}
	}
	return types;
}

/** Those of them whose type is known. */
export function typesSeen(records: Array<{ customFields?: unknown }>): SeenTypes {
	const known = new Map<string, FieldType>();
	for (const [slug, type] of slugsSeen(records)) if (type) known.set(slug, type);
	return known;
}

/** The type of a value; undefined where it does not tell. */
export function typeOf(value: unknown): FieldType | undefined {
	if (value === null || value === undefined) return undefined;
	const type = typeof value;
	return type === 'string' || type === 'number' || type === 'boolean' ? type : 'json';
}
