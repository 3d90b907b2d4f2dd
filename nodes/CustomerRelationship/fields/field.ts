import type { INodeProperties, JsonObject, JsonValue } from 'n8n-workflow';
import { InvalidInput } from '../invalidInput';
import type { Purpose } from '../mistakes/mistake';
import { isLocator, isObject } from '../typeGuards';
import { parseBoolean, parseStrictBoolean } from './parsers/boolean';
import { UntypedCustomFields, type CustomFields } from './parsers/customFields';
import { isBlank } from './parsers/empty';
import type { NamedValues } from './parsers/entries';
import { assertMaxLength, MAX_VALUE_LENGTH } from './parsers/length';
import { parseCount } from './parsers/number';
import { parseText } from './parsers/text';

/** What a field reads: a value as it is sent, or custom fields that still need their types. */
export type FieldValue = JsonValue | UntypedCustomFields;

/** A field of the panel: how n8n shows it, and how its value is read. */
export interface Field<Value extends FieldValue | undefined = JsonValue | undefined> {
	property: INodeProperties;
	/** What its value is for: that decides which mistakes are looked for in it. */
	purpose: Purpose;
	/** Maximum length in characters, for fields with a single value. Parsers of lists check each entry themselves. */
	maxLength?: number | undefined;
	/** The API's property, if the field has another name. */
	sentAs?: string;
	/** The value is an object whose properties are sent in its place. They win over those of earlier fields. */
	merged?: boolean;
	/**
	 * Reads the value of a field that was added to the panel.
	 * @param timezone the workflow's, in which dates without an offset are read
	 * @param raw the value as the workflow holds it, with its expressions
	 * @returns undefined if nothing is to be sent: the field is empty, or its expression yields nothing
	 * @throws InvalidInput for a value that can't be sent
	 */
	read(value: unknown, timezone: string, raw?: unknown): Value;
}

/** A field of a record, also one of custom fields. */
export type RecordField = Field<FieldValue | undefined>;

/** The values of fields, by the property that they are sent as. */
export type ValuesOf<AnyField extends RecordField> = Record<
	string,
	Exclude<ReturnType<AnyField['read']>, undefined>
>;

/** What judging a value needs to know of its field. */
export type BaseField = Pick<Field, 'property' | 'purpose' | 'maxLength'>;

/** @throws InvalidInput for a value that is longer than its field allows */
export function assertFieldMaxLength({ property, maxLength }: BaseField, value: unknown): void {
	if (maxLength === undefined) return;
	assertMaxLength(isLocator(value) ? value.value : value, property.displayName, maxLength);
}

/** How n8n shows a field, besides its type and default. */
export type FieldSettings = Omit<INodeProperties, 'type' | 'default'>;

/** How n8n shows a field, besides its type, and what the field is for. */
type TypedFieldSettings = Omit<INodeProperties, 'type'> & Pick<Field, 'purpose'>;

/**
 * Reads the values of fields into the properties that are sent. It joins the objects of two fields for one property. The
 * later field's entries win.
 * @param readField reads a field that was added to the panel
 * @throws InvalidInput for a value that can't be sent, and for two values of one property that are no objects
 */
export function readFields<AnyField extends RecordField>(
	fields: readonly AnyField[],
	values: NamedValues,
	readField: (field: AnyField, value: unknown) => FieldValue | undefined,
): ValuesOf<AnyField> {
	let body: Record<string, FieldValue> = {};
	const fieldOf = new Map<string, AnyField>();
	for (const field of fields) {
		const { property, sentAs = property.name, merged } = field;
		if (!Object.hasOwn(values, property.name)) continue;
		const value = readField(field, values[property.name]);
		if (value === undefined) continue;
		if (merged && isObject(value)) {
			body = { ...body, ...value, ...joinObjectsOfBoth(body, value) };
			continue;
		}
		const earlierField = fieldOf.get(sentAs);
		body[sentAs] = earlierField ? joinObjects(body[sentAs], value, earlierField, field) : value;
		fieldOf.set(sentAs, field);
	}
	return body as ValuesOf<AnyField>;
}

/** Objects that the service writes entry by entry (specification: PATCH /contacts, 3; Companies, 3). */
const PATCHED_PER_ENTRY: Record<
	string,
	(object: CustomFields, winning: CustomFields) => CustomFields
> = {
	address: (address, winning) => ({ ...address, ...winning }),
	customFields: UntypedCustomFields.join,
};

/** Whether the service writes each entry of this property by itself. */
export const isPatchedPerEntry = (name: string): boolean => Object.hasOwn(PATCHED_PER_ENTRY, name);

/** Joins the objects that both bodies have, and that the service writes entry by entry. */
function joinObjectsOfBoth(
	body: Record<string, FieldValue>,
	winning: JsonObject,
): Record<string, FieldValue> {
	const joined: Record<string, FieldValue> = {};
	for (const [name, join] of Object.entries(PATCHED_PER_ENTRY)) {
		const [object, winningObject] = [body[name], winning[name]];
		if (isObject(object) && isObject(winningObject)) joined[name] = join(object, winningObject);
	}
	return joined;
}

function joinObjects(
	value: FieldValue | undefined,
	laterValue: FieldValue,
	{ property }: BaseField,
	{ property: laterProperty, sentAs = laterProperty.name }: BaseField & Pick<Field, 'sentAs'>,
): CustomFields {
	if (isObject(value) && isObject(laterValue)) {
		return PATCHED_PER_ENTRY[sentAs]?.(value, laterValue) ?? { ...value, ...laterValue };
	}
	throw new InvalidInput(
		property.displayName,
		`and “${laterProperty.displayName}” are both given`,
		'They say the same thing: leave one of them out.',
	);
}

/** A text field whose value a parser reads. */
export const parsedField = <Value extends JsonValue | undefined>(
	{ purpose, maxLength, ...property }: FieldSettings & Pick<Field, 'purpose' | 'maxLength'>,
	parse: (value: unknown, label: string) => Value,
): Field<Value> => ({
	property: { ...property, type: 'string', default: '' },
	purpose,
	maxLength,
	read: (value) => parse(value, property.displayName),
});

/** What fields for one value of a record share, such as a phone or an amount. */
export const RECORD_VALUE_SETTINGS = { purpose: 'record', maxLength: MAX_VALUE_LENGTH } as const;

/** A text of any length. Numbers and booleans from expressions become text; white space alone counts as empty. */
export const textField = (property: FieldSettings & Pick<Field, 'purpose'>) =>
	parsedField(property, (value, label) => (isBlank(value) ? undefined : parseText(value, label)));

/** True or false, also as a word. */
export function booleanField({
	purpose,
	...property
}: TypedFieldSettings): Field<boolean | undefined> {
	return {
		property: { ...property, type: 'boolean' },
		purpose,
		maxLength: MAX_VALUE_LENGTH,
		read: (value) => parseBoolean(value, property.displayName),
	};
}

/** A switch that protects from harm: an empty value does not count as false. */
export const strictBooleanField = (property: Omit<INodeProperties, 'type'>): Field<boolean> => ({
	property: { ...property, type: 'boolean' },
	purpose: 'setting',
	maxLength: MAX_VALUE_LENGTH,
	read: (value) => parseStrictBoolean(value, property.displayName),
});

/** A setting that is a whole number of at least 1. */
export function countField(property: Omit<INodeProperties, 'type'>): Field<number | undefined> {
	return {
		property: {
			...property,
			type: 'number',
			typeOptions: { minValue: 1, ...property.typeOptions },
		},
		purpose: 'setting',
		maxLength: MAX_VALUE_LENGTH,
		read: (value) => parseCount(value, property.displayName),
	};
}
