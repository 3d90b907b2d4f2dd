import { pipelineIdField } from '../../fields/resourceLocators';
import { getOperation } from '../shared/getOperation';

/** Pipelines, `GET /pipelines/{id}`: a deactivated one, too. */
export const get = getOperation('pipeline', 'pipelines', pipelineIdField, {
	description: 'Get a pipeline by its ID, even if it is deactivated',
});
