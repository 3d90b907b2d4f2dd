import { includeInactive, searchFilter, updatedSince } from '../../fields/filters';
import { makeListOperation } from '../shared/listOperation';

/** Companies, `GET /companies`: newest first, active ones unless asked otherwise. */
export const getAll = makeListOperation({
	plural: 'companies',
	path: '/companies',
	filterFields: [
		searchFilter('the legal name, trade name or CNPJ (with or without punctuation)'),
		updatedSince,
		includeInactive,
	],
	filtersUnchanged: true,
	hasPageSize: true,
	simplifies: true,
	description: 'Get many companies, newest first, optionally those that match a search',
});
