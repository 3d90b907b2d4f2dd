import { additionalFields } from '../../fields/additionalFields';
import { additionalBodyField } from '../../fields/json';
import { idField } from '../../fields/locator';
import { dealId } from '../../fields/locators';
import { optionsOf } from '../../fields/options';
import { path } from '../../transport/request';
import { bodyOf } from '../body';
import { guessed } from '../guesses';
import { chosenId, type Operation } from '../operation';

const deal = dealId({ required: true, description: 'The deal to close as lost' });
const reason = idField({
	displayName: 'Lost Reason ID',
	name: guessed.dealLostReason,
	description: 'ID of a lost reason that is valid for the deal’s pipeline',
});

/** Deals, `POST /deals/{id}/lose`: the pipeline must have a lost stage. */
export const lose: Operation = {
	name: 'Lose',
	value: 'lose',
	action: 'Close a deal as lost',
	description: 'Close an open deal as lost, optionally with a reason',
	kind: 'write',
	properties: [deal.property, additionalFields([reason, additionalBodyField]), optionsOf('write')],
	request: (parameters) => ({
		method: 'POST',
		path: path`/deals/${chosenId(parameters, deal)}/lose`,
		body: bodyOf([reason], parameters.collection('additionalFields'), parameters.timezone),
	}),
};
