import { UPDATE_FIELDS_PARAMETER, updateFieldsCollection } from '../../fields/collections';
import { clearFieldsField } from '../../fields/clearFields';
import { additionalBody } from '../../fields/json';
import { companyIdField } from '../../fields/resourceLocators';
import { optionsOf } from '../../fields/options';
import { collectionBody } from '../shared/body';
import type { Operation } from '../shared/operation';
import { chosenRecord } from '../shared/parameters';
import { preparePlainUpdate } from '../shared/updateRecord';
import { cnpj, makeCompanyFields } from './fields';

const company = companyIdField({ required: true, description: 'The company to update' });

const clearable = clearFieldsField([
	{ name: 'CNPJ', value: 'cnpj' },
	{ name: 'Emails', value: 'emails', description: 'Remove all email addresses' },
	{ name: 'Owner', value: 'ownerId', description: 'Leave the company without owner' },
	{ name: 'Phones', value: 'phones', description: 'Remove all phones' },
]);

const changes = [
	cnpj,
	...makeCompanyFields('. They replace the whole list.'),
	clearable,
	additionalBody,
];

/** Companies, `PATCH /companies/{id}`: only what is given changes. */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update company',
	description: 'Change the given fields of a company. Its other fields stay as they are.',
	kind: 'write',
	properties: [company.property, updateFieldsCollection(changes), optionsOf('write')],
	prepare: (parameters) =>
		preparePlainUpdate(
			'companies',
			chosenRecord(parameters, company),
			collectionBody(parameters, UPDATE_FIELDS_PARAMETER, changes),
		),
};
