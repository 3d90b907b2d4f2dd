import { companyIdField } from '../../fields/resourceLocators';
import { optionsOf } from '../../fields/options';
import { path } from '../../transport/request';
import type { Operation } from '../shared/operation';
import { chosenRecord } from '../shared/parameters';
import { oneRequest } from '../shared/prepared';

const company = companyIdField({ required: true, description: 'The company to deactivate' });

/** Companies, `DELETE /companies/{id}`: the company stays, with `isActive: false`. */
export const deactivate: Operation = {
	name: 'Deactivate',
	value: 'deactivate',
	action: 'Deactivate company',
	description:
		'Deactivate a company. It disappears from lists, but stays linked to its contacts and deals. Only managers can do this.',
	kind: 'write',
	changesState: true,
	properties: [company.property, optionsOf('write')],
	prepare(parameters) {
		const record = chosenRecord(parameters, company);
		return oneRequest({ method: 'DELETE', path: path`/companies/${record.id}`, record });
	},
};
