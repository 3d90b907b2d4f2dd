/** JSON that is typed with expressions in it: what an expression yields inside a JSON string stays inside it. */
import { ExpressionParser, type INodeProperties } from 'n8n-workflow';
import { isExpression } from '../../expression';
import { isObject } from '../../typeGuards';

/** Resolves a text with an expression for the item. */
type Evaluate = (text: string) => unknown;

/** Called with an expression's result if the expression is all that its JSON string contains. @param code the expression */
type OnWholeString = (yielded: string, code: string) => void;

/**
 * The value of a field with its JSON parsed. JSON that holds expressions is resolved again first.
 * @param value what n8n makes of it: n8n puts quotes and backslashes that an expression yields into the JSON
 *   as they are
 * @param raw as the workflow holds it
 */
export function resolveJson(
	property: INodeProperties,
	value: unknown,
	raw: unknown,
	evaluate: Evaluate,
	onWholeString: OnWholeString,
): unknown {
	if (property.type === 'json') return resolveText(value, raw, evaluate, onWholeString);
	if (property.type !== 'fixedCollection' || !isObject(value) || !isObject(raw)) return value;
	const groups = Object.entries(value).map(([group, entries]) => {
		const rawEntries = raw[group];
		if (!Array.isArray(entries) || !Array.isArray(rawEntries)) return [group, entries] as const;
		return [
			group,
			entries.map((entry, index) => {
				const rawEntry: unknown = rawEntries[index];
				if (!isObject(entry) || !isObject(rawEntry) || entry.type !== 'json') return entry;
				return {
					...entry,
					value: resolveText(entry.value, rawEntry.value, evaluate, onWholeString),
				};
			}),
		] as const;
	});
	return Object.fromEntries(groups);
}

function resolveText(
	value: unknown,
	raw: unknown,
	evaluate: Evaluate,
	onWholeString: OnWholeString,
): unknown {
	if (typeof value !== 'string' || typeof raw !== 'string') return value;
	const text =
		(isExpression(raw) ? escapeResults(raw.slice(1), evaluate, onWholeString) : undefined) ?? value;
	try {
		const parsed: unknown = JSON.parse(text);
		return typeof parsed === 'object' && parsed !== null ? parsed : text;
	} catch {
		// The field's own parser says what is no JSON.
		return text;
	}
}

/** Puts what its expressions yield into a text, escaped inside strings. @returns undefined if none of them stands in a string */
function escapeResults(
	text: string,
	evaluate: Evaluate,
	onWholeString: OnWholeString,
): string | undefined {
	const parts = partsOf(text);
	if (!parts.some(({ isCode, openString }) => isCode && openString !== undefined)) return undefined;
	const pieces = parts.map(({ isCode, text: code, openString }, index) => {
		if (!isCode) return code;
		// With a blank before it, n8n returns the result as a string.
		const yielded = String(evaluate(` ${code}`)).slice(1);
		if (openString === undefined) return yielded;
		const isWhole = openString.trim() === '' && /^\s*"/.test(parts[index + 1]?.text ?? '');
		if (isWhole) onWholeString(yielded, code);
		return JSON.stringify(yielded).slice(1, -1);
	});
	return pieces.join('');
}

interface JsonPart {
	text: string;
	/** It is an expression, in its braces. */
	isCode: boolean;
	/** What stands before it in the JSON string that is open; undefined outside of strings. */
	openString: string | undefined;
}

function partsOf(text: string): JsonPart[] {
	let openString: string | undefined;
	return ExpressionParser.splitExpression(text).map((chunk) => {
		const isCode = chunk.type === 'code';
		const part = { text: ExpressionParser.joinExpression([chunk]), isCode, openString };
		if (!isCode) openString = openStringAfter(part.text, openString);
		else if (openString !== undefined) openString += part.text;
		return part;
	});
}

/**
 * @param open what was read of a JSON string before the text; undefined outside of strings
 * @returns the string that is open after the text; undefined if none is
 */
function openStringAfter(text: string, open: string | undefined): string | undefined {
	let string = open;
	for (const [token] of text.matchAll(/\\.|[^\\]|\\/gs)) {
		if (string === undefined) string = token === '"' ? '' : undefined;
		else string = token === '"' ? undefined : string + token;
	}
	return string;
}
