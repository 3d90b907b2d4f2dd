import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { InvalidInput } from './invalidInput';

/**
 * One property of the API as the user fills it in: how n8n shows it and what of its value is
 * sent. `read` gives `undefined` for "not meant": an unset field, an empty text, an expression
 * that yields nothing. Such a property is not sent at all.
 */
export interface Field {
	property: INodeProperties;
	/** The API's property, where the field goes by another name. Objects sent as the same one are joined. */
	sentAs?: string;
	/**
	 * Called for fields that are there, if only with an empty value.
	 * @param timezone the workflow's, in which dates without an offset are read
	 */
	read(value: unknown, timezone: string): unknown;
}

/** The properties that a collection's values stand for, in the order of the fields. */
export function readAll(fields: Field[], values: IDataObject, timezone: string): IDataObject {
	const body: IDataObject = {};
	for (const { property, sentAs = property.name, read } of fields) {
		if (!Object.hasOwn(values, property.name)) continue;
		const value = read(values[property.name], timezone) as IDataObject[string];
		if (value === undefined) continue;
		body[sentAs] =
			isObject(body[sentAs]) && isObject(value) ? { ...body[sentAs], ...value } : value;
	}
	return body;
}

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A one-line text; numbers and booleans from expressions become text. */
export function textField(property: Omit<INodeProperties, 'type' | 'default'>): Field {
	return {
		property: { ...property, type: 'string', default: '' },
		read: (value) => textOf(value, property.displayName),
	};
}

/** True or false; the words from an expression count, too. */
export function booleanField(property: Omit<INodeProperties, 'type'>): Field {
	return {
		property: { ...property, type: 'boolean' },
		read: (value) => booleanOf(value, property.displayName),
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

/** @throws InvalidInput for anything but true and false, also as text */
export function booleanOf(value: unknown, label: string): boolean | undefined {
	if (isEmpty(value)) return undefined;
	if (typeof value === 'boolean') return value;
	const word = textOf(value, label)?.trim().toLowerCase();
	if (word === 'true' || word === 'false') return word === 'true';
	throw new InvalidInput(label, 'is neither true nor false', 'Check the expression.');
}

/** What an unset field, an emptied one or an expression without a result gives. */
export const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || value === '';
