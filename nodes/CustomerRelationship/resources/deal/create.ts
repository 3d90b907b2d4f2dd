import { additionalFieldsCollection, ADDITIONAL_FIELDS_PARAMETER } from '../../fields/collections';
import { MissingInput } from '../../invalidInput';
import { additionalBody } from '../../fields/json';
import { pipelineIdField, stageIdField } from '../../fields/resourceLocators';
import { optionsOf } from '../../fields/options';
import { tagsField } from '../../fields/tags';
import { collectionBody, topLevelBody } from '../shared/body';
import { prepareOnceTyped } from '../shared/fieldTypes';
import type { Operation } from '../shared/operation';
import { oneRequest } from '../shared/prepared';
import { makeDealFields, title } from './fields';

const pipeline = pipelineIdField({
	description:
		'The pipeline to create the deal in. The deal starts in its first open stage, unless you also pick a stage.',
});
const stage = stageIdField({
	description:
		'The open stage to create the deal in. Leave it empty for the pipeline’s first open stage.',
});
const top = [title, pipeline, stage];
const additional = [...makeDealFields([tagsField('e.g. renewal, priority', '')]), additionalBody];

/** Deals, `POST /deals`. */
export const create: Operation = {
	name: 'Create',
	value: 'create',
	action: 'Create deal',
	description: 'Create a deal in the first open stage of a pipeline, or in the stage that you pick',
	kind: 'write',
	properties: [
		{ ...title.property, required: true },
		pipeline.property,
		stage.property,
		additionalFieldsCollection(additional),
		optionsOf('write'),
	],
	prepare(parameters) {
		const input = {
			...topLevelBody(parameters, top),
			...collectionBody(parameters, ADDITIONAL_FIELDS_PARAMETER, additional),
		};
		if (input.title === undefined) {
			throw new MissingInput(
				'Title',
				'is empty',
				'Say what the deal is about, or check the expression.',
			);
		}
		if (input.pipelineId === undefined && input.stageId === undefined) {
			throw new MissingInput(
				'Pipeline',
				'and “Stage” are both empty',
				'Pick a pipeline (the deal starts in its first open stage) or a stage.',
			);
		}
		return prepareOnceTyped('/deals', input, (body) =>
			oneRequest({ method: 'POST', path: '/deals', body }),
		);
	},
};
