import type { JsonObject, JsonValue } from 'n8n-workflow';
import { UPDATE_FIELDS_PARAMETER } from '../../fields/collections';
import type { Field, WritableField } from '../../fields/field';
import { addTags, removeTags, replacementTagsField } from '../../fields/tags';
import { tagKey } from '../../fields/comparisonKeys';
import { InvalidInput } from '../../invalidInput';
import { getByIdRequest, path, recordKeyOf, type RecordRef } from '../../transport/request';
import { assertHasValues, collectionBody } from './body';
import { prepareOnceTyped, type UntypedBody } from './fieldTypes';
import { entriesMissingFrom } from './merge';
import type { Operation, Preparation, PreparedItem } from './operation';
import { assertRoomInKey, chosenRecord } from './parameters';
import { oneRecord, oneRequest, phonesIn, readThenWriteIntent } from './prepared';
import { tagsOfRecord, toTagTexts } from './tags';
import { quote } from '../../quote';

/** The fields that change the tags of a record. */
export const makeTagUpdateFields = (noun: string): Field[] => [
	addTags,
	removeTags,
	replacementTagsField(noun),
];

const TAG_CHANGES: readonly Field[] = [addTags, removeTags];

/**
 * Makes the `prepare` of an update that may add and remove tags, `PATCH /{plural}/{id}`.
 * @param plural the path segment of the resource, such as `contacts`
 * @param locator the field that names the record
 */
export const makeUpdatePrepare =
	(plural: string, locator: Field, fields: readonly WritableField[]): Operation['prepare'] =>
	(parameters) => {
		const record = chosenRecord(parameters, locator);
		const changes = collectionBody(parameters, UPDATE_FIELDS_PARAMETER, TAG_CHANGES);
		const tags = { add: toTagTexts(changes.addTags), remove: toTagTexts(changes.removeTags) };
		const plainFields = fields.filter((field) => !TAG_CHANGES.some((change) => change === field));
		const input = collectionBody(parameters, UPDATE_FIELDS_PARAMETER, plainFields);
		if (tags.add.length + tags.remove.length === 0)
			return preparePlainUpdate(plural, record, input);
		assertNoContradiction(tags, 'tags' in input);
		if (Object.keys(input).length > 0) assertRoomInKey(parameters, ['fields']);
		return prepareOnceTyped(`/${plural}`, input, (body) =>
			prepareTagChanges(plural, record, tags, body),
		);
	};

/**
 * Prepares an update that sends the input as it is, without a read before it.
 * @throws NothingToSend if there is none
 */
export const preparePlainUpdate = (
	plural: string,
	record: RecordRef,
	input: UntypedBody,
): Preparation =>
	prepareOnceTyped(`/${plural}`, input, (body) => {
		assertHasValues(body);
		return oneRequest({ method: 'PATCH', path: path`/${plural}/${record.id}`, record, body });
	});

interface TagChanges {
	add: JsonValue[];
	remove: JsonValue[];
}

/**
 * Prepares an update that adds and removes tags. The API only replaces tags (specification: Rules for PATCH), so the
 * record is read first. If no tag changes and no other field is given, nothing is written and the record is
 * returned as it was read.
 */
function prepareTagChanges(
	plural: string,
	record: RecordRef,
	{ add, remove }: TagChanges,
	plainBody: JsonObject,
): PreparedItem {
	const key = recordKeyOf(record);
	return {
		intent: {
			...readThenWriteIntent(key, { [key]: { ...plainBody, addTags: add, removeTags: remove } }),
			phones: phonesIn(plainBody),
		},
		async perform(ask) {
			const answer = await ask(getByIdRequest(`/${plural}`, record));
			const current = tagsOfRecord(answer.body, answer.requestId);
			const added = entriesMissingFrom(current, add, tagKey);
			const removed = new Set(remove.map(tagKey));
			const kept = current.filter((tag) => !removed.has(tagKey(tag)));
			const hasEffect = added.length > 0 || kept.length < current.length;
			const body = hasEffect ? { ...plainBody, tags: [...kept, ...added] } : plainBody;
			if (Object.keys(body).length === 0) return oneRecord(answer);
			// With the user's own key, a repeated run finds the tags changed and sends the other fields alone.
			// Under the same key the service would refuse that other body.
			const part = hasEffect ? undefined : 'fields';
			const field = added.length > 0 ? addTags : removeTags;
			const fieldNames = { tags: field.property.name };
			const address = path`/${plural}/${record.id}`;
			return oneRecord(
				await ask(
					{ method: 'PATCH', path: address, record, current: answer.body, body, fieldNames },
					{ part },
				),
			);
		},
	};
}

/** @throws InvalidInput for changes that contradict each other */
function assertNoContradiction({ add, remove }: TagChanges, replaces: boolean): void {
	if (replaces) {
		throw new InvalidInput(
			(add.length > 0 ? addTags : removeTags).property.displayName,
			'can’t be combined with a value that replaces all tags',
			'Use Add Tags and Remove Tags alone, or replace the tags by Tags (Replace All), Clear Fields or Your Own JSON.',
		);
	}
	const removed = new Set(remove.map(tagKey));
	const both = add.find((tag) => removed.has(tagKey(tag)));
	if (both !== undefined) {
		throw new InvalidInput(
			addTags.property.displayName,
			`and “${removeTags.property.displayName}” both hold ${quote(String(both))}`,
			'Take it out of one of them.',
		);
	}
}
