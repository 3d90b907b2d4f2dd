import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import { InvalidInput, reading } from '../invalidInput';
import { isObject } from '../typeGuards';

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
export type Shown = Omit<INodeProperties, 'type' | 'default'>;

/** The parameters of a node, or the entries of one of its collections, by their names. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * The properties that the values stand for, in the order of the fields. Objects that are sent as
 * the same property are joined, the later field's entries winning.
 * @param raw the values as the workflow holds them
 * @throws InvalidInput for two other values of one property
 */
export function readAll(
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

/** The entries of a group in a fixed collection; none where it was never opened. */
export function entriesOf(value: unknown, group: string): Values[] {
	const entries = isObject(value) ? value[group] : undefined;
	return Array.isArray(entries) ? entries.filter(isObject) : [];
}

/** A one-line text; numbers and booleans from expressions become text, blanks alone are nothing. */
export function textField(property: Shown): Field<string | undefined> {
	return {
		property: { ...property, type: 'string', default: '' },
		read: (value) => (isBlank(value) ? undefined : textOf(value, property.displayName)),
	};
}

/** True or false; words count, too. */
export function booleanField(property: Omit<INodeProperties, 'type'>): Field<boolean | undefined> {
	return {
		property: { ...property, type: 'boolean' },
		read: (value) => booleanOf(value, property.displayName),
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
		read: (value) => countOf(value, property.displayName),
	};
}

/**
 * A value as text; undefined for one that holds nothing.
 * @throws InvalidInput for objects and lists
 */
export function textOf(value: unknown, label: string): string | undefined {
	if (isEmpty(value)) return undefined;
	if (typeof value === 'object') {
		throw new InvalidInput(
			label,
			`takes a text, but got ${Array.isArray(value) ? 'a list' : 'an object'}`,
			'Check the expression: it should give a single value.',
		);
	}
	return String(value);
}

const WORDS = new Map([
	...['true', 'sim', 'verdadeiro'].map((word) => [word, true] as const),
	...['false', 'nao', 'falso'].map((word) => [word, false] as const),
]);

/** @throws InvalidInput for anything but true and false, also as words, in Portuguese as well */
export function booleanOf(value: unknown, label: string): boolean | undefined {
	if (isEmpty(value)) return undefined;
	const truth = WORDS.get(plain(String(textOf(value, label)).trim()));
	if (truth !== undefined) return truth;
	throw new InvalidInput(label, 'is neither true nor false', 'Check the expression.');
}

/** A whole number of at least 1; undefined when none is given. @throws InvalidInput otherwise */
export function countOf(value: unknown, label: string): number | undefined {
	if (isEmpty(value)) return undefined;
	const count = Number(value);
	if (!Number.isInteger(count) || count < 1) {
		throw new InvalidInput(
			label,
			'is not a whole number of at least 1',
			'Correct it or its expression.',
		);
	}
	return count;
}

/** What an unset field, an emptied one or an expression without a result gives. */
export const isEmpty = (value: unknown): value is undefined | null | '' =>
	value === undefined || value === null || value === '';

/** That, or blanks alone. */
export const isBlank = (value: unknown): boolean =>
	isEmpty(value) || (typeof value === 'string' && value.trim() === '');

/** A text in lower case and without accents, as two of them can be compared. */
export const plain = (text: string): string =>
	text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
