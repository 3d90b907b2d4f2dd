import { makeListOperation } from '../shared/listOperation';

/** Channels, `GET /channels`: the connected ones. */
export const getAll = makeListOperation({
	plural: 'channels',
	path: '/channels',
	scope: 'inbox:read',
	filterFields: [],
	hasPageSize: false,
	description: 'Get many connected channels, for example to find the one to send through',
});
