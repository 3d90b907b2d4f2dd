/** Filters that the service does not have: the node tests each record of the list. */
import type { JsonValue } from 'n8n-workflow';
import { FILTERS_PARAMETER } from '../../fields/collections';
import { emailField } from '../../fields/email';
import { booleanField, nonEmptyField, parsedField, type Field } from '../../fields/field';
import { tagKey } from '../../fields/comparisonKeys';
import { isBlank } from '../../fields/parsers/empty';
import { parseTagsOfFilter } from '../../fields/parsers/tags';
import { phoneField } from '../../fields/phone';
import { collectionFieldIfAdded, type ItemParameters } from './parameters';
import {
	recordTestOfEmail,
	recordTestOfPhone,
	tagKeysOfRecord,
	type LabelledTest,
	type RecordTest,
} from './recordTests';
import { tagsOfRecord } from './tags';

/** A filter that the node applies to the records that it reads. */
export interface NodeFilter<Value extends JsonValue = JsonValue> extends Field<Value> {
	/** Makes the test for records from the filter's value. */
	testFor(value: Value): RecordTest;
}

/** The tests of the filters that were added. @throws InvalidInput for a filter without a value */
export const testsOfFilters = (
	nodeFilters: readonly NodeFilter[],
	parameters: ItemParameters,
): LabelledTest[] =>
	nodeFilters.flatMap((filter) => {
		const value = collectionFieldIfAdded(parameters, filter, FILTERS_PARAMETER);
		if (value === undefined) return [];
		return { ...filter.testFor(value), label: filter.property.displayName };
	});

const nodeFilter = <Value extends JsonValue>(
	field: Field<Value | undefined>,
	testFor: (value: Value) => RecordTest,
): NodeFilter<Value> => ({ ...nonEmptyField(field), testFor });

const READS_MORE_PAGES =
	'The service does not know this filter, so the node reads more pages to find them.';

const tagsFilter = (
	displayName: string,
	name: string,
	howMany: 'all' | 'none',
	testFor: (tagKeys: readonly string[]) => RecordTest['passes'],
): NodeFilter<JsonValue[]> =>
	nodeFilter(
		parsedField(
			{
				displayName,
				name,
				placeholder: 'e.g. vip, newsletter',
				purpose: 'tagFilter',
				description: `Only records with ${howMany} of these tags: comma-separated, or an array from an expression. ${READS_MORE_PAGES}`,
			},
			parseTagsOfFilter,
		),
		(tags) => ({ passes: testFor(tags.map(tagKey)), tags: tags.map(String) }),
	);

/** Records that have all of these tags. */
export const hasTagsFilter = tagsFilter('Has Tags', 'hasTags', 'all', (tagKeys) => (record) => {
	const keysOfRecord = new Set(tagKeysOfRecord(record));
	return tagKeys.every((key) => keysOfRecord.has(key));
});
/** Records that have none of these tags. A record that comes without its tags may have any, so it is an error. */
export const withoutTagsFilter = tagsFilter(
	'Without Tags',
	'withoutTags',
	'none',
	(tagKeys) => (record) => {
		const keysOfRecord = new Set(tagsOfRecord(record, undefined).map(tagKey));
		return !tagKeys.some((key) => keysOfRecord.has(key));
	},
);

/** Contacts with this phone, else those that differ by the ninth digit: searched for, then compared. */
export const samePhoneFilter = nodeFilter(
	{
		...phoneField({
			displayName: 'Phone',
			name: 'phone',
			placeholder: 'e.g. (11) 98765-4321',
			description:
				'Only the contact with this phone, however it is written; if there is none, one that differs only by the 9 in front of a mobile number. Not to be combined with Search.',
		}),
		purpose: 'filter',
	},
	recordTestOfPhone,
);

/** Contacts with this email: searched for, then compared. */
export const sameEmailFilter = nodeFilter(
	{
		...emailField({
			displayName: 'Email',
			name: 'email',
			placeholder: 'e.g. name@example.com',
			description:
				'Only contacts with exactly this email, in upper or lower case. Not to be combined with Search.',
		}),
		purpose: 'filter',
	},
	recordTestOfEmail,
);

/** Contacts with a phone, or without. */
export const phonePresenceFilter = nodeFilter(
	booleanField({
		displayName: 'Has Phone',
		name: 'hasPhone',
		purpose: 'filter',
		default: true,
		description: `Whether to get only contacts with a phone; off, only those without. ${READS_MORE_PAGES}`,
	}),
	(hasPhone) => ({ passes: ({ phone }) => isBlank(phone) !== hasPhone }),
);
