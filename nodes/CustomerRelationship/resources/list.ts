import { filters } from '../fields/collections';
import { isEmpty, type Field } from '../fields/field';
import { additionalQueryField } from '../fields/json';
import { optionsOf, PAGE_SIZE, pageSize } from '../fields/options';
import { limit, LIMIT, returnAll } from '../fields/paging';
import { readList } from '../transport/pages';
import type { ApiRequest, Query } from '../transport/request';
import { collected } from './body';
import { withNames, type Naming } from './names';
import { optionOf, valueOf, type ItemParameters, type Operation } from './operation';

interface ListSettings {
	/** The records' noun in the plural, in lower case. */
	plural: string;
	path: string;
	/** The token's scope that it needs, if not crm:read. */
	scope?: ApiRequest['scope'];
	/** Exactly the query parameters that the operation accepts (specification: Common rules 3). */
	filterFields: Field[];
	/** Whether the API takes a page size. */
	sized: boolean;
	description: string;
	/** What a page tells of the channels of conversations. */
	sendersIn?: ApiRequest['sendersIn'];
	/** How its records are given the names of others. */
	naming?: Naming;
}

/** The Get Many operation of a resource. */
export function listOperation({
	plural,
	path,
	scope,
	filterFields,
	sized,
	description,
	sendersIn,
	naming,
}: ListSettings): Operation {
	return {
		name: 'Get Many',
		value: 'getAll',
		action: `Get many ${plural}`,
		description,
		kind: 'list',
		properties: [
			returnAll.property,
			limit.property,
			...(filterFields.length > 0 ? [filters(filterFields)] : []),
			optionsOf('list', [...(sized ? [pageSize] : []), ...(naming ? [naming.field] : [])]),
		],
		repeated:
			'Get Many ran once for each input item. If one list is enough, turn on Execute Once in the node’s settings.',
		plan: withNames(naming, function* (parameters) {
			const query = queryOf(filterFields, parameters);
			const most = wanted(parameters);
			const size = sized ? (optionOf(parameters, pageSize) ?? PAGE_SIZE) : undefined;
			const { records, nextCursor } = yield* readList(
				{ method: 'GET', path, scope, query, sendersIn },
				{ most, pageSize: size && Math.min(most, size) },
			);
			const hasMore = records.length > most || nextCursor !== undefined;
			return { records: records.slice(0, most), hasMore };
		}),
	};
}

/** How many records the user wants. */
const wanted = (parameters: ItemParameters): number =>
	valueOf(parameters, returnAll) ? Infinity : (valueOf(parameters, limit) ?? LIMIT);

/** The query of a list: its filters, then whatever the user adds. */
export function queryOf(filterFields: readonly Field[], parameters: ItemParameters): Query {
	const wanted = {
		...collected(parameters, 'filters', filterFields),
		...collected(parameters, 'options', [additionalQueryField]),
	};
	const query: Query = {};
	for (const [name, value] of Object.entries(wanted)) {
		if (isEmpty(value)) continue;
		query[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
	}
	return query;
}
