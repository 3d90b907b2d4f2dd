import type { Resource } from '../shared/operation';
import { getAll } from './getAll';

/** Connected messaging channels (specification: Conversation and channel). */
export const channel: Resource = {
	name: 'Channel',
	value: 'channel',
	operations: [getAll],
};
