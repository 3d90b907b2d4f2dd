import type { Resource } from '../shared/operation';
import { get } from './get';
import { send } from './send';

/** Messages of a conversation (specification: Message). */
export const message: Resource = {
	name: 'Message',
	value: 'message',
	operations: [get, send],
};
