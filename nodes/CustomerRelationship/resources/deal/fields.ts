import { customFieldsFields } from '../../fields/customFields';
import { textField, type Field, type WritableField } from '../../fields/field';
import { dealValueInCents, dealValueInReais } from '../../fields/money';
import { companyIdField, contactIdField } from '../../fields/resourceLocators';
import { ownerIdField } from '../../fields/id';

export const title = textField({
	displayName: 'Title',
	name: 'title',
	purpose: 'record',
	placeholder: 'e.g. Kitchen renovation',
	description: 'What the deal is about',
});

/**
 * The fields that creating and updating a deal share.
 * @param tags the operation's fields for tags
 * @param own the operation's own fields, which the other operation lacks
 */
export const makeDealFields = (tags: Field[], own: Field[] = []): WritableField[] => [
	dealValueInReais,
	dealValueInCents,
	...own,
	contactIdField({ description: 'Primary contact of the deal' }),
	companyIdField({ description: 'Primary company of the deal' }),
	ownerIdField(
		'ID of the user who is responsible for the deal. To find it, get another deal of that user and copy its <code>ownerId</code>. Only managers can choose another user.',
	),
	textField({
		displayName: 'Currency',
		name: 'currency',
		purpose: 'record',
		placeholder: 'e.g. BRL',
		description: 'Currency of the value. The service knows BRL only.',
	}),
	...tags,
	...customFieldsFields('searchDealCustomFields'),
];
