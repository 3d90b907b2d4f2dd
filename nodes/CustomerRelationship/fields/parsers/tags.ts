import type { JsonValue } from 'n8n-workflow';
import { visible } from '../../copiedText';
import { assertTag, assertTagText } from './tagTexts';
import { arrayIn, parseList } from './list';

/** Key for comparison: what is visible of a tag, trimmed, in NFC and lower case. */
export const tagKey = (tag: unknown): string =>
	visible(typeof tag === 'string' ? tag : JSON.stringify(tag))
		.trim()
		.normalize('NFC')
		.toLowerCase();

/**
 * The tags of a comma-separated text or of an array, whose texts are taken as they are.
 * @throws InvalidInput for tags that are objects or lists, and for texts that are no such list
 */
export const parseTags = (value: unknown, label: string): JsonValue[] | undefined =>
	parse(value, label, false);

/** The tags by which records are chosen. @throws InvalidInput also for a text that may be several tags in one */
export const parseTagsOfFilter = (value: unknown, label: string): JsonValue[] | undefined =>
	parse(value, label, true);

function parse(value: unknown, label: string, isFilter: boolean): JsonValue[] | undefined {
	const tags = parseList(value, label);
	if (!tags) return undefined;
	const isText = !Array.isArray(value) && !arrayIn(String(value));
	if (isText) assertTagText(String(value), label, isFilter);
	for (const tag of tags) assertTag(tag, label);
	return tags;
}
