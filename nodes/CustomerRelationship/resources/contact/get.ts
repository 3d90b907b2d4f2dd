import { contactId } from '../../fields/resourceLocators';
import { getOperation } from '../get';
import { companyOfContact } from '../names';

/** Contacts, `GET /contacts/{id}`. */
export const get = getOperation('contact', 'contacts', contactId, {
	naming: companyOfContact,
	simplifies: true,
});
