/** The type of a custom field: those that the panel offers, a list of plain values, and a date. */
export type FieldType = 'string' | 'number' | 'boolean' | 'json' | 'list' | 'date';

/** Types of custom fields by slug, in order of appearance; undefined if no value shows the type. */
export type SeenTypes = ReadonlyMap<string, FieldType | undefined>;

/** Infers the types of custom fields from the values on records. */
export function inferTypes(records: Array<{ customFields?: unknown }>): SeenTypes {
	const types = new Map<string, FieldType | undefined>();
	for (const { customFields } of records) {
		for (const [slug, value] of Object.entries(customFields ?? {})) {
			const [known, type] = [types.get(slug), isDay(value) ? 'date' : inferType(value)];
			// A text may be a date by chance: a field of dates holds no other texts.
			types.set(slug, known === 'date' && type === 'string' ? type : (known ?? type));
		}
	}
	return types;
}

/** Whether a value is a date as the service formats it, with or without a time (specification: General format rules 2). */
const isDay = (value: unknown): boolean =>
	typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(value);

/** The type of a value; undefined if it is absent or null. */
export function inferType(value: unknown): FieldType | undefined {
	if (value === null || value === undefined) return undefined;
	if (Array.isArray(value) && !value.some((entry) => typeof entry === 'object')) return 'list';
	const type = typeof value;
	return type === 'string' || type === 'number' || type === 'boolean' ? type : 'json';
}
