/** A template's text as the user pasted it: its variables, and the message that comes of it. */
import { InvalidInput } from '../../invalidInput';
import { quote } from '../../quote';
import { isBlank } from './empty';
import { scalarToText } from './text';

export const TEMPLATE_TEXT_LABEL = 'Template Text';

/** A text that holds this may hold variables: the panel shows a row for each, in place of the plain list. */
export const VARIABLE_END = '}}';

/** `{{1}}`, `{{2}}`… (specification: POST /conversations, `template`). */
const VARIABLE = /\{\{\s*([1-9]\d*)\s*\}\}/g;
/** Anything in double braces: a variable if it looks like a name or a number, otherwise a part of the text. */
const IN_BRACES = /\{\{([^{}]*)\}\}/g;
const NAME_OR_NUMBER = /[\p{L}\p{N}_$]/u;

/** A variable of a template's text. */
export interface TemplateVariable {
	/** Its number, from 1. */
	number: number;
	/** It and the words around its first occurrence in the text. */
	excerpt: string;
	/** What the panel calls its row: the words before it and itself, or itself and the words after it. */
	label: string;
}

/**
 * The text of a template; undefined if there is none. `assertNumberedVariables` checks its variables.
 * @param raw the parameter as the workflow holds it: n8n puts “=” before a text with {{1}} that is pasted
 *   into an empty field
 */
export function parseTemplateTextField(raw: unknown): string | undefined {
	const text = scalarToText(raw, TEMPLATE_TEXT_LABEL)?.replace(/^=/, '').trim();
	return isBlank(text) ? undefined : text;
}

/** The variables of a text by their numbers, each once, whether or not the text is in order. */
export function variablesIn(text: string): TemplateVariable[] {
	const line = text.replace(VARIABLE, '{{$1}}').replace(/\s+/g, ' ');
	const variables = new Map<number, TemplateVariable>();
	for (const { 0: variable, 1: digits, index } of line.matchAll(VARIABLE)) {
		const number = Number(digits);
		if (variables.has(number)) continue;
		const before = line.slice(Math.max(0, index - CONTEXT_LENGTH), index);
		const after = line.slice(index + variable.length).slice(0, CONTEXT_LENGTH);
		variables.set(number, {
			number,
			excerpt: `${lastWords(before)}${variable}${firstWords(after)}`,
			label: labelOf(before, variable, after),
		});
	}
	return [...variables.values()].sort((a, b) => a.number - b.number);
}

function labelOf(before: string, variable: string, after: string): string {
	// Other variables have rows of their own, so the words end at them.
	const words = lastWords(before.split('}}').at(-1) ?? '').replace(/^[^\p{L}\p{N}]+/u, '');
	return words === ''
		? `${variable}${firstWords(after.split('{{')[0] ?? '')}`.trim()
		: `${words}${variable}`;
}

/** @throws InvalidInput if a text has variables with names, or numbers with a gap */
export function assertNumberedVariables(text: string): void {
	const [placeholder] =
		[...text.matchAll(IN_BRACES)].find(
			([, inner = '']) => NAME_OR_NUMBER.test(inner) && !/^[1-9]\d*$/.test(inner.trim()),
		) ?? [];
	if (placeholder !== undefined) {
		throw new InvalidInput(
			TEMPLATE_TEXT_LABEL,
			`holds ${quote(placeholder)}, but this node fills in only numbered variables`,
			'Paste the approved text, with {{1}}, {{2}} and so on. If the service shows names there, replace them with numbers in order. Expressions are not evaluated here.',
		);
	}
	const numbers = variablesIn(text).map(({ number }) => number);
	const missing = numbers.findIndex((number, at) => number !== at + 1) + 1;
	if (missing === 0) return;
	throw new InvalidInput(
		TEMPLATE_TEXT_LABEL,
		`holds {{${numbers.at(-1)}}}, but no {{${missing}}}`,
		'Compare it with the approved template, whose variables are numbered from {{1}} without a gap.',
	);
}

/** The text with its variables filled in, as the customer reads it. */
export const fillTemplate = (text: string, params: readonly string[]): string =>
	text.replace(VARIABLE, (variable, number: string) => params[Number(number) - 1] ?? variable);

/** The most characters before and after a variable: the panel shows some 27 of a row's label. */
const MAX_BEFORE = 14;
const MAX_AFTER = 10;
/** How much text around a variable is searched for them, in UTF-16 code units: far more than they take. */
const CONTEXT_LENGTH = 200;

function lastWords(text: string): string {
	const characters = [...text];
	if (characters.length <= MAX_BEFORE) return text;
	const end = characters.slice(-MAX_BEFORE - 1).join('');
	// A word that is too long is cut.
	const space = end.slice(0, -1).indexOf(' ');
	return `…${space === -1 ? characters.slice(-MAX_BEFORE).join('') : end.slice(space + 1)}`;
}

function firstWords(text: string): string {
	const characters = [...text];
	if (characters.length <= MAX_AFTER) return text;
	const start = characters.slice(0, MAX_AFTER + 1).join('');
	const space = start.lastIndexOf(' ');
	return `${space <= 0 ? characters.slice(0, MAX_AFTER).join('') : start.slice(0, space)}…`;
}
