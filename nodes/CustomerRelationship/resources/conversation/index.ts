import type { Resource } from '../shared/operation';
import { get } from './get';
import { getAll } from './getAll';
import { start } from './start';

/** Conversations of the inbox (specification: Conversation and channel). */
export const conversation: Resource = {
	name: 'Conversation',
	value: 'conversation',
	operations: [start, get, getAll],
};
