import type { IDataObject, JsonObject, JsonValue } from 'n8n-workflow';
import { UPDATE_FIELDS } from '../../fields/collections';
import type { Field } from '../../fields/field';
import { addTagsField, removeTagsField, replaceTagsField } from '../../fields/tags';
import { tagKey } from '../../fields/parsers/tags';
import { InvalidInput } from '../../invalidInput';
import { byId, path, recordKeyOf, type RecordRef } from '../../transport/request';
import { assertChanges, collectionBody } from './body';
import { withFieldTypes } from './fieldTypes';
import { entriesNotIn, entriesOfList } from './merge';
import type { Operation, Preparation, Prepared } from './operation';
import { assertRoomInKey, chosenRecord } from './parameters';
import { oneRecord, oneRequest, phonesIn, readFirst } from './prepared';
import { quote } from '../../quote';

/** The fields that change the tags of a record. */
export const tagFields = (noun: string): Field[] => [
	addTagsField,
	removeTagsField,
	replaceTagsField(noun),
];

const TAG_CHANGES: Field[] = [addTagsField, removeTagsField];

/**
 * Prepares an update, `PATCH /{collection}/{id}`.
 * @param locate the field that names the record
 */
export const prepareUpdate = (
	collection: string,
	locate: Field,
	fields: readonly Field[],
): Operation['prepare'] =>
	function (parameters) {
		const record = chosenRecord(parameters, locate);
		const { addTags, removeTags } = collectionBody(parameters, UPDATE_FIELDS, TAG_CHANGES);
		const tags = { add: tagTexts(addTags), remove: tagTexts(removeTags) };
		const others = fields.filter((field) => !TAG_CHANGES.includes(field));
		const given = collectionBody(parameters, UPDATE_FIELDS, others);
		if (tags.add.length + tags.remove.length === 0)
			return preparePlainUpdate(collection, record, given);
		assertNoContradiction(tags, 'tags' in given);
		if (Object.keys(given).length > 0) assertRoomInKey(parameters, ['fields']);
		return withFieldTypes(`/${collection}`, given, (body) =>
			prepareTagChanges(collection, record, tags, body),
		);
	};

/**
 * Prepares an update that sends the given values.
 * @throws NothingToSend if there are none
 */
export const preparePlainUpdate = (
	collection: string,
	record: RecordRef,
	given: JsonObject,
): Preparation =>
	withFieldTypes(`/${collection}`, given, (body) => {
		assertChanges(body);
		return oneRequest({ method: 'PATCH', path: path`/${collection}/${record.id}`, record, body });
	});

interface TagChanges {
	add: JsonValue[];
	remove: JsonValue[];
}

/**
 * Prepares an update that adds and removes tags. The API only replaces tags (specification: Rules for PATCH), so the
 * record is read first. If nothing changes, nothing is written and the record is returned as it was read.
 */
function prepareTagChanges(
	collection: string,
	record: RecordRef,
	{ add, remove }: TagChanges,
	given: JsonObject,
): Prepared {
	const key = recordKeyOf(record);
	return {
		intent: {
			...readFirst(key, { [key]: { ...given, addTags: add, removeTags: remove } }),
			phones: phonesIn(given),
		},
		async run(ask) {
			const read = await ask(byId(`/${collection}`, record, holdsTags));
			const current = read.body.tags as string[];
			const added = entriesNotIn(current, add, tagKey);
			const removed = new Set(remove.map(tagKey));
			const kept = current.filter((tag) => !removed.has(tagKey(tag)));
			const hasEffect = added.length > 0 || kept.length < current.length;
			const body = hasEffect ? { ...given, tags: [...kept, ...added] } : given;
			if (Object.keys(body).length === 0) return oneRecord(read);
			// A repeated run finds the tags changed and sends a different body, which needs a different key.
			const part = hasEffect ? undefined : 'fields';
			const givenField = added.length > 0 ? addTagsField : removeTagsField;
			const fieldNames = { tags: givenField.property.name };
			const address = path`/${collection}/${record.id}`;
			return oneRecord(
				await ask(
					{ method: 'PATCH', path: address, record, current: read.body, body, fieldNames },
					{ part },
				),
			);
		},
	};
}

/** Whether a record shows its tags, as a list of texts (specification: Contact, Deal). */
export const holdsTags = ({ tags }: IDataObject): boolean =>
	Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');

/** Tags as texts, which they are in the service (specification: Contact, Deal). A number becomes its text. */
export const tagTexts = (value: JsonValue | undefined): JsonValue[] =>
	entriesOfList(value).map((tag) => (typeof tag === 'number' ? String(tag) : tag));

/** @throws InvalidInput for changes that contradict each other */
function assertNoContradiction({ add, remove }: TagChanges, replaces: boolean): void {
	if (replaces) {
		throw new InvalidInput(
			(add.length > 0 ? addTagsField : removeTagsField).property.displayName,
			'can’t be combined with a value that replaces all tags',
			'Use Add Tags and Remove Tags alone, or replace the tags by Tags (Replace All), Clear Fields or Your Own JSON.',
		);
	}
	const removed = new Set(remove.map(tagKey));
	const both = add.find((tag) => removed.has(tagKey(tag)));
	if (both !== undefined) {
		throw new InvalidInput(
			addTagsField.property.displayName,
			`and “${removeTagsField.property.displayName}” both hold ${quote(String(both))}`,
			'Take it out of one of them.',
		);
	}
}
