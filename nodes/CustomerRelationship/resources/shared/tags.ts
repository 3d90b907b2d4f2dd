/** Tags in records and in bodies. */
import type { IDataObject, JsonValue } from 'n8n-workflow';
import { toList } from './merge';

/** Whether a record shows its tags, as a list of texts (specification: Contact, Deal). */
export const hasTagList = ({ tags }: IDataObject): boolean =>
	Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');

/** Tags as texts, which they are in the service (specification: Contact, Deal). A number becomes its text. */
export const toTagList = (value: JsonValue | undefined): JsonValue[] =>
	toList(value).map((tag) => (typeof tag === 'number' ? String(tag) : tag));
