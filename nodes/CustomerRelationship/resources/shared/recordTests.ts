/** Filters that the service does not have: the node tests each record of the list. */
import type { IDataObject } from 'n8n-workflow';
import { tagKeysOfRecord, type ClientSideFilter, type RecordTest } from '../../fields/filters';
import { tagKey } from '../../fields/comparisonKeys';
import { InvalidInput, withValueInError } from '../../invalidInput';
import type { ListResult } from '../../transport/pages';
import type { Query } from '../../transport/request';
import type { FilterReport } from './operation';
import { resolveAndCheck, rawCollectionFieldValue, type ItemParameters } from './parameters';

/** A test that a record must pass to be in the output, with the filter's label. */
export type LabelledTest = RecordTest & { label: string };

/** Reads the filters that were added. @throws InvalidInput for a filter without a value */
export function readTests(
	nodeFilters: readonly ClientSideFilter[],
	parameters: ItemParameters,
): LabelledTest[] {
	const values = parameters.collection('filters');
	const raw = parameters.raw('filters');
	return nodeFilters
		.filter(({ property }) => Object.hasOwn(values, property.name))
		.map((filter) => {
			const { name, displayName: label } = filter.property;
			const value = resolveAndCheck(
				parameters,
				filter,
				values[name],
				rawCollectionFieldValue(raw, name),
			);
			return { ...withValueInError(value, filter.testFor), label };
		});
}

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
export function searchFor(tests: readonly LabelledTest[], query: Query): string | undefined {
	const [first, second] = tests.filter(({ search }) => search !== undefined);
	const otherLabel = second?.label ?? ('search' in query ? 'Search' : undefined);
	if (!first || otherLabel === undefined) return first?.search;
	throw new InvalidInput(
		first.label,
		`and “${otherLabel}” are both given`,
		'The service searches for one of them alone: leave the other out.',
	);
}
