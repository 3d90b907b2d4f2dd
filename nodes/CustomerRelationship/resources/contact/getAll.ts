import { searchFilter, updatedSince } from '../../fields/filters';
import {
	sameEmailFilter,
	phonePresenceFilter,
	hasTagsFilter,
	samePhoneFilter,
	withoutTagsFilter,
} from '../shared/nodeFilters';
import { makeListOperation } from '../shared/listOperation';
import { companyNameEnrichment } from './includeNames';

/** Contacts, `GET /contacts`: newest first. */
export const getAll = makeListOperation({
	plural: 'contacts',
	path: '/contacts',
	filterFields: [
		searchFilter('the name, email or phone (with or without punctuation)'),
		updatedSince,
	],
	nodeFilters: [
		samePhoneFilter,
		sameEmailFilter,
		hasTagsFilter,
		withoutTagsFilter,
		phonePresenceFilter,
	],
	filtersUnchanged: true,
	hasPageSize: true,
	simplifies: true,
	enrichment: companyNameEnrichment,
	description:
		'Get many contacts, newest first, optionally those that match a search, or the one with a phone or email',
});
