import { updateFields } from '../../fields/collections';
import { clearFieldsField } from '../../fields/clearFields';
import { additionalBodyField } from '../../fields/json';
import { contactId } from '../../fields/resourceLocators';
import { optionsOf } from '../../fields/options';
import { path } from '../../transport/request';
import { changesIn } from '../body';
import { chosenId, oneRequest, type Operation } from '../operation';
import { company, customFields, email, name, ownerId, phone, tags } from './fields';

const contact = contactId({ required: true, description: 'The contact to update' });

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
	tags('They replace all tags of the contact.'),
	...customFields,
	clearable,
	additionalBodyField,
];

/** Contacts, `PATCH /contacts/{id}`: only what is given changes. */
export const update: Operation = {
	name: 'Update',
	value: 'update',
	action: 'Update a contact',
	description: 'Change the given fields of a contact; the others stay as they are',
	kind: 'write',
	properties: [contact.property, updateFields(changes), optionsOf('write')],
	plan: oneRequest((parameters) => ({
		method: 'PATCH',
		path: path`/contacts/${chosenId(parameters, contact)}`,
		body: changesIn(parameters, changes),
	})),
};
