import type { JsonObject, JsonValue } from 'n8n-workflow';
import { plainText } from '../../copiedText';
import { isExpression } from '../../expression';
import { InvalidInput, withValueInError } from '../../invalidInput';
import { quote } from '../../quote';
import { parseBoolean } from './boolean';
import { typeOfValue, type SeenTypes } from './customFieldTypes';
import { parseInputForDateField, parseInputForDayField } from './date';
import { isBlank, isEmpty } from './empty';
import { entriesOfGroup } from './entries';
import { parseLocatorValue } from './id';
import { hasOnlyEmptyValues, parseJson, withoutEmptyValues } from './json';
import { assertMaxLength, MAX_SINGLE_VALUE_LENGTH } from './length';
import { COMMA, parseList } from './list';
import { parseCustomFieldNumber } from './number';
import { makeSlugFinder } from './slug';
import { assertPlainListText } from './listTexts';
import { scalarToText } from './text';

export const CUSTOM_FIELDS_LABEL = 'Custom Fields';
/** The type of an entry that takes it from recent records. */
export const AUTOMATIC_TYPE = 'automatic';

/** An entry under Custom Fields. */
interface CustomFieldEntry {
	/** The field of the panel that holds it. */
	label: string;
	/** The slug, or the name that stands for it. */
	name: string;
	type: unknown;
	value: unknown;
	/** Whether an empty value clears the field: JSON that was typed does, an expression does not. */
	canClear: boolean;
}

/** Custom fields by slug, or some whose types are not known yet. */
export type MaybeTypedCustomFields = JsonObject | UntypedCustomFields;

/** A value that is sent as it is, or an entry whose slug and type recent records show. */
type CustomField = { value: JsonValue } | { entry: CustomFieldEntry };

/** Custom fields of which some have no types yet. `resolve` must make an object of them before they are sent. */
export class UntypedCustomFields {
	/** @param fields by name; later ones win over earlier ones with the same slug */
	private constructor(private readonly fields: ReadonlyMap<string, CustomField>) {}

	static of(entries: readonly CustomFieldEntry[]): UntypedCustomFields {
		return new UntypedCustomFields(new Map(entries.map((entry) => [entry.name, { entry }])));
	}

	/**
	 * Joins custom fields with others that win. An entry that loses to one of the same name is dropped, so
	 * its type is not read.
	 */
	static join(
		fields: MaybeTypedCustomFields,
		winning: MaybeTypedCustomFields,
	): MaybeTypedCustomFields {
		const joined = new Map(UntypedCustomFields.fieldsOf(fields));
		for (const [name, field] of UntypedCustomFields.fieldsOf(winning)) {
			joined.delete(name);
			joined.set(name, field);
		}
		const untyped = new UntypedCustomFields(joined);
		const isTyped = [...joined.values()].every((field) => 'value' in field);
		return isTyped ? untyped.resolve(new Map()) : untyped;
	}

	private static fieldsOf(fields: MaybeTypedCustomFields): Iterable<[string, CustomField]> {
		return fields instanceof UntypedCustomFields
			? fields.fields
			: Object.entries(fields).map(([name, value = null]) => [name, { value }]);
	}

	/**
	 * @param seenTypes those on recent records, by slug
	 * @throws InvalidInput for a value that is not of its field's type
	 */
	resolve(seenTypes: SeenTypes): JsonObject {
		const resolved = new Map<string, JsonValue>();
		const findSlug = makeSlugFinder(seenTypes.keys());
		for (const [name, field] of this.fields) {
			if ('value' in field) {
				resolved.set(name, field.value);
				continue;
			}
			const slug = findSlug(name) ?? name;
			const value = parseEntry(field.entry, slug, seenTypes);
			if (value !== undefined) resolved.set(slug, value);
		}
		return Object.fromEntries(resolved);
	}
}

/**
 * Parses the entries under Custom Fields. If one has the type Automatic, all stay untyped. Until the types are
 * known, each value is checked by the type that is given for it, or by its own with Automatic.
 * @throws InvalidInput for entries without a slug and values that are not of their type
 */
export function parseCustomFieldEntries(
	collection: unknown,
	raw: unknown,
): MaybeTypedCustomFields | undefined {
	const rawEntries = entriesOfGroup(raw, 'field');
	const entries: CustomFieldEntry[] = [];
	for (const [index, { slug, type, value }] of entriesOfGroup(collection, 'field').entries()) {
		const name = plainText(parseLocatorValue(slug, CUSTOM_FIELDS_LABEL) ?? '');
		if (name === '') {
			if (isBlank(value)) continue;
			throw new InvalidInput(
				CUSTOM_FIELDS_LABEL,
				'has a value without a field',
				'Choose the field, or remove the entry.',
			);
		}
		const rawEntry = rawEntries[index];
		const isAutomatic = isEmpty(type) || type === AUTOMATIC_TYPE;
		if (isAutomatic && hasOnlyEmptyValues(value)) continue;
		const canClear = type === 'json' && rawEntry !== undefined && !isExpression(rawEntry.value);
		entries.push({
			label: CUSTOM_FIELDS_LABEL,
			name,
			value,
			canClear,
			type: isAutomatic ? AUTOMATIC_TYPE : type,
		});
	}
	return customFieldsOf(entries);
}

/**
 * The properties of a JSON object as entries of the type Automatic. Empty ones are dropped: an expression may
 * yield one by chance.
 * @throws InvalidInput for values that are not of their own types
 */
export function parseCustomFieldsObject(
	object: JsonObject | undefined,
	label: string,
): MaybeTypedCustomFields | undefined {
	const entries = Object.entries(object ?? {}).flatMap(([name, property]): CustomFieldEntry[] => {
		const value = withoutEmptyValues(property);
		return value === undefined
			? []
			: [{ label, name, type: AUTOMATIC_TYPE, value, canClear: false }];
	});
	return customFieldsOf(entries);
}

/** @returns undefined if no entry has a value to send @throws InvalidInput for a value that is not of its type */
function customFieldsOf(entries: readonly CustomFieldEntry[]): MaybeTypedCustomFields | undefined {
	const sent = entries.filter((entry) => parseEntry(entry, entry.name, new Map()) !== undefined);
	if (sent.length === 0) return undefined;
	const untyped = UntypedCustomFields.of(sent);
	return sent.some(({ type }) => type === AUTOMATIC_TYPE) ? untyped : untyped.resolve(new Map());
}

/** @returns undefined for an empty value, which is not sent */
function parseEntry(
	{ label, type, value, canClear }: CustomFieldEntry,
	slug: string,
	seenTypes: SeenTypes,
): JsonValue | undefined {
	const fieldType = type === AUTOMATIC_TYPE ? (seenTypes.get(slug) ?? typeOfValue(value)) : type;
	const parsed = withValueInError(value, () => parseValue(fieldType, value, `${label}: ${slug}`));
	return canClear || withoutEmptyValues(parsed) !== undefined ? parsed : undefined;
}

/** Types whose values are never longer than `MAX_SINGLE_VALUE_LENGTH`. */
const SHORT_TYPES: readonly unknown[] = ['boolean', 'number', 'day', 'date'];

function parseValue(type: unknown, value: unknown, label: string): JsonValue | undefined {
	if (type === 'json' && value === null) return null;
	if (isBlank(value)) return undefined;
	if (SHORT_TYPES.includes(type)) assertMaxLength(value, label, MAX_SINGLE_VALUE_LENGTH);
	switch (type) {
		case 'string':
			return scalarToText(value, label);
		case 'boolean':
			return parseBoolean(value, label);
		case 'json':
			return parseJson(value, label);
		case 'list':
			// A cell of a table holds a text with commas, or a number that is the only entry.
			return typeof value === 'object'
				? parseJson(value, label)
				: parseList(value, label, COMMA, (text) => assertPlainListText(text, label));
		case 'day':
			return parseInputForDayField(value, label);
		case 'date':
			return parseInputForDateField(value, label);
		case 'number':
			return parseCustomFieldNumber(value, label);
		default:
			throw new InvalidInput(
				label,
				`has the unknown type ${quote(scalarToText(type, label) ?? '')}`,
				'Use automatic, string, number, boolean or json.',
			);
	}
}
