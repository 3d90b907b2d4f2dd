import { pipelineId } from '../../fields/resourceLocators';
import { optionsOf } from '../../fields/options';
import { readList } from '../../transport/pagesOfPlan';
import { path } from '../../transport/request';
import { queryOf } from '../list';
import { chosenRecord, type Operation } from '../operation';

const pipeline = pipelineId({
	required: true,
	description: 'The pipeline whose stages to get',
});

/** Pipelines, `GET /pipelines/{id}/stages`: open stages in their order, then won, then lost. */
export const getStages: Operation = {
	name: 'Get Stages',
	value: 'getStages',
	action: 'Get stages of pipeline',
	description: 'Get all stages of a pipeline: the open ones in their order, then won, then lost',
	kind: 'list',
	properties: [pipeline.property, optionsOf('list')],
	plan: (parameters) => {
		const record = chosenRecord(parameters, pipeline);
		const query = queryOf([], parameters);
		return readList({ method: 'GET', path: path`/pipelines/${record.id}/stages`, record, query });
	},
};
