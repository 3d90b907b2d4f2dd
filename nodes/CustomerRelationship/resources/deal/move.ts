import { OPTIONS_PARAMETER } from '../../fields/collections';
import { additionalBody } from '../../fields/json';
import { dealIdField, stageIdField } from '../../fields/resourceLocators';
import { optionsOf } from '../../fields/options';
import { path } from '../../transport/request';
import { collectionBody } from '../shared/body';
import { assumedProperties } from '../guesses';
import type { Operation } from '../shared/operation';
import { chosenId, chosenRecord } from '../shared/parameters';
import { oneRequest } from '../shared/prepared';

const deal = dealIdField({ required: true, description: 'The deal to move' });
const stage = stageIdField({
	required: true,
	description: 'The open stage to move the deal to. To close the deal use Win or Lose.',
});

/** Deals, `POST /deals/{id}/move`: to another open stage. */
export const move: Operation = {
	name: 'Move',
	value: 'move',
	action: 'Move deal to another stage',
	description: 'Move an open deal to another open stage',
	kind: 'write',
	changesState: true,
	properties: [deal.property, stage.property, optionsOf('write', [additionalBody])],
	refusals: {
		stage_not_in_pipeline: {
			message: 'The stage belongs to another pipeline than the deal',
			remedy: 'Pick a stage of the deal’s own pipeline: a move does not change it.',
		},
		stage_is_final: {
			message: 'The stage is a won or lost one, or the deal is closed',
			remedy: 'Pick an open stage, for an open deal. To close a deal use Win or Lose.',
		},
	},
	prepare(parameters) {
		const record = chosenRecord(parameters, deal);
		return oneRequest({
			method: 'POST',
			path: path`/deals/${record.id}/move`,
			record,
			// The specification does not show the response.
			mayBeEmpty: true,
			body: {
				[assumedProperties.dealStage]: chosenId(parameters, stage),
				...collectionBody(parameters, OPTIONS_PARAMETER, [additionalBody]),
			},
		});
	},
};
