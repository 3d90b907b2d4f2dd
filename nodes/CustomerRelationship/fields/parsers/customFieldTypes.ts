/** The types of a custom field's value, as the panel names them, and those of a list of plain values and of a date. */
export type FieldType = 'string' | 'number' | 'boolean' | 'json' | 'list' | 'date';

/** The types of the custom fields on records by slug, in the order in which they appear; undefined where no value tells it. */
export type SeenTypes = ReadonlyMap<string, FieldType | undefined>;

export function inferTypes(records: Array<{ customFields?: unknown }>): SeenTypes {
	const types = new Map<string, FieldType | undefined>();
	for (const { customFields } of records) {
		for (const [slug, value] of Object.entries(customFields ?? {})) {
			const [known, type] = [types.get(slug), isDay(value) ? 'date' : inferType(value)];
			// A text may happen to be a date: it is a field of dates where all texts are.
			types.set(slug, known === 'date' && type === 'string' ? type : (known ?? type));
		}
	}
	return types;
}

/** Whether a value is a date as the service gives it, with or without its time (specification: General format rules 2). */
const isDay = (value: unknown): boolean =>
	typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.test(value);

/** The type of a value; undefined where it does not tell. */
export function inferType(value: unknown): FieldType | undefined {
	if (value === null || value === undefined) return undefined;
	if (Array.isArray(value) && !value.some((entry) => typeof entry === 'object')) return 'list';
	const type = typeof value;
	return type === 'string' || type === 'number' || type === 'boolean' ? type : 'json';
}
