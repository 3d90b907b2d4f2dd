import { searchFilter, updatedSince } from '../../fields/filters';
import {
	emailFilter,
	hasPhoneFilter,
	hasTagsFilter,
	phoneFilter,
	withoutTagsFilter,
} from '../shared/nodeFilters';
import { makeListOperation } from '../shared/listOperation';
import { companyOfContact } from './includeNames';

/** Contacts, `GET /contacts`: newest first. */
export const getAll = makeListOperation({
	plural: 'contacts',
	path: '/contacts',
	filterFields: [
		searchFilter('the name, email or phone (with or without punctuation)'),
		updatedSince,
	],
	nodeFilters: [phoneFilter, emailFilter, hasTagsFilter, withoutTagsFilter, hasPhoneFilter],
	filtersUnchanged: true,
	hasPageSize: true,
	simplifies: true,
	enrichment: companyOfContact,
	description:
		'Get many contacts, newest first, optionally those that match a search, or the one with a phone or email',
});
