import { updateFields } from '../../fields/additionalFields';
import { clearFieldsField } from '../../fields/clearFields';
import { additionalBodyField } from '../../fields/json';
import { contactId } from '../../fields/locators';
import { optionsOf } from '../../fields/options';
import { path } from '../../transport/request';
import { bodyOf, changesOf } from '../body';
import { chosenId, type Operation } from '../operation';
import { company, customFields, email, name, ownerId, phone, tags } from './fields';

const contact = contactId({ required: true, description: 'The contact to update' });

const changes = [
	name,
	phone,
	email,
	company,
	ownerId,
	tags('They replace all tags of the contact.'),
	...customFields,
];

const clearable = clearFieldsField([
	{ name: 'Company', value: 'companyId', description: 'Unlink the company' },
	{ name: 'Email', value: 'email' },
	{ name: 'Name', value: 'name' },
	{ name: 'Owner', value: 'ownerId', description: 'Leave the contact without owner' },
	{ name: 'Phone', value: 'phone' },
	{ name: 'Tags', value: 'tags', description: 'Remove all tags' },
]);

/** Contacts, `PATCH /contacts/{id}`: only what is given changes. */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update a contact',
	description: 'Change the given fields of a contact; the others stay as they are',
	kind: 'write',
	properties: [
		contact.property,
		updateFields([...changes, clearable, additionalBodyField]),
		optionsOf('write'),
	],
	request: (parameters) => ({
		method: 'PATCH',
		path: path`/contacts/${chosenId(parameters, contact)}`,
		body: changesOf(
			bodyOf(changes, parameters.collection('updateFields'), parameters.timezone, clearable),
		),
	}),
};
