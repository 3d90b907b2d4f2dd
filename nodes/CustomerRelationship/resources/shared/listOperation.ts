import type { IDataObject } from 'n8n-workflow';
import { filtersCollection, OPTIONS } from '../../fields/collections';
import { isEmpty } from '../../fields/parsers/empty';
import type { Field } from '../../fields/field';
import {
	tagKeysIn,
	unchangedForDays,
	updatedSince,
	type NodeFilter,
	type RecordTest,
} from '../../fields/filters';
import { additionalQuery } from '../../fields/json';
import { tagKey } from '../../fields/parsers/tags';
import { DEFAULT_PAGE_SIZE, optionsOf, pageSize } from '../../fields/options';
import { toolNoticesOf } from '../../fields/notice';
import { DEFAULT_LIMIT, limit, returnAll } from '../../fields/paging';
import { simplify, simplifyNotice } from '../../fields/simplify';
import { InvalidInput, readValue } from '../../invalidInput';
import type { Ask } from '../../transport/ask';
import { readList, type ListResult } from '../../transport/pages';
import type { ApiRequest, Query } from '../../transport/request';
import { collectionBody } from './body';
import { withEnrichment, type Enrichment } from './enrichment';
import type { FilteredList, Operation, Prepared } from './operation';
import {
	optionIfAdded,
	checkValue,
	fieldValue,
	collectionValue,
	rawCollectionValue,
	type ItemParameters,
} from './parameters';
import { intentOf, withSimplify } from './prepared';

interface ListSettings {
	/** The records' noun in the plural, in lower case. */
	plural: string;
	path: string;
	/** The scope that the token needs, if not crm:read. */
	scope?: ApiRequest['scope'];
	/** Exactly the query parameters that the operation accepts (specification: Common rules 3). */
	filterFields: Field[];
	/** Filters that the service does not have: the node reads on until enough records pass. */
	nodeFilters?: NodeFilter[];
	/** Whether the operation has the filter Unchanged for Days, which needs the query parameter `updatedSince`. */
	filtersUnchanged?: true;
	/** Whether the API takes a page size. */
	hasPageSize: boolean;
	description: string;
	/** Tells from a page which conversations share a channel. */
	channelsIn?: ApiRequest['channelsIn'];
	/** Tells the links from a page. */
	linksIn?: ApiRequest['linksIn'];
	/** What the operation can add to its records. */
	enrichment?: Enrichment;
	/** Whether the operation has the field Simplify. */
	simplifies?: boolean;
}

/** The Get Many operation of a resource. */
export function listOperation({
	plural,
	path,
	scope,
	filterFields,
	nodeFilters = [],
	filtersUnchanged,
	hasPageSize,
	description,
	channelsIn,
	linksIn,
	enrichment,
	simplifies,
}: ListSettings): Operation {
	const prepare = withEnrichment(enrichment, (parameters): Prepared => {
		const query = queryOf(filterFields, parameters);
		const tests = testsOf(nodeFilters, parameters);
		const search = searchOf(tests, query);
		if (search !== undefined) query.search = search;
		const maxRecords = maxRecordsOf(parameters);
		const size = hasPageSize
			? (collectionValue(parameters, pageSize) ?? DEFAULT_PAGE_SIZE)
			: undefined;
		const request: ApiRequest = { method: 'GET', path, scope, query, channelsIn, linksIn };
		const unchangedSince = unchangedSinceOf(parameters, query);
		const labels = tests.map(({ label }) => label);
		if (unchangedSince !== undefined) labels.push(unchangedForDays.property.displayName);
		const isFiltered = labels.length > 0;
		return {
			intent: intentOf(request),
			async run(ask) {
				const tester = new RecordTester(tests);
				// Don't stop at Limit if an exact match is looked for (a later page may hold it) or unchanged records are (they
				// may all be at the end).
				const readsAll = tester.exactMatch !== undefined || unchangedSince !== undefined;
				const list = await readList(ask, request, {
					stopAfter: readsAll ? Infinity : maxRecords,
					// It is unknown how many records are read until enough pass the filters, so pages keep their full size.
					pageSize: isFiltered ? size : size && Math.min(maxRecords, size),
					passes: (record) => tester.test(record),
				});
				const passed = tester.exactOrAll(list.records);
				const changed =
					unchangedSince === undefined
						? NONE_CHANGED
						: await readChanged(ask, request, unchangedSince, size);
				const records = passed.filter(({ record }) => !changed.ids.has(record.id));
				return {
					records: records.slice(0, maxRecords),
					hasMore: records.length > maxRecords || list.nextCursor !== undefined,
					list: {
						plural,
						hasFilters: isFiltered || Object.keys(query).length > 0,
						readCount: isFiltered ? tester.count : undefined,
						nodeFilters:
							isFiltered && search === undefined
								? { labels, pages: list.pages + changed.pages }
								: undefined,
						tags: tester.tags(),
					},
				};
			},
		};
	});
	const allFilters = [
		...filterFields,
		...nodeFilters,
		...(filtersUnchanged ? [unchangedForDays] : []),
	];
	return {
		name: 'Get Many',
		value: 'getAll',
		action: `Get many ${plural}`,
		description,
		kind: 'list',
		properties: [
			...(allFilters.length > 0 ? toolNoticesOf(...toolNotices(plural)) : []),
			returnAll.property,
			limit.property,
			...(simplifies ? [simplify.property, simplifyNotice] : []),
			...(allFilters.length > 0 ? [filtersCollection(allFilters)] : []),
			optionsOf('list', [
				...(hasPageSize ? [pageSize] : []),
				...(enrichment ? [enrichment.field] : []),
			]),
		],
		repeatedHint:
			'Get Many ran once for each input item. If one list is enough, turn on Execute Once in the node’s settings.',
		prepare: simplifies ? withSimplify(prepare) : prepare,
	};
}

/** Notices for a node that an AI agent uses as a tool. */
const toolNotices = (plural: string): string[] => [
	`While Return All is off, the agent gets at most as many ${plural} as Limit says, and is told if there are more.`,
	'Let the model fill in the filters only: under Filters add one, press the sparkles at its field, then “Add a description”.',
];

/** The most records that the item outputs. */
const maxRecordsOf = (parameters: ItemParameters): number =>
	fieldValue(parameters, returnAll) ? Infinity : (fieldValue(parameters, limit) ?? DEFAULT_LIMIT);

/** A test that a record must pass to be in the output, with the filter's label. */
type LabelledTest = RecordTest & { label: string };

/** @throws InvalidInput for a filter without a value */
function testsOf(nodeFilters: readonly NodeFilter[], parameters: ItemParameters): LabelledTest[] {
	const values = parameters.collection('filters');
	const raw = parameters.raw('filters');
	return nodeFilters
		.filter(({ property }) => Object.hasOwn(values, property.name))
		.map((filter) => {
			const { name, displayName: label } = filter.property;
			const value = checkValue(parameters, filter, values[name], rawCollectionValue(raw, name));
			return { ...readValue(value, filter.testFor), label };
		});
}

/** Tests the records of a list, and keeps what the user is told of all that were read. */
class RecordTester {
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
		if (this.filterTags.length > 0) tagKeysIn(record).forEach((tag) => this.seenTags.add(tag));
		this.hasExactMatch ||= this.exactMatch?.(record) ?? false;
		return this.tests.every(({ passes }) => passes(record));
	}

	/** Of the records that passed: the exact matches if any record was one, else all. */
	exactOrAll(passed: ListResult['records']): ListResult['records'] {
		return this.hasExactMatch ? passed.filter(({ record }) => this.exactMatch?.(record)) : passed;
	}

	/** The tags that the filters name, and whether a tested record has them. Empty if no record was tested. */
	tags(): FilteredList['tags'] {
		if (this.count === 0) return [];
		return this.filterTags.map((tag) => ({ tag, isSeen: this.seenTags.has(tagKey(tag)) }));
	}
}

/** What the node's filters search for. @throws InvalidInput if something else is searched for as well */
function searchOf(tests: readonly LabelledTest[], query: Query): string | undefined {
	const [first, second] = tests.filter(({ search }) => search !== undefined);
	const otherLabel = second?.label ?? ('search' in query ? 'Search' : undefined);
	if (!first || otherLabel === undefined) return first?.search;
	throw new InvalidInput(
		first.label,
		`and “${otherLabel}” are both given`,
		'The service searches for one of them alone: leave the other out.',
	);
}

const DAY_MS = 86_400_000;

/** The time, in ISO 8601, since which a record must not have changed. @throws InvalidInput if Updated Since is given */
function unchangedSinceOf(parameters: ItemParameters, query: Query): string | undefined {
	const days = optionIfAdded(parameters, unchangedForDays, 'filters');
	if (days === undefined) return undefined;
	if (!('updatedSince' in query)) {
		return new Date(parameters.now() - days * DAY_MS).toISOString();
	}
	throw new InvalidInput(
		unchangedForDays.property.displayName,
		`and “${updatedSince.property.displayName}” are both given`,
		'One asks for what changed, the other for what did not: leave one of them out.',
	);
}

/** Which records of a list have changed, and how many pages were read to know that. */
interface ChangedRecords {
	ids: ReadonlySet<unknown>;
	pages: number;
}

const NONE_CHANGED: ChangedRecords = { ids: new Set(), pages: 0 };

/**
 * Reads which records of a list have changed, after the list itself was read. A record that changes in between is left
 * out. The exception: if that change also takes it out of the other filters, it is given out as unchanged.
 */
async function readChanged(
	ask: Ask,
	request: ApiRequest,
	updatedSince: string,
	pageSize: number | undefined,
): Promise<ChangedRecords> {
	const ids = new Set<unknown>();
	const { pages } = await readList(
		ask,
		{ ...request, query: { ...request.query, updatedSince } },
		{
			pageSize,
			passes: ({ id }) => {
				ids.add(id);
				return false;
			},
		},
	);
	return { ids, pages };
}

/** The query of a list: its filters and Your Own Query. */
export function queryOf(filterFields: readonly Field[], parameters: ItemParameters): Query {
	const values = {
		...collectionBody(parameters, 'filters', filterFields),
		...collectionBody(parameters, OPTIONS, [additionalQuery]),
	};
	const query: Query = {};
	for (const [name, value] of Object.entries(values)) {
		if (isEmpty(value)) continue;
		query[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
	}
	return query;
}
