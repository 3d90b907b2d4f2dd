/** Tests that the records of a list must pass, for filters that the service does not have. */
import type { IDataObject } from 'n8n-workflow';
import {
	comparablePhone,
	emailKey,
	lastEightDigitsOf,
	phoneKeyIgnoringNinthDigit,
	tagKey,
} from '../../fields/comparisonKeys';
import { isBlank } from '../../fields/parsers/empty';
import { MAX_SEARCH_LENGTH } from '../../fields/parsers/length';
import { InvalidInput } from '../../invalidInput';
import { beginningOf } from '../../quote';
import type { ListResult } from '../../transport/pages';
import type { Query } from '../../transport/request';
import type { FilterReport } from './operation';

/** What a filter asks of a record. */
export interface RecordTest {
	passes(record: IDataObject): boolean;
	/** Whether a record matches exactly. If one does, the others that pass do not count. */
	isExact?(record: IDataObject): boolean;
	/** The tags that it looks for. */
	tags?: readonly string[];
	/** The search by which the service gives only records that may pass. */
	search?: string;
}

/** A test that a record must pass to be in the output, with the filter's label. */
export type LabelledTest = RecordTest & { label: string };

/** The test for contacts with a phone. If none has exactly this one, those pass that differ by the ninth digit. */
export function recordTestOfPhone(phone: string): Required<Omit<RecordTest, 'tags'>> {
	const testBy = (keyOf: (phone: string) => string) => {
		const key = keyOf(phone);
		return (record: IDataObject) => !isBlank(record.phone) && keyOf(String(record.phone)) === key;
	};
	return {
		search: lastEightDigitsOf(phone),
		passes: testBy(phoneKeyIgnoringNinthDigit),
		isExact: testBy(comparablePhone),
	};
}

/** The text by which `GET /contacts` finds an email: the email, or the part of it that a search may have. */
export const searchTextOfEmail = (email: string): string =>
	beginningOf(email.trim(), MAX_SEARCH_LENGTH);

/** The test for contacts with an email. */
export function recordTestOfEmail(email: string): RecordTest {
	const key = emailKey(email);
	return {
		search: searchTextOfEmail(email),
		passes: (record) => !isBlank(record.email) && emailKey(String(record.email)) === key,
	};
}

/** The tags of a record, normalized for comparison; none if it comes without a list. */
export const tagKeysOfRecord = ({ tags }: IDataObject): string[] =>
	(Array.isArray(tags) ? tags : []).map(tagKey);

/** Tests the records of a list, and keeps what the user is told of all that were read. */
export class RecordTester {
	/** How many records were tested. */
	count = 0;
	/** Whether a record is exactly the one that the filters look for; undefined if they look for none. */
	readonly exactMatch: RecordTest['isExact'];
	private hasExactMatch = false;
	private readonly filterTags: string[];
	private readonly seenTags = new Set<string>();

	constructor(private readonly tests: readonly RecordTest[]) {
		this.exactMatch = tests.find((test) => test.isExact)?.isExact;
		this.filterTags = tests.flatMap((test) => test.tags ?? []);
	}

	/** Whether a record passes. */
	test(record: IDataObject): boolean {
		this.count += 1;
		if (this.filterTags.length > 0)
			tagKeysOfRecord(record).forEach((tag) => this.seenTags.add(tag));
		this.hasExactMatch ||= this.exactMatch?.(record) ?? false;
		return this.tests.every(({ passes }) => passes(record));
	}

	/** Of the records that passed: the exact matches if any record was one, else all. */
	exactOrAll(passed: ListResult['records']): ListResult['records'] {
		return this.hasExactMatch ? passed.filter(({ record }) => this.exactMatch?.(record)) : passed;
	}

	/** The tags that the filters name, and whether a tested record has them. Empty if no record was tested. */
	tags(): FilterReport['tags'] {
		if (this.count === 0) return [];
		return this.filterTags.map((tag) => ({ tag, isSeen: this.seenTags.has(tagKey(tag)) }));
	}
}

/** What the node's filters search for. @throws InvalidInput if something else is searched for as well */
export function searchTextOfTests(
	tests: readonly LabelledTest[],
	query: Query,
): string | undefined {
	const [first, second] = tests.filter(({ search }) => search !== undefined);
	const otherLabel = second?.label ?? ('search' in query ? 'Search' : undefined);
	if (!first || otherLabel === undefined) return first?.search;
	throw new InvalidInput(
		first.label,
		`and “${otherLabel}” are both given`,
		'The service searches for one of them alone: leave the other out.',
	);
}
