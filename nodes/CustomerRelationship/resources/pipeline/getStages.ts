import { pipelineIdField } from '../../fields/resourceLocators';
import { optionsOf } from '../../fields/options';
import { readList } from '../../transport/pages';
import { path, type ApiRequest } from '../../transport/request';
import { queryOf } from '../shared/listOperation';
import type { Operation } from '../shared/operation';
import { chosenRecord } from '../shared/parameters';
import { intentOfRequest } from '../shared/prepared';

const pipeline = pipelineIdField({
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
	prepare(parameters) {
		const record = chosenRecord(parameters, pipeline);
		const query = queryOf([], parameters);
		const address = path`/pipelines/${record.id}/stages`;
		const request: ApiRequest = { method: 'GET', path: address, record, query };
		return {
			intent: intentOfRequest(request),
			perform: async (ask) => await readList(ask, request),
		};
	},
};
