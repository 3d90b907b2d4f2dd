import type { JsonValue } from 'n8n-workflow';
import { InvalidInput } from '../../invalidInput';
import { tagKey } from '../comparisonKeys';
import { arrayIn, COMMA, parseList, undefinedIfEmpty } from './list';
import { assertTagIsText, assertTagListText } from './listTexts';

/**
 * The tags of a comma-separated text or of an array, whose texts are taken as they are.
 * @throws InvalidInput for tags that are objects or lists, and for texts that are no such list
 */
export const parseTags = (value: unknown, label: string): JsonValue[] | undefined =>
	parseTagList(value, label, false);

/**
 * The tags by which records are chosen.
 * @throws InvalidInput also for a text that may be several tags in one, and for an array in which a tag is missing
 */
export function parseTagsOfFilter(value: unknown, label: string): JsonValue[] | undefined {
	const tags = parseTagList(value, label, true);
	const array = Array.isArray(value) ? value : arrayIn(String(value));
	if (!tags || !array || array.length === tags.length) return tags;
	throw new InvalidInput(
		label,
		'holds an empty tag',
		'Check the expression: without this tag, the filter would let other records through. If a tag may be missing, remove it from the list with .filter(Boolean).',
	);
}

function parseTagList(value: unknown, label: string, isFilter: boolean): JsonValue[] | undefined {
	const entries = parseList(value, label, COMMA, (text) =>
		assertTagListText(text, label, isFilter),
	);
	const tags = undefinedIfEmpty(entries?.filter((tag) => tagKey(tag) !== ''));
	for (const tag of tags ?? []) assertTagIsText(tag, label);
	return tags;
}
