import type { IDataObject } from 'n8n-workflow';
import { customFieldsFields } from '../../fields/customFields';
import { textField, type Field } from '../../fields/field';
import { listField } from '../../fields/list';
import { idField } from '../../fields/locator';
import { companyId, contactId } from '../../fields/locators';
import { valueCentsField, valueCentsOf, valueField } from '../../fields/money';
import { bodyOf } from '../body';

export const title = textField({
	displayName: 'Title',
	name: 'title',
	description: 'What the deal is about',
});

const currency = textField({
	displayName: 'Currency',
	name: 'currency',
	placeholder: 'e.g. BRL',
	description: 'Currency of the value; the service only knows BRL',
});

const plain = (tags: string): Field[] => [
	contactId({ description: 'Primary contact of the deal' }),
	companyId({ description: 'Primary company of the deal' }),
	idField({
		displayName: 'Owner ID',
		name: 'ownerId',
		description:
			'ID of the user responsible for the deal, as in the ownerId of other records. Only managers can set another user.',
	}),
	currency,
	listField({
		displayName: 'Tags',
		name: 'tags',
		placeholder: 'e.g. renewal, priority',
		description: `Comma-separated tags, or an array from an expression${tags}`,
	}),
	...customFieldsFields('searchDealCustomFields'),
];

/**
 * The fields that creating and updating a deal share.
 * @param tags what giving tags does, to be put behind a sentence
 */
export function dealFields(tags: string, own: Field[] = []) {
	const fields = [...own, ...plain(tags)];
	return {
		shown: [...fields, valueField, valueCentsField],
		/** The body for a collection of these fields, its value in cents whichever way it was given. */
		body(values: IDataObject, timezone: string, clearing?: Field): IDataObject {
			const valueCents = valueCentsOf(values);
			return {
				...(valueCents !== undefined && { valueCents }),
				...bodyOf(fields, values, timezone, clearing),
			};
		},
	};
}
