import type { JsonObject, JsonValue } from 'n8n-workflow';
import { customFieldsJsonField } from './customFieldsJson';
import { typeOf, type SeenTypes } from './customFieldTypes';
import { booleanOf, entriesOf, isBlank, isEmpty, textOf, type Field } from './field';
import { isObject } from '../typeGuards';
import { isExpression } from '../expression';
import { InvalidInput, reading } from '../invalidInput';
import { filled, jsonOf } from './json';
import { idOf } from './id';
import { listOf } from './list';
import { sameSlug } from './slug';

const LABEL = 'Custom Fields';
const AUTOMATIC = 'automatic';

/** Both ways to give custom fields; entries win over the object. */
export const customFieldsFields = (searchListMethod: string): Field[] => [
	customFieldsJsonField,
	customFieldsField(searchListMethod),
];

/**
 * Custom fields by slug, each with the type of its value. On an update a JSON `null` clears the
 * field; fields that are not listed stay (specification: PATCH rules of each resource).
 */
function customFieldsField(searchListMethod: string): Field<JsonObject | undefined> {
	return {
		property: {
			displayName: LABEL,
			name: 'customFields',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Custom Field',
			default: {},
			description:
				'Values of custom fields. Fields that are not here stay as they are. To clear a field on an update, choose the type JSON and write null as its value.',
			options: [
				{
					displayName: 'Custom Field',
					name: 'field',
					values: [
						{
							displayName: 'Field ID',
							name: 'slug',
							type: 'resourceLocator',
							default: { mode: 'list', value: '' },
							description:
								'The list shows the fields that recent records have. For any other field choose By ID and give its field ID (e.g. data_de_nascimento): the technical name in the service’s settings, not the label.',
							modes: [
								{
									displayName: 'From List',
									name: 'list',
									type: 'list',
									placeholder: 'Select a field…',
									typeOptions: { searchListMethod, searchable: true },
								},
								{
									displayName: 'By ID',
									name: 'slug',
									type: 'string',
									placeholder: 'e.g. data_de_nascimento',
								},
							],
						},
						{
							displayName: 'Type',
							name: 'type',
							type: 'options',
							options: [
								{
									name: 'Automatic',
									value: AUTOMATIC,
									description: 'The type on recent records, otherwise the type of the value',
								},
								{ name: 'Boolean', value: 'boolean' },
								{
									name: 'JSON',
									value: 'json',
									description: 'For lists, objects and null',
								},
								{ name: 'Number', value: 'number' },
								{ name: 'Text', value: 'string' },
							],
							default: AUTOMATIC,
							description: 'Type that the field has in the service',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							placeholder: 'e.g. 12 or 1990-05-17',
							description: 'Value of the field. An empty value is not sent.',
						},
					],
				},
			],
		},
		read: (value, _timezone, raw) => customFieldsOf(value, raw),
	};
}

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
export function customFieldsOf(value: unknown, raw: unknown): JsonObject | undefined {
	const written = entriesOf(raw, 'field');
	const entries: Entry[] = [];
	for (const [index, { slug, type, value: given }] of entriesOf(value, 'field').entries()) {
		const named = idOf(slug, LABEL);
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
		const slug = sameSlug(named, seenTypes.keys()) ?? named;
		const wanted = type === AUTOMATIC ? (seenTypes.get(slug) ?? typeOf(value)) : type;
		const typed = reading(value, (given) => typedValue(wanted, given, `${LABEL}: ${slug}`));
		const sent = mayClear || filled(typed) !== undefined ? typed : undefined;
		if (sent !== undefined) fields.set(slug, sent);
	}
	return fields.size > 0 ? Object.fromEntries(fields) : undefined;
}

function typedValue(type: unknown, value: unknown, label: string): JsonValue | undefined {
	if (type === 'json' && value === null) return null;
	if (isBlank(value)) return undefined;
	switch (type) {
		case 'string':
			return textOf(value, label);
		case 'boolean':
			return booleanOf(value, label);
		case 'json':
			return jsonOf(value, label);
		case 'list':
			// As a table has it: a text with commas, or a number where that is its only entry.
			return typeof value === 'object' ? jsonOf(value, label) : listOf(value, label);
		case 'date':
			return dateOf(value, label);
		case 'number':
			return numberOf(value, label);
		default:
			throw new InvalidInput(
				label,
				`has the unknown type “${textOf(type, label)}”`,
				'Use automatic, string, number, boolean or json.',
			);
	}
}

/** 12/03/1985, of which a sheet's country decides what is the month. */
const YEAR_LAST = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}(?!\d)/;
/** What a day is to a spreadsheet: 31118, and with a time 31118.5. */
const SERIAL = /^\d+([.,]\d+)?$/;

/** @throws InvalidInput for what sheets hold instead of a date. Other texts are left to the service: the field may be a text. */
function dateOf(value: unknown, label: string): string | undefined {
	const text = textOf(value, label);
	if (!text || !(YEAR_LAST.test(text.trim()) || SERIAL.test(text.trim()))) return text;
	throw new InvalidInput(
		label,
		'takes a date such as 1985-03-12',
		`In the sheet format the column as yyyy-mm-dd (in Portuguese aaaa-mm-dd). If a number arrives all the same, use =TEXT(A2,"yyyy-mm-dd") there. Or map the column manually to {{ DateTime.fromFormat($json['Nascimento'], 'dd/MM/yyyy').toISODate() }}, with your heading in place of Nascimento.`,
	);
}

/** One thousand two hundred as Brazilians write it, or one and a bit. */
const AMBIGUOUS = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;
/** With a decimal comma, and with points for thousands before it. */
const COMMA = /^[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+$/;
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function numberOf(value: unknown, label: string): number {
	const text = typeof value === 'string' ? value.trim() : '';
	if (AMBIGUOUS.test(text)) {
		throw new InvalidInput(
			label,
			`holds “${text}”, which can be read in two ways`,
			`Give ${text.replace('.', '')}, or ${text}0 if the point is for decimals; an expression may give a number instead of a text.`,
		);
	}
	const pointed = COMMA.test(text) ? text.replaceAll('.', '').replace(',', '.') : text;
	const number = DECIMAL.test(pointed) ? Number(pointed) : value;
	if (typeof number !== 'number' || !Number.isFinite(number)) {
		throw new InvalidInput(
			label,
			'is not a number',
			'Give a number such as 1200.5 or 1.200,5; if the field is no number in the service, choose the type that it has.',
		);
	}
	if (Number.isInteger(number) && !Number.isSafeInteger(number)) {
		throw new InvalidInput(
			label,
			'has more digits than a number can hold',
			'Choose the type Text, or give a smaller number.',
		);
	}
	return number;
}
