import { FieldError } from '../fieldError';
import { FIRST_ITEM_IS_0_SENTENCE, itemsText, type NameOf } from '../itemsText';
import { escapeHtml } from '../html';
import { getOrCreate } from '../maps';
import { capitalize, joinSentences } from '../sentences';
import { CHECK_NODE } from './audience';
import { shownValue } from './explain';

/** An item whose input can't be sent, with its error. */
export interface InvalidItem {
	item: number;
	error: unknown;
}

/** The most problems that are described; of further items only the numbers are given. */
const MAX_PROBLEMS = 10;

/**
 * The error text of several invalid items. Those with the same problem are named together, and so are
 * problems with the same remedy.
 * @param total number of all items
 */
export function invalidItemsText(
	invalidItems: readonly InvalidItem[],
	total: number,
	nameOf?: NameOf,
) {
	const problems = new Map<string, { items: number[]; remedy: string }>();
	for (const { item, error } of invalidItems) {
		const text = problemOf(error);
		const create = () => ({ items: [], remedy: remedyOf(error) });
		getOrCreate(problems, text, create).items.push(item);
	}
	// Each remedy stands behind the problems that it is for.
	const problemsByRemedy = new Map<string, string[]>();
	for (const [text, { items, remedy }] of [...problems].slice(0, MAX_PROBLEMS)) {
		const sentence = escapeHtml(`${capitalize(itemsText(items, nameOf))}: ${text}.`);
		problemsByRemedy.set(remedy, [...(problemsByRemedy.get(remedy) ?? []), sentence]);
	}
	const furtherItems = [...problems.values()]
		.slice(MAX_PROBLEMS)
		.flatMap(({ items }) => items)
		.sort((a, b) => a - b);
	return {
		message: `${invalidItems.length} of the ${total} items can’t be sent`,
		description: joinSentences(
			...[...problemsByRemedy].flatMap(([remedy, sentences]) => [...sentences, remedy]),
			furtherItems.length > 0 && `Nor can ${itemsText(furtherItems)}.`,
			FIRST_ITEM_IS_0_SENTENCE,
		),
	};
}

/**
 * The remedy, as HTML. For an expression n8n's own description, which is HTML, is more specific than
 * `CHECK_NODE`.
 */
function remedyOf(error: unknown): string {
	if (error instanceof FieldError) return escapeHtml(error.remedy);
	const description = error instanceof Error && 'description' in error && error.description;
	return typeof description === 'string' && description !== '' ? description : CHECK_NODE;
}

/** What is wrong, in a clause. The value is added, unless the message quotes it. */
function problemOf(error: unknown): string {
	const message = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
	const value = error instanceof FieldError ? shownValue(error) : undefined;
	return value === undefined ? message : `${message} (${value})`;
}
