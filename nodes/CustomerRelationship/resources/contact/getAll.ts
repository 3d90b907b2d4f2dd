import {
	byEmail,
	hasPhone,
	hasTags,
	byPhone,
	searchFilter,
	updatedSince,
	withoutTags,
} from '../../fields/filters';
import { listOperation } from '../shared/listOperation';
import { companyOfContact } from './includeNames';

/** Contacts, `GET /contacts`: newest first. */
export const getAll = listOperation({
	plural: 'contacts',
	path: '/contacts',
	filterFields: [
		searchFilter('the name, email or phone (with or without punctuation)'),
		updatedSince,
	],
	nodeFilters: [byPhone, byEmail, hasTags, withoutTags, hasPhone],
	filtersUnchanged: true,
	hasPageSize: true,
	simplifies: true,
	enrichment: companyOfContact,
	description:
		'Get many contacts, newest first, optionally those that match a search, or the one with a phone or email',
});
