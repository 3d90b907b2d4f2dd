/**
 * The type of a custom field. The panel does not offer the last three: a list of plain values, a day, and a
 * date that may have a time.
 */
export type CustomFieldType = 'string' | 'number' | 'boolean' | 'json' | 'list' | 'day' | 'date';

/** Types of custom fields by slug, in order of appearance; undefined if no value shows the type. */
export type SeenTypes = ReadonlyMap<string, CustomFieldType | undefined>;

/** Infers the types of custom fields from the values on records. */
export function inferTypes(records: Array<{ customFields?: unknown }>): SeenTypes {
	const types = new Map<string, CustomFieldType | undefined>();
	for (const { customFields } of records) {
		for (const [slug, value] of Object.entries(customFields ?? {})) {
			const [typeSoFar, type] = [types.get(slug), dateTypeOf(value) ?? typeOfValue(value)];
			types.set(slug, isWider(type, typeSoFar) ? type : (typeSoFar ?? type));
		}
	}
	return types;
}

/** Types of texts, the narrowest first: a field has the narrowest that fits all of its texts. */
const TEXT_TYPES: ReadonlyArray<CustomFieldType | undefined> = ['day', 'date', 'string'];

const isWider = (type: CustomFieldType | undefined, than: CustomFieldType | undefined): boolean =>
	TEXT_TYPES.includes(than) && TEXT_TYPES.indexOf(type) > TEXT_TYPES.indexOf(than);

/** The type of a date as the service gives it, with or without time (specification: General format rules 2). */
function dateTypeOf(value: unknown): CustomFieldType | undefined {
	const match = typeof value === 'string' ? /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/.exec(value) : null;
	return match ? (match[1] === undefined ? 'day' : 'date') : undefined;
}

/** The type of a value, apart from dates; undefined if it is absent or null. */
export function typeOfValue(value: unknown): CustomFieldType | undefined {
	if (value === null || value === undefined) return undefined;
	if (Array.isArray(value) && !value.some((entry) => typeof entry === 'object')) return 'list';
	const type = typeof value;
	return type === 'string' || type === 'number' || type === 'boolean' ? type : 'json';
}
