import { searchFilter, updatedSinceFilter } from '../../fields/filters';
import { listOperation } from '../list';
import { companyOfContact } from '../names';

/** Contacts, `GET /contacts`: newest first. */
export const getAll = listOperation({
	plural: 'contacts',
	path: '/contacts',
	filterFields: [
		searchFilter('the name, email or phone (with or without punctuation)'),
		updatedSinceFilter,
	],
	sized: true,
	naming: companyOfContact,
	description: 'Get many contacts, newest first, optionally those that match a search',
});
