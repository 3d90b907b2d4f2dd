/** The types of a custom field's value, as the panel names them, and that of a list of plain values. */
export type FieldType = 'string' | 'number' | 'boolean' | 'json' | 'list';

/** The types of the custom fields on records by slug, in the order in which they appear; undefined where no value tells it. */
export type SeenTypes = ReadonlyMap<string, FieldType | undefined>;

export function typesSeen(records: Array<{ customFields?: unknown }>): SeenTypes {
	const types = new Map<string, FieldType | undefined>();
	for (const { customFields } of records) {
		for (const [slug, value] of Object.entries(customFields ?? {})) {
			types.set(slug, types.get(slug) ?? typeOf(value));
		}
	}
	return types;
}

/** The type of a value; undefined where it does not tell. */
export function typeOf(value: unknown): FieldType | undefined {
	if (value === null || value === undefined) return undefined;
	if (Array.isArray(value) && !value.some((entry) => typeof entry === 'object')) return 'list';
	const type = typeof value;
	return type === 'string' || type === 'number' || type === 'boolean' ? type : 'json';
}
