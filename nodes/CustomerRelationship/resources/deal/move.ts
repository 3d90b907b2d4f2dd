import { additionalBodyField } from '../../fields/json';
import { dealId, stageId } from '../../fields/resourceLocators';
import { optionsOf } from '../../fields/options';
import { path } from '../../transport/request';
import { collected } from '../body';
import { guessed } from '../guesses';
import { chosenId, oneRequest, type Operation } from '../operation';

const deal = dealId({ required: true, description: 'The deal to move' });
const stage = stageId({
	required: true,
	description: 'The open stage to move the deal to. To close it use Win or Lose.',
});

/** Deals, `POST /deals/{id}/move`: to another open stage. */
export const move: Operation = {
	name: 'Move',
	value: 'move',
	action: 'Move a deal to another stage',
	description: 'Move an open deal to another open stage',
	kind: 'write',
	properties: [deal.property, stage.property, optionsOf('write', [additionalBodyField])],
	plan: oneRequest((parameters) => ({
		method: 'POST',
		path: path`/deals/${chosenId(parameters, deal)}/move`,
		body: {
			[guessed.dealStage]: chosenId(parameters, stage),
			...collected(parameters, 'options', [additionalBodyField]),
		},
	})),
};
