import { withColumns } from '../shared/mapColumns';
import type { Resource } from '../shared/operation';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { upsert } from './upsert';

/** People (specification: Contact). */
export const contact: Resource = {
	name: 'Contact',
	value: 'contact',
	listPath: '/contacts',
	operations: [
		withColumns(upsert),
		get,
		getAll,
		withColumns(update, { onPanel: ['contactId'], replacesLists: true }),
	],
};
