import type { Resource } from '../operation';
import { create } from './create';
import { deactivate } from './deactivate';
import { get } from './get';
import { getAll } from './getAll';
import { update } from './update';

/** Legal-entity customers (specification: Company). */
export const company: Resource = {
	name: 'Company',
	value: 'company',
	operations: [create, deactivate, get, getAll, update],
};
