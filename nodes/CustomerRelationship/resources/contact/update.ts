import { updateFieldsCollection } from '../../fields/collections';
import { clearFieldsField } from '../../fields/clearFields';
import { additionalBody } from '../../fields/json';
import { contactIdField } from '../../fields/resourceLocators';
import { optionsOf } from '../../fields/options';
import type { Operation } from '../shared/operation';
import { incompletePhone } from '../shared/refusals';
import { makeUpdatePrepare, makeTagUpdateFields } from '../shared/updateRecord';
import { company, contactCustomFields, email, name, ownerId, phone } from './fields';

const contact = contactIdField({ required: true, description: 'The contact to update' });

const clearable = clearFieldsField([
	{ name: 'Company', value: 'companyId', description: 'Unlink the company' },
	{ name: 'Email', value: 'email' },
	{ name: 'Name', value: 'name' },
	{ name: 'Owner', value: 'ownerId', description: 'Leave the contact without owner' },
	{ name: 'Phone', value: 'phone' },
	{ name: 'Tags', value: 'tags', description: 'Remove all tags' },
]);

const changes = [
	name,
	phone,
	email,
	company,
	ownerId,
	...makeTagUpdateFields('contact'),
	...contactCustomFields,
	clearable,
	additionalBody,
];

/** Contacts, `PATCH /contacts/{id}`: only what is given changes. */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update contact',
	description: 'Change the given fields of a contact. Its other fields stay as they are.',
	kind: 'write',
	properties: [contact.property, updateFieldsCollection(changes), optionsOf('write')],
	refusals: incompletePhone,
	prepare: makeUpdatePrepare('contacts', contact, changes),
};
