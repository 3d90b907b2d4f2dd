import type { INodeProperties, JsonValue } from 'n8n-workflow';
import { plainText } from '../copiedText';
import { InvalidInput } from '../invalidInput';
import type { Purpose } from '../mistakes/mistake';
import { isLocator } from '../typeGuards';
import { parseBoolean, parseStrictBoolean } from './parsers/boolean';
import type { UntypedCustomFields } from './parsers/customFields';
import { isBlank } from './parsers/empty';
import { assertMaxLength, MAX_SINGLE_VALUE_LENGTH } from './parsers/length';
import { parseCount } from './parsers/number';
import { scalarToText } from './parsers/text';

/** What a field reads: a value as it is sent, or custom fields that still need their types. */
export type FieldValue = JsonValue | UntypedCustomFields;

/** A field of the panel: how n8n shows it, and how its value is read. */
export interface Field<Value extends FieldValue | undefined = JsonValue | undefined> {
	property: INodeProperties;
	/** What its value is for: that decides which mistakes are looked for in it. */
	purpose: Purpose;
	/**
	 * Maximum length in characters of a single value. Leave it out for texts of any length, and for lists, tags
	 * included: every pattern that searches them takes linear time.
	 */
	maxLength?: number | undefined;
	/** The API's property, if the field has another name. */
	sentAs?: string;
	/** Whether the properties of the value are sent in its place. They win over those of earlier fields. */
	spread?: boolean;
	/**
	 * Reads the value of a field that was added to the panel.
	 * @returns undefined if nothing is to be sent: the field is empty, or its expression yields nothing
	 * @throws InvalidInput for a value that can't be sent
	 */
	read(value: unknown, context: ReadContext): Value;
}

/** What reading a value may depend on besides the value. */
export interface ReadContext {
	/** The workflow's time zone, in which dates without an offset are read. */
	timezone: string;
	/** The value as the workflow holds it, with its expressions. */
	raw?: unknown;
}

/** A field of a record, also one of custom fields. */
export type WritableField = Field<FieldValue | undefined>;

/** What judging a value needs to know of its field. */
export type BaseField = Pick<Field, 'property' | 'purpose' | 'maxLength'>;

/** @throws InvalidInput for a value that is longer than its field allows */
export function assertFieldMaxLength({ property, maxLength }: BaseField, value: unknown): void {
	if (maxLength === undefined) return;
	assertMaxLength(isLocator(value) ? value.value : value, property.displayName, maxLength);
}

/** How n8n shows a field, besides its type and default. */
export type FieldSettings = Omit<INodeProperties, 'type' | 'default'>;

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
export const RECORD_VALUE_SETTINGS = {
	purpose: 'record',
	maxLength: MAX_SINGLE_VALUE_LENGTH,
} as const;

/** A field that must not be empty once it is added: most filters and rules would let everything through. */
export const nonEmptyField = <Value extends JsonValue>(
	field: Field<Value | undefined>,
): Field<Value> => ({
	...field,
	read: (value, context) => {
		const parsed = field.read(value, context);
		const isEmpty = typeof parsed === 'string' && plainText(parsed) === '';
		if (parsed !== undefined && !isEmpty) return parsed;
		throw new InvalidInput(
			field.property.displayName,
			'is empty',
			'Give a value, check the expression, or take it out.',
		);
	},
});

/** A text of any length. Numbers and booleans from expressions become text; white space alone counts as empty. */
export const textField = (property: FieldSettings & Pick<Field, 'purpose'>) =>
	parsedField(property, (value, label) =>
		isBlank(value) ? undefined : scalarToText(value, label),
	);

/** True or false, also as a word. */
export function booleanField({
	purpose,
	...property
}: Omit<INodeProperties, 'type'> & Pick<Field, 'purpose'>): Field<boolean | undefined> {
	return {
		property: { ...property, type: 'boolean' },
		purpose,
		maxLength: MAX_SINGLE_VALUE_LENGTH,
		read: (value) => parseBoolean(value, property.displayName),
	};
}

/** A switch that protects from harm: an empty value does not count as false. */
export const strictBooleanField = (property: Omit<INodeProperties, 'type'>): Field<boolean> => ({
	property: { ...property, type: 'boolean' },
	purpose: 'setting',
	maxLength: MAX_SINGLE_VALUE_LENGTH,
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
		maxLength: MAX_SINGLE_VALUE_LENGTH,
		read: (value) => parseCount(value, property.displayName),
	};
}
