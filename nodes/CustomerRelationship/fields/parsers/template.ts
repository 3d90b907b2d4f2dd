import type { JsonObject } from 'n8n-workflow';
import { InvalidInput } from '../../invalidInput';
import { entriesOfGroup } from './entries';
import { parseId } from './id';
import { parseText } from './text';

export const NAME_LABEL = 'Template Name';
export const LANGUAGE_LABEL = 'Template Language';
export const VARIABLES_LABEL = 'Template Variables';
export const TEXT_LABEL = 'Template Text';

/** A template message as the API takes it. */
export interface Template extends JsonObject {
	name: string;
	language: string;
	params: string[];
}

/**
 * The template that an item names, with the values of its variables.
 * @param read a parameter's value, by its name
 * @param mayBeEmpty whether a variable may be empty
 * @throws InvalidInput without a name or language, and for an empty variable
 */
export function parseTemplate(read: (name: string) => unknown, mayBeEmpty: boolean): Template {
	return {
		name: required(parseText(read('templateName'), NAME_LABEL)?.trim(), NAME_LABEL),
		language: required(parseId(read('templateLanguage'), LANGUAGE_LABEL), LANGUAGE_LABEL),
		params: parseVariables(read('templateParams'), mayBeEmpty),
	};
}

function required(value: string | undefined, label: string): string {
	if (!value) {
		throw new InvalidInput(
			label,
			'is empty',
			'Give the template’s name and language as they stand in the service.',
		);
	}
	return value;
}

function parseVariables(value: unknown, mayBeEmpty: boolean): string[] {
	return entriesOfGroup(value, 'param').map((entry, index) => {
		const label = `${VARIABLES_LABEL}: {{${index + 1}}}`;
		const text = parseText(entry.value, label) ?? '';
		if (mayBeEmpty || text.trim() !== '') return text;
		throw new InvalidInput(
			label,
			'is empty',
			"The customer would read a text with a gap: check the expression and that the item has a value. Or give another word where there is none, such as {{ ($json.name || 'cliente').split(' ').first() }}, or turn on Allow Empty Variables under Options.",
		);
	});
}

/**
 * The template's text as it was pasted. n8n's editor turns a pasted text with {{1}} into an expression that yields 1
 * there; then the raw text is used.
 * @param raw the parameter as the workflow holds it
 */
export function parsePastedText(value: unknown, raw: unknown): string | undefined {
	const isPasted = typeof raw === 'string' && raw.startsWith('=') && hasOnlyVariables(raw);
	return parseText(isPasted ? raw.slice(1) : value, TEXT_LABEL);
}

function hasOnlyVariables(text: string): boolean {
	return [...text.matchAll(/\{\{(.*?)\}\}/gs)].every(([, inner = '']) => /^\s*\d+\s*$/.test(inner));
}

const VARIABLE = /\{\{\s*(\d+)\s*\}\}/g;

/** A template's text with its variables filled in, as the customer reads it. */
export const fillTemplate = (text: string, params: readonly string[]): string =>
	text.replace(VARIABLE, (gap, number: string) => params[Number(number) - 1] ?? gap);

/** @throws InvalidInput if the text has another number of variables */
export function assertVariablesMatchText(params: string[], text: string): void {
	const numbers = [...text.matchAll(VARIABLE)].map(([, number]) => Number(number));
	const count = Math.max(0, ...numbers);
	if (count !== params.length) {
		throw new InvalidInput(
			VARIABLES_LABEL,
			`has ${params.length} ${params.length === 1 ? 'variable' : 'variables'}, but “Template Text” has ${count}`,
			'Compare Template Text with the approved template. If they differ, correct Template Text. If they are the same, add or remove variables.',
		);
	}
}
