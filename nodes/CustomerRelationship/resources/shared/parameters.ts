/** What an operation reads of an item's parameters. */
import type { JsonValue } from 'n8n-workflow';
import type { Field } from '../../fields/field';
import type { Values } from '../../fields/parsers/entries';
import { isObject } from '../../typeGuards';
import { parseRequiredId } from '../../fields/parsers/id';
import { idempotencyKey } from '../../fields/idempotencyKey';
import { MAX_KEY_LENGTH } from '../../fields/parsers/idempotencyKey';
import { InvalidInput, reading } from '../../invalidInput';
import type { Part } from '../../transport/ask';
import type { RecordRef } from '../../transport/request';

/** The parameters of one item, their expressions resolved. */
export interface ItemParameters {
	/** A parameter's value; null when the node has none of that name. */
	read(name: string): unknown;
	/** A collection's entries; an object without any when it was never opened. */
	collection(name: string): Values;
	/** A parameter as the workflow holds it, with its expressions. */
	raw(name: string): unknown;
	/** The item's own json. */
	row: Values;
	/** How many items the run has. */
	itemCount: number;
	/** The workflow's, as an IANA name. */
	timezone: string;
}

/** The value of a field at the top of the panel. @throws InvalidInput when it can't be sent */
export const valueOf = <Value extends JsonValue | undefined>(
	{ read, timezone }: ItemParameters,
	field: Field<Value>,
): Value => reading(read(field.property.name), (value) => field.read(value, timezone));

/** The value of a field under Options. @throws InvalidInput when it can't be sent */
export const optionOf = <Value extends JsonValue | undefined>(
	{ collection, raw, timezone }: ItemParameters,
	field: Field<Value>,
): Value => {
	const { name } = field.property;
	const written = raw('options');
	return reading(collection('options')[name], (value) =>
		field.read(value, timezone, isObject(written) && written[name]),
	);
};

/**
 * The value of a guard under Options; undefined where it was not added.
 * @throws InvalidInput when it can't be used, or was added and left empty
 */
export const guardOf = <Value extends JsonValue | undefined>(
	parameters: ItemParameters,
	field: Field<Value>,
): Value | undefined =>
	Object.hasOwn(parameters.collection('options'), field.property.name)
		? optionOf(parameters, field)
		: undefined;

/** The ID that a locator field names. @throws InvalidInput when it names none */
export const chosenId = (parameters: ItemParameters, { property }: Field): string =>
	reading(parameters.read(property.name), (value) =>
		parseRequiredId(value, property.displayName, property.type === 'resourceLocator'),
	);

/** The record that a locator field names. @throws InvalidInput when it names none */
export const chosenRecord = (parameters: ItemParameters, field: Field): RecordRef => ({
	param: field.property.name,
	id: chosenId(parameters, field),
});

/**
 * Checks the length of a user's key for an operation that puts `:create` and the like behind it.
 * @throws InvalidInput where key and part together exceed the service's limit (specification: Limits)
 */
export function assertRoomInKey(parameters: ItemParameters, parts: Part[]): void {
	const key = optionOf(parameters, idempotencyKey);
	const suffixes = parts.map((part) => `:${part}`);
	const most = MAX_KEY_LENGTH - Math.max(...suffixes.map(({ length }) => length));
	if (key === undefined || key.length <= most) return;
	throw new InvalidInput(
		idempotencyKey.property.displayName,
		`has ${key.length} characters`,
		`Use at most ${most} here: the node puts ${suffixes.map((suffix) => `“${suffix}”`).join(' or ')} behind it.`,
	);
}
