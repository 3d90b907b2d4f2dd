import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import { InvalidInput, reading } from '../invalidInput';
import { isObject } from '../typeGuards';
import { isBlank } from './parsers/empty';
import type { Values } from './parsers/entries';
import { parseText } from './parsers/text';
import { parseBoolean } from './parsers/boolean';
import { parseCount } from './parsers/number';

/**
 * One property of the API as the user fills it in: how n8n shows it and what of its value is
 * sent. `read` gives `undefined` for "not meant": an unset field, an empty text, an expression
 * that yields nothing. Such a property is not sent at all.
 */
export interface Field<Value extends JsonValue | undefined = JsonValue | undefined> {
	property: INodeProperties;
	/** The API's property, where the field goes by another name. */
	sentAs?: string;
	/** The value is an object whose own properties are sent, replacing those of fields before it. */
	merged?: boolean;
	/**
	 * Called for fields that are there, if only with an empty value.
	 * @param timezone the workflow's, in which dates without an offset are read
	 * @param raw the value as the workflow holds it, with its expressions
	 * @throws InvalidInput for a value that can't be sent
	 */
	read(value: unknown, timezone: string, raw?: unknown): Value;
}

/** What n8n says of a field besides its type and default. */
export type FieldSettings = Omit<INodeProperties, 'type' | 'default'>;

/**
 * The properties that the values stand for, in the order of the fields. Objects that are sent as
 * the same property are joined, the later field's entries winning.
 * @param raw the values as the workflow holds them
 * @throws InvalidInput for two other values of one property
 */
export function readFields(
	fields: readonly Field[],
	values: Values,
	timezone: string,
	raw: Values = {},
): JsonObject {
	let body: JsonObject = {};
	const givenBy = new Map<string, Field>();
	for (const field of fields) {
		const { property, sentAs = property.name, merged, read } = field;
		if (!Object.hasOwn(values, property.name)) continue;
		const value = reading(values[property.name], (given) =>
			read(given, timezone, raw[property.name]),
		);
		if (value === undefined) continue;
		if (merged && isObject(value)) {
			body = { ...body, ...value };
			continue;
		}
		const other = givenBy.get(sentAs);
		body[sentAs] = other ? joined(body[sentAs], value, other, field) : value;
		givenBy.set(sentAs, field);
	}
	return body;
}

function joined(
	first: JsonValue | undefined,
	second: JsonValue,
	{ property: one }: Field,
	{ property: other }: Field,
): JsonObject {
	if (isObject(first) && isObject(second)) return { ...first, ...second };
	throw new InvalidInput(
		one.displayName,
		`and “${other.displayName}” are both given`,
		'They say the same thing: leave one of them out.',
	);
}

/** A text box whose content a parser reads. */
export const parsedField = <Value extends JsonValue | undefined>(
	property: FieldSettings,
	parse: (value: unknown, label: string) => Value,
): Field<Value> => ({
	property: { ...property, type: 'string', default: '' },
	read: (value) => parse(value, property.displayName),
});

/** A one-line text; numbers and booleans from expressions become text, blanks alone are nothing. */
export const textField = (property: FieldSettings) =>
	parsedField(property, (value, label) => (isBlank(value) ? undefined : parseText(value, label)));

/** True or false; words count, too. */
export function booleanField(property: Omit<INodeProperties, 'type'>): Field<boolean | undefined> {
	return {
		property: { ...property, type: 'boolean' },
		read: (value) => parseBoolean(value, property.displayName),
	};
}

/** A whole number of at least 1. */
export function countField(property: Omit<INodeProperties, 'type'>): Field<number | undefined> {
	return {
		property: {
			...property,
			type: 'number',
			typeOptions: { minValue: 1, ...property.typeOptions },
		},
		read: (value) => parseCount(value, property.displayName),
	};
}
