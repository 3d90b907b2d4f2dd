import type { IDataObject, JsonValue } from 'n8n-workflow';
import type { Field } from '../fields/field';
import { addTagsField, removeTagsField, replaceTagsField, sameTag } from '../fields/tags';
import { InvalidInput } from '../invalidInput';
import { byId, recordKeyOf, path } from '../transport/request';
import { listed, withAdded } from './adding';
import { changesIn, collected } from './body';
import { chosenRecord, requireRoomInKey, type Operation } from './operation';

/** Every way to change the tags of a record. */
export const tagFields = (noun: string): Field[] => [
	addTagsField,
	removeTagsField,
	replaceTagsField(noun),
];

const CHANGES: Field[] = [addTagsField, removeTagsField];

/**
 * The plan of an update, `PATCH /{collection}/{id}`. The API only replaces tags (specification: PATCH
 * rules), so to change some of them the record is read first; where that changes nothing and nothing
 * else is to be written, the record is given out as it is.
 * @param locate the field that names it
 */
export const updatePlan = (
	collection: string,
	locate: Field,
	fields: readonly Field[],
): Operation['plan'] =>
	function* (parameters) {
		const record = chosenRecord(parameters, locate);
		const address = path`/${collection}/${record.id}`;
		const { addTags, removeTags } = collected(parameters, 'updateFields', CHANGES);
		const [add, remove] = [asTexts(addTags), asTexts(removeTags)];
		const others = fields.filter((field) => !CHANGES.includes(field));
		if (add.length + remove.length === 0) {
			const body = changesIn(parameters, others);
			const answer = yield { request: { method: 'PATCH', path: address, record, body } };
			return { records: [{ record: answer.body, answer }] };
		}
		const body = collected(parameters, 'updateFields', others);
		requireClear(add, remove, 'tags' in body);
		if (Object.keys(body).length > 0) requireRoomInKey(parameters, ['fields']);
		const read = yield {
			request: { ...byId(`/${collection}`, record, holdsTags), recordKeys: [recordKeyOf(record)] },
			intent: { ...body, addTags: add, removeTags: remove },
		};
		const current = read.body.tags as string[];
		const added = withAdded(current, add, sameTag).slice(current.length);
		const kept = current.filter((tag) => !isAmong(remove, tag));
		const hasEffect = added.length > 0 || kept.length < current.length;
		if (hasEffect) body.tags = [...kept, ...added];
		if (Object.keys(body).length === 0) return { records: [{ record: read.body, answer: read }] };
		// Run again it finds the tags changed: the same key can't stand for both requests.
		const part = hasEffect ? undefined : 'fields';
		const changed = added.length > 0 ? addTagsField : removeTagsField;
		const givenAs = { tags: changed.property.name };
		const answer = yield {
			request: { method: 'PATCH', path: address, record, body, givenAs },
			part,
		};
		return { records: [{ record: answer.body, answer }] };
	};

/** Whether a record has tags that others can be put beside (specification: Contact, Deal). */
export const holdsTags = ({ tags }: IDataObject): boolean =>
	Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');

const isAmong = (tags: JsonValue[], tag: JsonValue): boolean =>
	tags.some((other) => sameTag(other) === sameTag(tag));

/** Tags are texts (specification: Contact, Deal): a number means the one that reads like it. */
export const asTexts = (value: JsonValue | undefined): JsonValue[] =>
	listed(value).map((tag) => (typeof tag === 'number' ? String(tag) : tag));

/** @throws InvalidInput for changes that contradict each other */
function requireClear(add: JsonValue[], remove: JsonValue[], replaces: boolean): void {
	if (replaces) {
		throw new InvalidInput(
			(add.length > 0 ? addTagsField : removeTagsField).property.displayName,
			'is given, and so are all tags anew',
			'Use either Tags (Replace All), Clear Fields or Additional Body, or Add Tags and Remove Tags.',
		);
	}
	const both = add.find((tag) => isAmong(remove, tag));
	if (both !== undefined) {
		throw new InvalidInput(
			addTagsField.property.displayName,
			`and “${removeTagsField.property.displayName}” both hold “${String(both)}”`,
			'Take it out of one of them.',
		);
	}
}
