import { withColumns } from '../shared/mapColumns';
import type { Resource } from '../shared/operation';
import { create } from './create';
import { deactivate } from './deactivate';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';
import { upsert } from './upsert';

/** Legal-entity customers (specification: Company). */
export const company: Resource = {
	name: 'Company',
	value: 'company',
	listPath: '/companies',
	operations: [
		withColumns(create),
		withColumns(upsert, { onPanel: ['cnpj'] }),
		deactivate,
		get,
		getAll,
		withColumns(update, { onPanel: ['companyId'], replacesLists: true }),
	],
};
