import { customFieldsFields } from '../../fields/customFields';
import { textField, type Field } from '../../fields/field';
import { idField } from '../../fields/id';
import { companyId } from '../../fields/resourceLocators';
import { phoneField } from '../../fields/phone';

export const name = textField({
	displayName: 'Name',
	name: 'name',
	description: 'Name of the person',
});

export const phone = phoneField({
	displayName: 'Phone',
	name: 'phone',
	placeholder: 'e.g. (11) 98765-4321',
	description:
		'With area code, with or without mask. Without a country code Brazil is assumed; for another country start with + and the code.',
});

const asTyped = textField({
	displayName: 'Email',
	name: 'email',
	placeholder: 'e.g. name@example.com',
	description: 'Email address of the person',
});
export const email: Field<string | undefined> = {
	...asTyped,
	read: (...given) => asTyped.read(...given)?.trim(),
};

export const company = companyId({ description: 'Company that the contact is linked to' });

export const ownerId = idField({
	displayName: 'Owner ID',
	name: 'ownerId',
	description: 'ID of the user who owns the contact, as in the ownerId of other records',
});

export const customFields = customFieldsFields('searchContactCustomFields');
