import { updateFieldsCollection } from '../../fields/collections';
import { clearFieldsField } from '../../fields/clearFields';
import { additionalBody } from '../../fields/json';
import { dealIdField } from '../../fields/resourceLocators';
import { optionsOf } from '../../fields/options';
import type { Operation } from '../shared/operation';
import { makeUpdatePrepare, makeTagUpdateFields } from '../shared/updateRecord';
import { makeDealFields, title } from './fields';

const deal = dealIdField({ required: true, description: 'The deal to update' });
const clearable = clearFieldsField([
	{ name: 'Company', value: 'companyId' },
	{ name: 'Contact', value: 'contactId' },
	{ name: 'Tags', value: 'tags', description: 'Remove all tags' },
]);

const changes = [
	...makeDealFields(makeTagUpdateFields('deal'), [title]),
	clearable,
	additionalBody,
];

/** Deals, `PATCH /deals/{id}`: stage and result are changed by move, win and lose only. */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update deal',
	description:
		'Change the given fields of a deal. Its other fields stay as they are. To change the stage use Move. To close the deal use Win or Lose.',
	kind: 'write',
	properties: [deal.property, updateFieldsCollection(changes), optionsOf('write')],
	prepare: makeUpdatePrepare('deals', deal, changes),
};
