import { address } from '../../fields/address';
import { cnpjField } from '../../fields/cnpj';
import { customFieldsFields } from '../../fields/customFields';
import { textField, type WritableField } from '../../fields/field';
import { emailsField } from '../../fields/email';
import { phonesField } from '../../fields/phone';
import { assumedProperties } from '../guesses';
import { ownerIdField } from '../../fields/id';

export const cnpj = cnpjField({
	displayName: 'CNPJ',
	name: 'cnpj',
	placeholder: 'e.g. 11.222.333/0001-81',
	description: 'Registry number of the company, with or without punctuation',
});

/** A company that is created with its number alone has no name. */
export const ADD_COMPANY_NAME_HINT =
	'The service does not look up the company’s name. For a new company add Legal Name or Trade Name below.';

/**
 * The fields of a company, except its CNPJ.
 * @param lists what becomes of the company's list if the user gives one; ends the description of each list
 */
export const makeCompanyFields = (lists: string): WritableField[] => [
	textField({
		displayName: 'Legal Name',
		name: assumedProperties.companyLegalName,
		purpose: 'record',
		placeholder: 'e.g. Padaria Exemplo Ltda.',
		description: 'Registered name of the company',
	}),
	textField({
		displayName: 'Trade Name',
		name: assumedProperties.companyTradeName,
		purpose: 'record',
		placeholder: 'e.g. Padaria Exemplo',
		description: 'Name that the company is known by',
	}),
	address,
	emailsField({
		displayName: 'Emails',
		name: 'emails',
		placeholder: 'e.g. sales@example.com, billing@example.com',
		description: `Comma-separated email addresses, or an array from an expression${lists}`,
	}),
	phonesField({
		displayName: 'Phones',
		name: 'phones',
		placeholder: 'e.g. (11) 3333-4444, (11) 98765-4321',
		description: `Comma-separated phones, or an array from an expression${lists}`,
	}),
	ownerIdField(
		'ID of the user who owns the company. To find it, get a deal of that user and copy its <code>ownerId</code>. Only managers can choose another user.',
	),
	...customFieldsFields('searchCompanyCustomFields'),
];
