import { OPTIONS_PARAMETER } from '../../fields/collections';
import { additionalBody } from '../../fields/json';
import { dealIdField } from '../../fields/resourceLocators';
import { optionsOf } from '../../fields/options';
import { path } from '../../transport/request';
import { collectionBody } from '../shared/body';
import type { Operation } from '../shared/operation';
import { chosenRecord } from '../shared/parameters';
import { oneRequest } from '../shared/prepared';
import { closedAlready } from './refusals';

const deal = dealIdField({ required: true, description: 'The deal to close as won' });

/** Deals, `POST /deals/{id}/win`: the pipeline must have a won stage. */
export const win: Operation = {
	name: 'Win',
	value: 'win',
	action: 'Win deal',
	description: 'Close an open deal as won',
	kind: 'write',
	changesState: true,
	properties: [deal.property, optionsOf('write', [additionalBody])],
	refusals: closedAlready,
	prepare(parameters) {
		const record = chosenRecord(parameters, deal);
		return oneRequest({
			method: 'POST',
			path: path`/deals/${record.id}/win`,
			record,
			// The specification does not show the response.
			mayBeEmpty: true,
			body: collectionBody(parameters, OPTIONS_PARAMETER, [additionalBody]),
		});
	},
};
