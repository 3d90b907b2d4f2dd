import type { JsonObject, JsonValue } from 'n8n-workflow';
import { plainText } from '../../copiedText';
import { isExpression } from '../../expression';
import { InvalidInput, readValue } from '../../invalidInput';
import { quote } from '../../quote';
import { isObject } from '../../typeGuards';
import { parseBoolean } from './boolean';
import { inferType, type SeenTypes } from './customFieldTypes';
import { dateTextOf, dayTextOf } from './date';
import { isBlank, isEmpty } from './empty';
import { entriesOfGroup } from './entries';
import { parseId } from './id';
import { isEmptyJson, parseJson, withoutEmptyValues } from './json';
import { assertLength, MAX_VALUE_LENGTH } from './length';
import { COMMA, parseList } from './list';
import { parseNumber } from './number';
import { slugFinder } from './slug';
import { assertListText } from './tagTexts';
import { parseText } from './text';

export const CUSTOM_FIELDS_LABEL = 'Custom Fields';
/** The type of an entry that takes it from recent records. */
export const AUTOMATIC_TYPE = 'automatic';

/** Entries whose types are not known yet. A symbol, so that neither JSON nor `Object.keys` shows them. */
const UNTYPED = Symbol('untyped');
/** Custom fields that win over the untyped entries. */
const WINNING = Symbol('winning');
/** Custom fields of which some, or all, have no types yet. They must go through `resolveCustomFields` before they are sent. */
export type UntypedCustomFields = JsonObject & {
	[UNTYPED]?: CustomFieldEntry[];
	[WINNING]?: JsonObject;
};

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

/**
 * Parses the entries under Custom Fields. If one has the type Automatic, the result must go through
 * `resolveCustomFields` before it is sent. Until then its values are checked by their own types.
 * @throws InvalidInput for entries without a slug and values that are not of their type
 */
export function parseCustomFieldEntries(collection: unknown, raw: unknown): JsonObject | undefined {
	const rawEntries = entriesOfGroup(raw, 'field');
	const entries: CustomFieldEntry[] = [];
	for (const [index, { slug, type, value }] of entriesOfGroup(collection, 'field').entries()) {
		const name = plainText(parseId(slug, CUSTOM_FIELDS_LABEL) ?? '');
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
		if (isAutomatic && isEmptyJson(value)) continue;
		const canClear = type === 'json' && rawEntry !== undefined && !isExpression(rawEntry.value);
		entries.push({
			...{ label: CUSTOM_FIELDS_LABEL, name, value, canClear },
			type: isAutomatic ? AUTOMATIC_TYPE : type,
		});
	}
	const typed = parseEntries(entries, new Map());
	const isUntyped = entries.some((entry) => entry.type === AUTOMATIC_TYPE && !isBlank(entry.value));
	const untyped: UntypedCustomFields = { [UNTYPED]: entries };
	return isUntyped ? untyped : typed;
}

/**
 * The properties of a JSON object as entries of the type Automatic. Empty ones are dropped: an expression may yield one
 * by chance. The result shows no properties: `resolveCustomFields` must make them of its entries before it is sent.
 * @throws InvalidInput for values that are not of their own types
 */
export function untypedCustomFieldsOf(
	object: JsonObject | undefined,
	label: string,
): UntypedCustomFields | undefined {
	const entries = Object.entries(object ?? {}).flatMap(([name, property]): CustomFieldEntry[] => {
		const value = withoutEmptyValues(property);
		return value === undefined
			? []
			: [{ label, name, type: AUTOMATIC_TYPE, value, canClear: false }];
	});
	if (entries.length === 0) return undefined;
	parseEntries(entries, new Map());
	const untyped: UntypedCustomFields = { [UNTYPED]: entries };
	return untyped;
}

/** Custom fields joined with others that win over them, whether or not the types of either are known yet. */
export function joinCustomFields(
	fields: UntypedCustomFields,
	winning: UntypedCustomFields,
): JsonObject {
	const joined: UntypedCustomFields = { ...fields, ...winning };
	if (fields[UNTYPED] === undefined) return joined;
	const winningEntries = winning[UNTYPED] ?? [];
	const winners = new Set([...Object.keys(winning), ...winningEntries.map(({ name }) => name)]);
	// An entry that is not sent is not judged, and no types are read for it.
	const untyped = [...fields[UNTYPED].filter(({ name }) => !winners.has(name)), ...winningEntries];
	delete joined[UNTYPED];
	if (untyped.length === 0) return joined;
	joined[UNTYPED] = untyped;
	if (winning[UNTYPED] === undefined) joined[WINNING] = { ...fields[WINNING], ...winning };
	return joined;
}

/** Whether a body holds custom fields whose types are not known yet. */
export const hasUntypedCustomFields = ({ customFields }: JsonObject): boolean =>
	isObject(customFields) && UNTYPED in customFields;

/**
 * The body with the values of its untyped custom fields.
 * @param seenTypes those on recent records, by slug
 * @throws InvalidInput for a value that is not of its field's type
 */
export function resolveCustomFields(body: JsonObject, seenTypes: SeenTypes): JsonObject {
	const joined = body.customFields as UntypedCustomFields;
	const { [UNTYPED]: untyped = [], [WINNING]: winning, ...typed } = joined;
	const customFields = { ...typed, ...parseEntries(untyped, seenTypes), ...winning };
	const resolved: JsonObject = { ...body, customFields };
	if (Object.keys(customFields).length === 0) delete resolved.customFields;
	return resolved;
}

function parseEntries(
	entries: readonly CustomFieldEntry[],
	seenTypes: SeenTypes,
): JsonObject | undefined {
	const fields = new Map<string, JsonValue>();
	const findSlug = slugFinder(seenTypes.keys());
	for (const { label, name, type, value, canClear } of entries) {
		const slug = findSlug(name) ?? name;
		const fieldType = type === AUTOMATIC_TYPE ? (seenTypes.get(slug) ?? inferType(value)) : type;
		const parsed = readValue(value, () => parseValue(fieldType, value, `${label}: ${slug}`));
		const isSent = canClear || withoutEmptyValues(parsed) !== undefined;
		if (isSent && parsed !== undefined) fields.set(slug, parsed);
	}
	return fields.size > 0 ? Object.fromEntries(fields) : undefined;
}

/** Types whose values are never longer than `MAX_VALUE_LENGTH`. */
const SHORT_TYPES: readonly unknown[] = ['boolean', 'number', 'day', 'date'];

function parseValue(type: unknown, value: unknown, label: string): JsonValue | undefined {
	if (type === 'json' && value === null) return null;
	if (isBlank(value)) return undefined;
	if (SHORT_TYPES.includes(type)) assertLength(value, label, MAX_VALUE_LENGTH);
	switch (type) {
		case 'string':
			return parseText(value, label);
		case 'boolean':
			return parseBoolean(value, label);
		case 'json':
			return parseJson(value, label);
		case 'list':
			// A cell of a table holds a text with commas, or a number that is the only entry.
			return typeof value === 'object'
				? parseJson(value, label)
				: parseList(value, label, COMMA, assertListText);
		case 'day':
			return dayTextOf(value, label);
		case 'date':
			return dateTextOf(value, label);
		case 'number':
			return parseNumber(value, label);
		default:
			throw new InvalidInput(
				label,
				`has the unknown type ${quote(parseText(type, label) ?? '')}`,
				'Use automatic, string, number, boolean or json.',
			);
	}
}
