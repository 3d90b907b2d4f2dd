import { FILTERS_PARAMETER, filtersCollection, OPTIONS_PARAMETER } from '../../fields/collections';
import { isEmpty } from '../../fields/parsers/empty';
import type { Field } from '../../fields/field';
import { unchangedForDays } from '../../fields/filters';
import { additionalQuery } from '../../fields/json';
import { DEFAULT_PAGE_SIZE, optionsOf, pageSize } from '../../fields/options';
import { toolNoticesOf } from '../../fields/notice';
import { DEFAULT_LIMIT, limit, returnAll } from '../../fields/paging';
import { simplify, simplifyNotice } from '../../fields/simplify';
import type { Ask } from '../../transport/ask';
import { readList } from '../../transport/pages';
import type { ApiRequest, Query } from '../../transport/request';
import { collectionBody } from './body';
import { NO_CHANGED_IDS, readIdsChangedSince, unchangedSinceTime } from './changedRecords';
import { withEnrichment, type Enrichment } from './enrichment';
import type { Operation, OperationResult, PreparedItem } from './operation';
import { collectionFieldValue, fieldValue, type ItemParameters } from './parameters';
import { intentOfRequest, withSimplify } from './prepared';
import { testsOfFilters, type NodeFilter } from './nodeFilters';
import { RecordTester, searchTextOfTests, type LabelledTest } from './recordTests';

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
export function makeListOperation(settings: ListSettings): Operation {
	const { plural, filterFields, nodeFilters = [], hasPageSize, enrichment, simplifies } = settings;
	const prepare = withEnrichment(enrichment, (parameters) => prepareList(settings, parameters));
	const allFilters = [
		...filterFields,
		...nodeFilters,
		...(settings.filtersUnchanged ? [unchangedForDays] : []),
	];
	return {
		name: 'Get Many',
		value: 'getAll',
		action: `Get many ${plural}`,
		description: settings.description,
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
		ranForEachItemHint:
			'Get Many ran once for each input item. If one list is enough, turn on Execute Once in the node’s settings.',
		prepare: simplifies ? withSimplify(prepare) : prepare,
	};
}

/** Prepares the request of a list. @throws InvalidInput for a filter or an option that can't be used */
function prepareList(settings: ListSettings, parameters: ItemParameters): PreparedItem {
	const { path, scope, channelsIn, linksIn } = settings;
	const query = queryOf(settings.filterFields, parameters);
	const tests = testsOfFilters(settings.nodeFilters ?? [], parameters);
	const search = searchTextOfTests(tests, query);
	if (search !== undefined) query.search = search;
	const request: ApiRequest = { method: 'GET', path, scope, query, channelsIn, linksIn };
	const list: List = {
		request,
		tests,
		unchangedSince: unchangedSinceTime(parameters, query),
		maxRecords: maxRecordsOf(parameters),
		pageSize: settings.hasPageSize
			? (collectionFieldValue(parameters, pageSize) ?? DEFAULT_PAGE_SIZE)
			: undefined,
	};
	return {
		intent: intentOfRequest(request),
		perform: async (ask) => await readFiltered(ask, settings.plural, list),
	};
}

/** A list as an item asks for it. */
interface List {
	request: ApiRequest;
	/** The tests that its records must pass. */
	tests: readonly LabelledTest[];
	/** In ISO 8601; undefined if changed records are output as well. */
	unchangedSince: string | undefined;
	/** The most records that are output. */
	maxRecords: number;
	pageSize: number | undefined;
}

/** Reads pages until enough records pass the node's filters, and leaves out what has changed. */
async function readFiltered(
	ask: Ask,
	plural: string,
	{ request, tests, unchangedSince, maxRecords, pageSize }: List,
): Promise<OperationResult> {
	const tester = new RecordTester(tests);
	const labels = tests.map(({ label }) => label);
	if (unchangedSince !== undefined) labels.push(unchangedForDays.property.displayName);
	const isFiltered = labels.length > 0;
	// Read all pages if an exact match is wanted, which a later page may hold, or only unchanged records, which
	// may come last.
	const readsAll = tester.exactMatch !== undefined || unchangedSince !== undefined;
	const list = await readList(ask, request, {
		stopAfter: readsAll ? Infinity : maxRecords,
		// It is unknown how many records are read until enough pass the filters, so pages keep their full size.
		pageSize: isFiltered ? pageSize : pageSize && Math.min(maxRecords, pageSize),
		passes: (record) => tester.test(record),
	});
	const passed = tester.exactOrAll(list.records);
	const changed =
		unchangedSince === undefined
			? NO_CHANGED_IDS
			: await readIdsChangedSince(ask, request, unchangedSince, pageSize);
	const records = passed.filter(({ record }) => !changed.ids.has(record.id));
	const isSearch = tests.some(({ search }) => search !== undefined);
	return {
		records: records.slice(0, maxRecords),
		hasMore: records.length > maxRecords || list.hasMore,
		list: {
			plural,
			hasFilters: isFiltered || Object.keys(request.query ?? {}).length > 0,
			readCount: isFiltered ? tester.count : undefined,
			nodeFilters:
				isFiltered && !isSearch ? { labels, pages: list.pages + changed.pages } : undefined,
			tags: tester.tags(),
		},
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

/** The query of a list: its filters and Your Own Query. */
export function queryOf(filterFields: readonly Field[], parameters: ItemParameters): Query {
	const values = {
		...collectionBody(parameters, FILTERS_PARAMETER, filterFields),
		...collectionBody(parameters, OPTIONS_PARAMETER, [additionalQuery]),
	};
	const query: Query = {};
	for (const [name, value] of Object.entries(values)) {
		if (isEmpty(value)) continue;
		query[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
	}
	return query;
}
