import { includeInactive } from '../../fields/filters';
import { listOperation } from '../shared/listOperation';

/** Pipelines, `GET /pipelines`: one page, the default pipeline first. */
export const getAll = listOperation({
	plural: 'pipelines',
	path: '/pipelines',
	filterFields: [includeInactive],
	hasPageSize: false,
	description: 'Get many pipelines, the default one first',
});
