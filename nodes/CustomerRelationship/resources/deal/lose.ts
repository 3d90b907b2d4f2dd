import { additionalFieldsCollection, ADDITIONAL_FIELDS_PARAMETER } from '../../fields/collections';
import { additionalBody } from '../../fields/json';
import { idField } from '../../fields/id';
import { dealIdField } from '../../fields/resourceLocators';
import { optionsOf } from '../../fields/options';
import { path } from '../../transport/request';
import { collectionBody } from '../shared/body';
import { assumedProperties } from '../guesses';
import type { Operation } from '../shared/operation';
import { chosenRecord } from '../shared/parameters';
import { oneRequest } from '../shared/prepared';
import { closedAlready } from './refusals';

const deal = dealIdField({ required: true, description: 'The deal to close as lost' });
const reason = idField({
	displayName: 'Lost Reason ID',
	name: assumedProperties.dealLostReason,
	placeholder: 'e.g. 8f14e45f',
	description:
		'ID of a lost reason of the deal’s pipeline. The API lists none: lose a deal with that reason in the app, get that deal here, and look for the ID in its output.',
});
const additional = [reason, additionalBody];

/** Deals, `POST /deals/{id}/lose`: the pipeline must have a lost stage. */
export const lose: Operation = {
	name: 'Lose',
	value: 'lose',
	action: 'Lose deal',
	description: 'Close an open deal as lost, with or without a reason',
	kind: 'write',
	changesState: true,
	properties: [deal.property, additionalFieldsCollection(additional), optionsOf('write')],
	refusals: closedAlready,
	prepare(parameters) {
		const record = chosenRecord(parameters, deal);
		return oneRequest({
			method: 'POST',
			path: path`/deals/${record.id}/lose`,
			record,
			// The specification does not show the response.
			mayBeEmpty: true,
			body: collectionBody(parameters, ADDITIONAL_FIELDS_PARAMETER, additional),
		});
	},
};
