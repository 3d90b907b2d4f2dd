import type { IDataObject, INodeProperties, JsonValue } from 'n8n-workflow';
import { plainText } from '../copiedText';
import { InvalidInput } from '../invalidInput';
import { emailField } from './email';
import { booleanField, parsedField, type Field, type BaseField } from './field';
import { searchTextOfEmail, searchTextOfPhone } from './parsers/contactSearch';
import { parseDateTime } from './parsers/dateTime';
import { emailKey, comparablePhone, phoneKeyIgnoringNinthDigit, tagKey } from './comparisonKeys';
import { isBlank } from './parsers/empty';
import { parseRequiredId } from './parsers/id';
import { MAX_SEARCH_LENGTH, MAX_VALUE_LENGTH } from './parsers/length';
import { parseCount } from './parsers/number';
import { parseTagsOfFilter } from './parsers/tags';
import { parseText } from './parsers/text';
import { phoneField } from './phone';

/** A filter that must have a visible value. Without one it would let everything through. */
export const nonEmptyFilter = <Value extends JsonValue>({
	property,
	purpose = 'filter',
	maxLength,
	read,
}: Omit<Field<Value | undefined>, 'purpose'> & Partial<Pick<Field, 'purpose'>>): Field<Value> => ({
	property,
	purpose,
	maxLength,
	read: (value, timezone) => {
		const parsed = read(value, timezone);
		const isEmpty = typeof parsed === 'string' && plainText(parsed) === '';
		if (parsed !== undefined && !isEmpty) return parsed;
		throw new InvalidInput(
			property.displayName,
			'is empty',
			'Without a value everything would be let through: give one, check the expression, or take it out.',
		);
	},
});

/** A filter by the ID of a record. */
export const idFilter = ({ property, maxLength, read }: Field<string | undefined>): Field<string> =>
	nonEmptyFilter<string>({
		property,
		maxLength,
		read: (value, timezone) =>
			read(value, timezone) && parseRequiredId(value, property.displayName),
	});

/** A full-text filter. @param what the properties that are searched, in words */
export const searchFilter = (what: string) =>
	nonEmptyFilter<string>({
		property: {
			displayName: 'Search',
			name: 'search',
			type: 'string',
			default: '',
			placeholder: 'e.g. Souza',
			description: `Part of ${what}, 1 to 200 characters`,
		},
		maxLength: MAX_SEARCH_LENGTH,
		read: (value) => parseText(value, 'Search')?.trim() || undefined,
	});

export const updatedSince: Field<string | undefined> = {
	property: {
		displayName: 'Updated Since',
		name: 'updatedSince',
		type: 'dateTime',
		default: '',
		description:
			'Only records that changed at this time or later. A time without an offset is read in the workflow’s time zone.',
	},
	purpose: 'filter',
	maxLength: MAX_VALUE_LENGTH,
	read: (value, timezone) => parseDateTime(value, 'Updated Since', timezone),
};

/** The longest time that Unchanged for Days looks back. */
export const MAX_UNCHANGED_DAYS = 3_650;

/** Applied by the node: records that have not changed for so many days. It reads a second list, of what has changed. */
export const unchangedForDays = nonEmptyFilter<number>({
	property: {
		displayName: 'Unchanged for Days',
		name: 'unchangedForDays',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_UNCHANGED_DAYS },
		default: 14,
		description:
			'Only records that have not changed for so many days. The node reads all, then what changed, which takes more requests. Messages and tasks change no record.',
	},
	maxLength: MAX_VALUE_LENGTH,
	read: (value) => parseCount(value, 'Unchanged for Days', MAX_UNCHANGED_DAYS),
});

export const includeInactive = nonEmptyFilter(
	booleanField({
		displayName: 'Include Inactive',
		name: 'includeInactive',
		purpose: 'filter',
		default: true,
		description: 'Whether to include deactivated records',
	}),
);

/** A filter by one of a few values. */
export const choiceFilter = (property: Omit<INodeProperties, 'type'>) =>
	nonEmptyFilter<string>({
		property: { ...property, type: 'options' },
		maxLength: MAX_VALUE_LENGTH,
		read: (value) => parseText(value, property.displayName)?.trim() || undefined,
	});

/** A filter that the service does not know: the node applies it to the records that it reads. */
export interface ClientSideFilter extends BaseField {
	/** Makes a test for records from the field's value. @throws InvalidInput if it is empty or invalid */
	testFor(value: unknown): RecordTest;
}

/** What a filter of the node asks of a record. */
export interface RecordTest {
	passes(record: IDataObject): boolean;
	/** Whether a record matches exactly. If one does, the others that pass do not count. */
	isExact?(record: IDataObject): boolean;
	/** The tags that it looks for. */
	tags?: readonly string[];
	/** The search by which the service gives only records that may pass. */
	search?: string;
}

function nodeFilter<Value extends JsonValue>(
	field: Field<Value | undefined>,
	testFor: (value: Value) => RecordTest,
): ClientSideFilter {
	const { read, ...filter } = nonEmptyFilter(field);
	// None of these filters holds a date, for which a time zone would be needed.
	return { ...filter, testFor: (value) => testFor(read(value, '')) };
}

const FILTERED_BY_NODE =
	'The service does not know this filter, so the node reads more pages to find them.';

const tagsFilter = (
	displayName: string,
	name: string,
	howMany: 'all' | 'none',
	testFor: (tagKeys: string[]) => (keysOfRecord: Set<string>) => boolean,
): ClientSideFilter =>
	nodeFilter(
		parsedField(
			{
				displayName,
				name,
				placeholder: 'e.g. vip, newsletter',
				purpose: 'tagFilter',
				description: `Only records with ${howMany} of these tags: comma-separated, or an array from an expression. ${FILTERED_BY_NODE}`,
			},
			parseTagsOfFilter,
		),
		(tags) => {
			const test = testFor(tags.map(tagKey));
			return { passes: (record) => test(new Set(tagKeysOfRecord(record))), tags: tags.map(String) };
		},
	);

/** The tags of a record, as they compare. */
export const tagKeysOfRecord = ({ tags }: IDataObject): string[] =>
	(Array.isArray(tags) ? tags : []).map(tagKey);

/** Applied by the node, not by the service: records that have all of these tags. */
export const hasTagsFilter = tagsFilter(
	'Has Tags',
	'hasTags',
	'all',
	(tagKeys) => (keysOfRecord) => tagKeys.every((key) => keysOfRecord.has(key)),
);
/** Applied by the node: records that have none of these tags. */
export const withoutTagsFilter = tagsFilter(
	'Without Tags',
	'withoutTags',
	'none',
	(tagKeys) => (keysOfRecord) => !tagKeys.some((key) => keysOfRecord.has(key)),
);

const NOT_WITH_SEARCH = 'Not to be combined with Search.';

/** The record with this phone, else one that differs by the ninth digit: searched for, then compared. */
export const phoneFilter = nodeFilter(
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

/** The test for contacts with a phone. If none matches exactly, those count that differ by the ninth digit alone. */
export function recordTestOfPhone(phone: string): Required<Omit<RecordTest, 'tags'>> {
	const testBy = (keyOf: (phone: string) => string) => {
		const key = keyOf(phone);
		return (record: IDataObject) => !isBlank(record.phone) && keyOf(String(record.phone)) === key;
	};
	return {
		search: searchTextOfPhone(phone),
		passes: testBy(phoneKeyIgnoringNinthDigit),
		isExact: testBy(comparablePhone),
	};
}

/** Records with this email: searched for, then compared. */
export const emailFilter = nodeFilter(
	{
		...emailField({
			displayName: 'Email',
			name: 'email',
			placeholder: 'e.g. name@example.com',
			description: `Only contacts with exactly this email, in upper or lower case. ${NOT_WITH_SEARCH}`,
		}),
		purpose: 'filter',
	},
	(email) => {
		const key = emailKey(email);
		return {
			search: searchTextOfEmail(email),
			passes: (record) => !isBlank(record.email) && emailKey(String(record.email)) === key,
		};
	},
);

/** Applied by the node: records with a phone, or without. */
export const hasPhoneFilter = nodeFilter(
	booleanField({
		displayName: 'Has Phone',
		name: 'hasPhone',
		purpose: 'filter',
		default: true,
		description: `Whether to get only contacts with a phone; off, only those without. ${FILTERED_BY_NODE}`,
	}),
	(hasPhone) => ({ passes: ({ phone }) => isBlank(phone) !== hasPhone }),
);
