/** A property's type as the specification shows it, in the form that n8n's output schemas use. */
export interface PropertyType {
	type: string | string[];
	properties?: Record<string, PropertyType>;
	items?: PropertyType;
}

export const TEXT: PropertyType = { type: 'string' };
export const TEXT_OR_NULL: PropertyType = { type: ['string', 'null'] };
export const BOOLEAN: PropertyType = { type: 'boolean' };
export const INTEGER: PropertyType = { type: 'integer' };
export const LIST: PropertyType = { type: 'array' };
export const TEXTS: PropertyType = { type: 'array', items: TEXT };
export const OBJECT: PropertyType = { type: 'object' };
export const OBJECT_OR_NULL: PropertyType = { type: ['object', 'null'] };

/** Properties by their names; where the type is missing, the specification shows only the name. */
export type Properties = Record<string, PropertyType | undefined>;

/** The properties of a record, as its page describes them. */
export type RecordRows = Array<[properties: Properties, meaning: string]>;

/** Those of them whose type is shown. */
export const shownTypes = (rows: RecordRows): Record<string, PropertyType> =>
	Object.fromEntries(
		rows
			.flatMap(([properties]) => Object.entries(properties))
			.flatMap(([name, type]) => (type ? [[name, type]] : [])),
	);
