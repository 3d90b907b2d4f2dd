import { pipelineIdField } from '../../fields/resourceLocators';
import { makeGetOperation } from '../shared/getOperation';

/** Pipelines, `GET /pipelines/{id}`: a deactivated one, too. */
export const get = makeGetOperation('pipeline', 'pipelines', pipelineIdField, {
	description: 'Get a pipeline by its ID, even if it is deactivated',
});
