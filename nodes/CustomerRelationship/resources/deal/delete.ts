import { dealId } from '../../fields/resourceLocators';
import { optionsOf } from '../../fields/options';
import { path } from '../../transport/request';
import { chosenRecord, oneRequest, type Operation } from '../operation';

const deal = dealId({ required: true, description: 'The deal to delete' });

/** Deals, `DELETE /deals/{id}`: irreversible. Its answer is an object of its own kind. */
export const deleteDeal: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete deal',
	description:
		'Delete a deal permanently, with its history, tasks, products and tags. Its contact and company stay. Only managers can do this.',
	kind: 'write',
	properties: [deal.property, optionsOf('write')],
	plan: oneRequest(
		(parameters) => {
			const record = chosenRecord(parameters, deal);
			return { method: 'DELETE', path: path`/deals/${record.id}`, record };
		},
		(body) => ({ deleted: true, ...body }),
	),
};
