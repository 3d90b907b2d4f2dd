/** Tags in records and in bodies. */
import type { IDataObject, JsonValue } from 'n8n-workflow';
import { UnusableAnswer } from '../../transport/pages';
import { toList } from './merge';

/**
 * The tags of a record, for what can’t be done without them: texts in a list (specification: Contact, Deal).
 * @param requestId of the answer that the record is in
 * @throws UnusableAnswer if it comes without them: they may be any
 */
export function tagsOfRecord({ tags }: IDataObject, requestId: string | undefined): string[] {
	if (isTextList(tags)) return tags;
	throw new UnusableAnswer('a record in it has no list of tags', requestId);
}

const isTextList = (value: unknown): value is string[] =>
	Array.isArray(value) && value.every((entry) => typeof entry === 'string');

/** Tags as texts, which they are in the service (specification: Contact, Deal). A number becomes its text. */
export const toTagTexts = (value: JsonValue | undefined): JsonValue[] =>
	toList(value).map((tag) => (typeof tag === 'number' ? String(tag) : tag));
