import { includeInactiveFilter } from '../../fields/filters';
import { listOperation } from '../shared/listOperation';

/** Pipelines, `GET /pipelines`: one page, the default pipeline first. */
export const getAll = listOperation({
	plural: 'pipelines',
	path: '/pipelines',
	filterFields: [includeInactiveFilter],
	hasPageSize: false,
	description: 'Get many pipelines, the default one first',
});
