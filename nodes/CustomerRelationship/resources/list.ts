import { filters } from '../fields/additionalFields';
import { isEmpty, readAll, type Field } from '../fields/field';
import { additionalQueryField } from '../fields/json';
import { optionsOf } from '../fields/options';
import { pagingProperties } from '../fields/paging';
import type { Query } from '../transport/request';
import type { ItemParameters, Operation } from './operation';

interface ListSettings {
	/** The records' noun in the plural, in lower case. */
	plural: string;
	path: string;
	/** Exactly the query parameters that the operation accepts (specification: Common rules 3). */
	filterFields: Field[];
	/** Whether the API takes a page size. */
	sized: boolean;
	description: string;
}

/** The Get Many operation of a resource. */
export function listOperation({
	plural,
	path,
	filterFields,
	sized,
	description,
}: ListSettings): Operation {
	return {
		name: 'Get Many',
		value: 'getAll',
		action: `Get many ${plural}`,
		description,
		kind: 'list',
		sized,
		properties: [
			...pagingProperties,
			...(filterFields.length > 0 ? [filters(filterFields)] : []),
			optionsOf('list', { sized }),
		],
		request: (parameters) => ({ method: 'GET', path, query: queryOf(filterFields, parameters) }),
	};
}

/** The query of a list: its filters, then whatever the user adds. */
export function queryOf(filterFields: Field[], parameters: ItemParameters): Query {
	const { additionalQuery } = parameters.collection('options');
	const wanted = {
		...readAll(filterFields, parameters.collection('filters'), parameters.timezone),
		...(additionalQueryField.read(additionalQuery, parameters.timezone) as object | undefined),
	};
	const query: Query = {};
	for (const [name, value] of Object.entries(wanted)) {
		if (isEmpty(value)) continue;
		query[name] = typeof value === 'object' ? JSON.stringify(value) : String(value);
	}
	return query;
}
