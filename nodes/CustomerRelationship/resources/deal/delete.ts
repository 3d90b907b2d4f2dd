import { dealIdField } from '../../fields/resourceLocators';
import { optionsOf } from '../../fields/options';
import { path } from '../../transport/request';
import type { Operation } from '../shared/operation';
import { chosenRecord } from '../shared/parameters';
import { oneRequest, mapResult } from '../shared/prepared';

const deal = dealIdField({ required: true, description: 'The deal to delete' });

/** Deals, `DELETE /deals/{id}`: irreversible. Its answer is an object of its own kind. */
export const deleteDeal: Operation = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete deal',
	description:
		'Delete a deal permanently, with its history, tasks, products and tags. Its contact and company stay. Only managers can do this.',
	kind: 'write',
	changesState: true,
	properties: [deal.property, optionsOf('write')],
	prepare(parameters) {
		const record = chosenRecord(parameters, deal);
		const request = { method: 'DELETE', path: path`/deals/${record.id}`, record } as const;
		return mapResult(oneRequest(request), ({ records }) => ({
			records: records.map(({ record: body, answer }) => ({
				record: { deleted: true, ...body },
				answer,
			})),
		}));
	},
};
