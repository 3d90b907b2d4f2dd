import type { JsonObject } from 'n8n-workflow';
import { plainText } from '../../copiedText';
import { InvalidInput } from '../../invalidInput';
import { quote } from '../../quote';
import { isObject } from '../../typeGuards';
import { isBlank } from './empty';
import { entriesOfGroup } from './entries';
import { parseLocatorValue } from './id';
import {
	assertNumberedVariables,
	TEMPLATE_TEXT_LABEL,
	VARIABLE_END,
	variablesIn,
} from './templateText';
import { scalarToText } from './text';

export const TEMPLATE_NAME_LABEL = 'Template Name';
export const LANGUAGE_LABEL = 'Template Language';
export const VARIABLES_LABEL = 'Template Variables';

/** The parameters that a template message is made of. */
type TemplateField = 'templateName' | 'templateLanguage' | 'templateVariables' | 'templateParams';

/** A template message as the API takes it. */
export interface Template extends JsonObject {
	name: string;
	language: string;
	params: string[];
}

/**
 * The template that an item names, with the values of its variables.
 * @param read a parameter's value, by its name
 * @param text the template's text, if the user pasted it
 * @param mayBeEmpty whether a variable may be empty
 * @throws InvalidInput without a name or language, for an empty variable, and for one that the text lacks
 */
export function parseTemplate(
	read: (name: TemplateField) => unknown,
	text: string | undefined,
	mayBeEmpty: boolean,
): Template {
	return {
		name: requireText(
			scalarToText(read('templateName'), TEMPLATE_NAME_LABEL)?.trim(),
			TEMPLATE_NAME_LABEL,
		),
		language: parseLanguage(read('templateLanguage')),
		params: text?.includes(VARIABLE_END)
			? parseRows(text, read('templateVariables'), mayBeEmpty)
			: parseParams(read('templateParams'), text, mayBeEmpty),
	};
}

/** @throws InvalidInput for another spelling of a code such as `pt_BR` (specification: POST /conversations); other codes pass */
function parseLanguage(value: unknown): string {
	const code = requireText(
		plainText(parseLocatorValue(value, LANGUAGE_LABEL) ?? ''),
		LANGUAGE_LABEL,
	);
	const [, language, country] = /^([a-z]{2,3})(?:[-_ ]([a-z]{2}))?$/i.exec(code) ?? [];
	if (language === undefined) return code;
	const spelling = language.toLowerCase() + (country ? `_${country.toUpperCase()}` : '');
	if (code === spelling) return code;
	throw new InvalidInput(
		LANGUAGE_LABEL,
		`holds ${quote(code)}, which is not how the service writes it`,
		`Enter ${spelling}, or choose it from the list.`,
	);
}

function requireText(text: string | undefined, label: string): string {
	if (!text) {
		throw new InvalidInput(
			label,
			'is empty',
			'Enter the template’s name and language exactly as the service shows them.',
		);
	}
	return text;
}

function parseParams(collection: unknown, text: string | undefined, mayBeEmpty: boolean): string[] {
	// A list that an expression yields fills several variables.
	const values = entriesOfGroup(collection, 'param').flatMap(({ value }): unknown[] =>
		Array.isArray(value) && value.length > 0 ? value : [Array.isArray(value) ? '' : value],
	);
	if (text !== undefined && values.length > 0) {
		throw new InvalidInput(
			VARIABLES_LABEL,
			`has ${values.length} ${values.length === 1 ? 'variable' : 'variables'}, but “${TEMPLATE_TEXT_LABEL}” has none`,
			`Compare ${TEMPLATE_TEXT_LABEL} with the approved template. If they differ, paste it again. If they are the same, remove the variables.`,
		);
	}
	return values.map((value, index) => parseVariable(value, index + 1, undefined, mayBeEmpty));
}

/**
 * The values of a text's variables.
 * @param mapping the rows as n8n saves them: `value` may lack an empty row, `schema` has it
 */
function parseRows(text: string, mapping: unknown, mayBeEmpty: boolean): string[] {
	assertNumberedVariables(text);
	const { value, schema } = isObject(mapping) ? mapping : {};
	const cells = isObject(value) ? value : {};
	const variables = variablesIn(text);
	for (const [id, cell] of Object.entries(cells)) {
		if (isBlank(cell) || variables.some(({ number }) => String(number) === id)) continue;
		throw new InvalidInput(
			variableFieldLabel(id),
			`has a value, but “${TEMPLATE_TEXT_LABEL}” has no {{${id}}}`,
			`Compare ${TEMPLATE_TEXT_LABEL} with the approved template. If it is correct, close this node’s panel and open it again: its rows follow the text.`,
		);
	}
	const rowIds = (Array.isArray(schema) ? schema : []).flatMap((row: unknown) =>
		isObject(row) && row.removed !== true ? [String(row.id)] : [],
	);
	return variables.map(({ number, excerpt }) => {
		const id = String(number);
		if (Object.hasOwn(cells, id) || rowIds.includes(id)) {
			return parseVariable(cells[id], number, excerpt, mayBeEmpty);
		}
		throw new InvalidInput(
			variableFieldLabel(id),
			`in “${excerpt}” has no row`,
			'Close this node’s panel and open it again: its rows follow Template Text. If you removed one, add it again below the others.',
		);
	});
}

/** What an error or a warning calls a variable. */
export const variableFieldLabel = (number: number | string) => `${VARIABLES_LABEL}: {{${number}}}`;

/** @param excerpt the variable and the words around it, if the text is known */
function parseVariable(
	value: unknown,
	number: number,
	excerpt: string | undefined,
	mayBeEmpty: boolean,
): string {
	const text = scalarToText(value, variableFieldLabel(number)) ?? '';
	const trimmed = text.trim();
	if (mayBeEmpty || !isBlank(trimmed)) return trimmed;
	const place = excerpt === undefined ? '' : `in “${excerpt}” `;
	// In an expression, `||` replaces an empty text and not one of spaces.
	throw text === ''
		? new InvalidInput(variableFieldLabel(number), `${place}is empty`, gapRemedy(FALLBACK))
		: new InvalidInput(
				variableFieldLabel(number),
				`${place}holds only white space or invisible characters`,
				gapRemedy(VISIBLE_FALLBACK),
			);
}

/** Replaces what is missing; of a name, only the first is taken. */
const FALLBACK = "($json.name || 'cliente').split(' ').first()";
/** Also replaces a text that `isBlank` is true for. */
const VISIBLE_FALLBACK =
	"/[^\\s\\p{Cf}\\p{Mn}\\p{DI}\\u2800]/u.test($json.name ?? '') ? $json.name : 'cliente'";

const gapRemedy = (fallback: string): string =>
	`The message would have a gap. Check the expression, and make sure that the item has the value it reads. Or set a fallback, such as {{ ${fallback} }}, with your own field in place of $json.name, or turn on Allow Empty Variables under Options.`;
