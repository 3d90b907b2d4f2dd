import { filters, OPTIONS } from '../../fields/collections';
import { isEmpty } from '../../fields/parsers/empty';
import type { Field } from '../../fields/field';
import { tagKeysIn, type NodeFilter, type RecordTest } from '../../fields/filters';
import { additionalQueryField } from '../../fields/json';
import { tagKey } from '../../fields/parsers/tags';
import { DEFAULT_PAGE_SIZE, optionsOf, pageSize } from '../../fields/options';
import { toolNoticesOf } from '../../fields/notice';
import { DEFAULT_LIMIT, limit, returnAll } from '../../fields/paging';
import { simplify, simplifyNotice } from '../../fields/simplify';
import { InvalidInput, reading } from '../../invalidInput';
import { readList } from '../../transport/pages';
import type { ApiRequest, Query } from '../../transport/request';
import { collectionBody } from './body';
import { withEnrichment, type Enrichment } from './enrichment';
import type { Operation, Prepared } from './operation';
import { checkedValueOf, fieldValue, optionOf, rawEntry, type ItemParameters } from './parameters';
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
	/** Whether the API takes a page size. */
	hasPageSize: boolean;
	description: string;
	/** Tells from a page which conversations share a channel. */
	sendersIn?: ApiRequest['sendersIn'];
	/** Tells the links from a page. */
	linksIn?: ApiRequest['linksIn'];
	/** What it can add to its records. */
	enrichment?: Enrichment;
	/** Whether it has the field Simplify. */
	simplifies?: boolean;
}

/** The Get Many operation of a resource. */
export function listOperation({
	plural,
	path,
	scope,
	filterFields,
	nodeFilters = [],
	hasPageSize,
	description,
	sendersIn,
	linksIn,
	enrichment,
	simplifies,
}: ListSettings): Operation {
	const prepare = withEnrichment(enrichment, (parameters): Prepared => {
		const query = queryOf(filterFields, parameters);
		const tests = testsOf(nodeFilters, parameters);
		const search = searchOf(tests, query);
		if (search !== undefined) query.search = search;
		const most = wantedCount(parameters);
		const size = hasPageSize ? (optionOf(parameters, pageSize) ?? DEFAULT_PAGE_SIZE) : undefined;
		const request: ApiRequest = { method: 'GET', path, scope, query, sendersIn, linksIn };
		const isFiltered = tests.length > 0;
		const tags = tests.flatMap((test) => test.tags ?? []);
		const isExact = tests.find((test) => test.isExact)?.isExact;
		return {
			intent: intentOf(request),
			async run(ask) {
				let read = 0;
				let hasExact = false;
				const tagsSeen = new Set<string>();
				const listed = await readList(ask, request, {
					// An exact match may be the last record that the service finds.
					stopAfter: isExact ? Infinity : most,
					// It is unknown how many records are read until enough pass the filters, so pages keep their full size.
					pageSize: isFiltered ? size : size && Math.min(most, size),
					passes: (record) => {
						read += 1;
						if (tags.length > 0) for (const tag of tagKeysIn(record)) tagsSeen.add(tag);
						hasExact ||= isExact?.(record) ?? false;
						return tests.every(({ passes }) => passes(record));
					},
				});
				const { nextCursor, pages } = listed;
				const records = listed.records.filter(({ record }) => !hasExact || isExact?.(record));
				return {
					records: records.slice(0, most),
					hasMore: records.length > most || nextCursor !== undefined,
					pagesFiltered: isFiltered && search === undefined ? pages : undefined,
					list: {
						plural,
						hasFilters: isFiltered || Object.keys(query).length > 0,
						read: isFiltered ? read : undefined,
						tags: read > 0 ? tags.map((tag) => ({ tag, isSeen: tagsSeen.has(tagKey(tag)) })) : [],
					},
				};
			},
		};
	});
	const allFilters = [...filterFields, ...nodeFilters];
	return {
		name: 'Get Many',
		value: 'getAll',
		action: `Get many ${plural}`,
		description,
		kind: 'list',
		properties: [
			...(allFilters.length > 0 ? toolNoticesOf(...forTool(plural)) : []),
			returnAll.property,
			limit.property,
			...(simplifies ? [simplify.property, simplifyNotice] : []),
			...(allFilters.length > 0 ? [filters(allFilters)] : []),
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

const forTool = (plural: string): string[] => [
	`While Return All is off, the agent gets at most as many ${plural} as Limit says, and is told if there are more.`,
	'Let the model fill in the filters only: under Filters add one, press the sparkles at its field, then “Add a description”.',
];

/** How many records the user wants. */
const wantedCount = (parameters: ItemParameters): number =>
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
			const value = checkedValueOf(parameters, filter, values[name], rawEntry(raw, name));
			return { ...reading(value, filter.testFor), label };
		});
}

/** What the node's filters search for. @throws InvalidInput if something else is searched for as well */
function searchOf(tests: readonly LabelledTest[], query: Query): string | undefined {
	const [first, second] = tests.filter(({ search }) => search !== undefined);
	const other = second?.label ?? ('search' in query ? 'Search' : undefined);
	if (!first || other === undefined) return first?.search;
	throw new InvalidInput(
		first.label,
		`and “${other}” are both given`,
		'The service searches for one of them alone: leave the other out.',
	);
}

/** The query of a list: its filters and Additional Query. */
export function queryOf(filterFields: readonly Field[], parameters: ItemParameters): Query {
	const values = {
		...collectionBody(parameters, 'filters', filterFields),
		...collectionBody(parameters, OPTIONS, [additionalQueryField]),
	};
	const query: Query = {};
	for (const [name, value] of Object.entries(values)) {
		if (isEmpty(value)) continue;
		query[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
	}
	return query;
}
