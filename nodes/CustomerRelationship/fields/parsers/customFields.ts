import type { JsonObject, JsonValue } from 'n8n-workflow';
import { isExpression } from '../../expression';
import { InvalidInput, reading } from '../../invalidInput';
import { isObject } from '../../typeGuards';
import { parseBoolean } from './boolean';
import { inferType, type SeenTypes } from './customFieldTypes';
import { parseDate } from './date';
import { isBlank, isEmpty } from './empty';
import { entriesIn } from './entries';
import { parseId } from './id';
import { parseJson, withoutEmptyValues } from './json';
import { parseList } from './list';
import { parseNumber } from './number';
import { findSlug } from './slug';
import { parseText } from './text';

export const LABEL = 'Custom Fields';
/** The type of an entry that leaves it open. */
export const AUTOMATIC = 'automatic';

/** Entries that wait for the types of their fields; a key that neither JSON nor a list of names shows. */
const OPEN = Symbol('open');
type WithOpenEntries = JsonObject & { [OPEN]?: Entry[] };

/** An entry under Custom Fields. */
interface Entry {
	/** The slug as the user gives it. */
	named: string;
	type: unknown;
	value: unknown;
	/** Somebody wrote JSON here: what is empty in it clears the field, which nothing from an expression does. */
	mayClear: boolean;
}

/**
 * Custom fields by slug. Where an entry leaves its type to the service's records, they are judged by their values' own
 * types, and stay open until `resolveCustomFields` gives them those of the records.
 * @throws InvalidInput for entries without a slug and values that are not of their type
 */
export function parseCustomFields(value: unknown, raw: unknown): JsonObject | undefined {
	const written = entriesIn(raw, 'field');
	const entries: Entry[] = [];
	for (const [index, { slug, type, value: given }] of entriesIn(value, 'field').entries()) {
		const named = parseId(slug, LABEL);
		if (named === undefined) {
			if (isBlank(given)) continue;
			throw new InvalidInput(
				LABEL,
				'has a value without a field',
				'Pick the field, or take the entry out.',
			);
		}
		const source = written[index];
		const mayClear = type === 'json' && source !== undefined && !isExpression(source.value);
		entries.push({ named, type: isEmpty(type) ? AUTOMATIC : type, value: given, mayClear });
	}
	const typed = typedFields(entries, new Map());
	const isOpen = entries.some((entry) => entry.type === AUTOMATIC && !isBlank(entry.value));
	const open: WithOpenEntries = { [OPEN]: entries };
	return isOpen ? open : typed;
}

/** Whether a body holds custom fields whose types are open. */
export const hasOpenCustomFields = ({ customFields }: JsonObject): boolean =>
	isObject(customFields) && OPEN in customFields;

/**
 * The body with its open custom fields typed.
 * @param seenTypes those on recent records, by slug
 * @throws InvalidInput for a value that is not of its field's type
 */
export function resolveCustomFields(body: JsonObject, seenTypes: SeenTypes): JsonObject {
	const { [OPEN]: open = [], ...others } = body.customFields as WithOpenEntries;
	const customFields = { ...others, ...typedFields(open, seenTypes) };
	const resolved: JsonObject = { ...body, customFields };
	if (Object.keys(customFields).length === 0) delete resolved.customFields;
	return resolved;
}

function typedFields(entries: readonly Entry[], seenTypes: SeenTypes): JsonObject | undefined {
	const fields = new Map<string, JsonValue>();
	for (const { named, type, value, mayClear } of entries) {
		const slug = findSlug(named, seenTypes.keys()) ?? named;
		const wanted = type === AUTOMATIC ? (seenTypes.get(slug) ?? inferType(value)) : type;
		const typed = reading(value, (given) => typedValue(wanted, given, `${LABEL}: ${slug}`));
		const sent = mayClear || withoutEmptyValues(typed) !== undefined ? typed : undefined;
		if (sent !== undefined) fields.set(slug, sent);
	}
	return fields.size > 0 ? Object.fromEntries(fields) : undefined;
}

function typedValue(type: unknown, value: unknown, label: string): JsonValue | undefined {
	if (type === 'json' && value === null) return null;
	if (isBlank(value)) return undefined;
	switch (type) {
		case 'string':
			return parseText(value, label);
		case 'boolean':
			return parseBoolean(value, label);
		case 'json':
			return parseJson(value, label);
		case 'list':
			// As a table has it: a text with commas, or a number where that is its only entry.
			return typeof value === 'object' ? parseJson(value, label) : parseList(value, label);
		case 'date':
			return parseDate(value, label);
		case 'number':
			return parseNumber(value, label);
		default:
			throw new InvalidInput(
				label,
				`has the unknown type “${parseText(type, label)}”`,
				'Use automatic, string, number, boolean or json.',
			);
	}
}
