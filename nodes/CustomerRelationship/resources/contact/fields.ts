/** The fields of a contact that Create or Update and Update share. */
import { customFieldsFields } from '../../fields/customFields';
import { emailField } from '../../fields/email';
import { textField } from '../../fields/field';
import { companyIdField } from '../../fields/resourceLocators';
import { ownerIdField } from '../../fields/id';
import { phoneField } from '../../fields/phone';

export const name = textField({
	displayName: 'Name',
	name: 'name',
	purpose: 'record',
	placeholder: 'e.g. Ana Souza',
	description: 'Name of the person',
});

export const phone = phoneField({
	displayName: 'Phone',
	name: 'phone',
	placeholder: 'e.g. (11) 98765-4321',
	description:
		'Phone with area code, with or without punctuation. A number without a country code is taken for a Brazilian one. For another country start with + and the country code.',
});

export const email = emailField({
	displayName: 'Email',
	name: 'email',
	placeholder: 'e.g. name@example.com',
	description: 'Email address of the person',
});

export const company = companyIdField({ description: 'Company that the contact belongs to' });

export const ownerId = ownerIdField(
	'ID of the user who owns the contact. To find it, get a deal of that user and copy its <code>ownerId</code>.',
);

export const contactCustomFields = customFieldsFields('searchContactCustomFields');
