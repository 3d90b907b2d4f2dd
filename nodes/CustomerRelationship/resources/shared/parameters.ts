/**
 * How an operation reads an item's parameters:
 * - a field at the top of the panel: `fieldValue`; if it names a record: `chosenRecord`, or `chosenId` for
 *   its ID alone
 * - a field of a collection: `collectionFieldIfAdded` if the field refuses an empty value, otherwise
 *   `collectionFieldValue`, which reads a field that was not added as an empty one
 * - a field that is parsed together with others: `unparsedFieldValue`
 * - several fields that make a body: `topLevelBody` and `collectionBody` in `body.ts`
 */
import { OPTIONS_PARAMETER } from '../../fields/collections';
import {
	assertFieldMaxLength,
	type Field,
	type FieldValue,
	type BaseField,
} from '../../fields/field';
import type { NamedValues } from '../../fields/parsers/entries';
import { isObject } from '../../typeGuards';
import { parseRequiredId } from '../../fields/parsers/id';
import { idempotencyKey } from '../../fields/idempotencyKey';
import { MAX_KEY_LENGTH } from '../../fields/parsers/length';
import { InvalidInput, withValueInError } from '../../invalidInput';
import type { WritePart } from '../../transport/ask';
import type { RecordRef } from '../../transport/request';

/** The parameters of one item, with their expressions resolved. */
export interface ItemParameters {
	/** A parameter's value; null if the node has no parameter of that name. */
	read(name: string): unknown;
	/** A collection's entries; an empty object if it was never opened. */
	collection(name: string): NamedValues;
	/** A parameter as the workflow holds it, with expressions unresolved. */
	raw(name: string): unknown;
	/**
	 * Resolves the JSON in a field's value and checks it for mistakes; probable ones become warnings of the item.
	 * @param value as n8n resolves it
	 * @param raw as the workflow holds it
	 * @param label the field's name in an error, if it is not its own
	 * @throws InvalidInput for a mistake
	 */
	judgeValue(field: BaseField, value: unknown, raw: unknown, label?: string): unknown;
	/** The JSON of the input item. */
	inputJson: NamedValues;
	/** The time, in ms since the epoch. */
	now(): number;
	/** How many items the run has. */
	itemCount: number;
	/** The workflow's time zone, as an IANA name. */
	timezone: string;
}

/** The value of a field at the top of the panel. @throws InvalidInput if it can't be sent */
export const fieldValue = <Value extends FieldValue | undefined>(
	parameters: ItemParameters,
	field: Field<Value>,
): Value => parse(parameters, field, givenAtTop(parameters, field));

/** The value of a field in a collection, Options by default. @throws InvalidInput if it can't be sent */
export const collectionFieldValue = <Value extends FieldValue | undefined>(
	parameters: ItemParameters,
	field: Field<Value>,
	collection = OPTIONS_PARAMETER,
): Value => {
	const { name } = field.property;
	return parse(parameters, field, {
		value: parameters.collection(collection)[name],
		raw: rawCollectionFieldValue(parameters, name, collection),
	});
};

/**
 * The value of a field in a collection, Options by default; undefined if the field was not added.
 * @throws InvalidInput if it can't be sent. A field that must not be empty is refused if it was added and left empty.
 */
export const collectionFieldIfAdded = <Value extends FieldValue | undefined>(
	parameters: ItemParameters,
	field: Field<Value>,
	collection = OPTIONS_PARAMETER,
): Value | undefined =>
	Object.hasOwn(parameters.collection(collection), field.property.name)
		? collectionFieldValue(parameters, field, collection)
		: undefined;

/** A field of a collection, Options by default, as the workflow holds it. */
export function rawCollectionFieldValue(
	parameters: ItemParameters,
	name: string,
	collection = OPTIONS_PARAMETER,
): unknown {
	const raw = parameters.raw(collection);
	return isObject(raw) ? raw[name] : undefined;
}

/** The ID that a locator field names. @throws InvalidInput if it names none */
export const chosenId = (parameters: ItemParameters, field: Field): string =>
	withValueInError(unparsedFieldValue(parameters, field), (value) =>
		parseRequiredId(value, field.property.displayName, field.property.type === 'resourceLocator'),
	);

/** The record that a locator field names. @throws InvalidInput if it names none */
export const chosenRecord = (parameters: ItemParameters, field: Field): RecordRef => ({
	param: field.property.name,
	id: chosenId(parameters, field),
});

/**
 * The value of a field at the top of the panel, checked for mistakes and its length, for an operation that parses it
 * together with others.
 * @throws InvalidInput for a mistake, or a value that is too long
 */
export const unparsedFieldValue = (parameters: ItemParameters, field: BaseField): unknown =>
	resolveAndCheck(parameters, field, givenAtTop(parameters, field));

/** A field's value as n8n resolves it, and as the workflow holds it. */
interface GivenValue {
	value: unknown;
	raw: unknown;
}

const givenAtTop = (parameters: ItemParameters, { property }: BaseField): GivenValue => ({
	value: parameters.read(property.name),
	raw: parameters.raw(property.name),
});

function parse<Value extends FieldValue | undefined>(
	parameters: ItemParameters,
	field: Field<Value>,
	given: GivenValue,
): Value {
	const { timezone } = parameters;
	return withValueInError(resolveAndCheck(parameters, field, given), (value) =>
		field.read(value, { timezone, raw: given.raw }),
	);
}

/** Resolves the JSON in a field's value. @throws InvalidInput for a mistake, or a value that is too long */
function resolveAndCheck(
	parameters: ItemParameters,
	field: BaseField,
	{ value, raw }: GivenValue,
): unknown {
	assertFieldMaxLength(field, value);
	return parameters.judgeValue(field, value, raw);
}

/**
 * Checks the length of a user's key for an operation that appends a part to it, as in `<key>:create`.
 * @throws InvalidInput if key and part together exceed the service's limit (specification: Limits)
 */
export function assertRoomInKey(parameters: ItemParameters, parts: WritePart[]): void {
	const key = collectionFieldValue(parameters, idempotencyKey);
	const suffixes = parts.map((part) => `:${part}`);
	const most = MAX_KEY_LENGTH - Math.max(...suffixes.map(({ length }) => length));
	if (key === undefined || key.length <= most) return;
	throw new InvalidInput(
		idempotencyKey.property.displayName,
		`has ${key.length} characters`,
		`Use at most ${most} here: the node puts ${suffixes.map((suffix) => `“${suffix}”`).join(' or ')} behind it.`,
	);
}
