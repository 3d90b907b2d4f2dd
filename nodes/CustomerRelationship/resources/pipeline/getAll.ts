import { includeInactive } from '../../fields/filters';
import { makeListOperation } from '../shared/listOperation';

/** Pipelines, `GET /pipelines`: one page, the default pipeline first. */
export const getAll = makeListOperation({
	plural: 'pipelines',
	path: '/pipelines',
	filterFields: [includeInactive],
	hasPageSize: false,
	description: 'Get many pipelines, the default one first',
});
