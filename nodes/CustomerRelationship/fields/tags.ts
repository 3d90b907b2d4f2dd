import type { JsonValue } from 'n8n-workflow';
import type { Purpose } from '../mistakes/mistake';
import { parsedField, type Field, type FieldSettings } from './field';
import { parseTags } from './parsers/tags';

const LIST_OF_TAGS = 'Comma-separated tags, or an array from an expression';

const tagListField = (property: FieldSettings, purpose: Purpose = 'record') =>
	parsedField({ ...property, purpose }, parseTags);

/** The tags of a record that is created or found. @param effect the end of the description */
export const tagsField = (placeholder: string, effect: string) =>
	tagListField({
		displayName: 'Tags',
		name: 'tags',
		placeholder,
		description: `${LIST_OF_TAGS}${effect}`,
	});

/** The tags of an update, which replace all that the record has. */
export const replacementTagsField = (noun: string) =>
	tagListField({
		displayName: 'Tags (Replace All)',
		name: 'tags',
		placeholder: 'e.g. vip, newsletter',
		description: `${LIST_OF_TAGS}. They replace all tags that the ${noun} has. To keep those, use Add Tags instead.`,
	});

/** Tags that are added to those of a record. */
export const addTags = tagChangeField(
	'Add Tags',
	'addTags',
	'They are added to the tags that the record has.',
);
export const removeTags = tagChangeField(
	'Remove Tags',
	'removeTags',
	'They are removed from the record. Its other tags stay.',
	'filter',
);

function tagChangeField(
	displayName: string,
	name: string,
	effect: string,
	purpose?: Purpose,
): Field<JsonValue[] | undefined> {
	return tagListField(
		{
			displayName,
			name,
			placeholder: 'e.g. opted_out',
			description: `${LIST_OF_TAGS}. ${effect} Upper and lower case count as the same.`,
		},
		purpose,
	);
}
