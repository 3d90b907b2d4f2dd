import { contactId } from '../../fields/resourceLocators';
import { getOperation } from '../get';

/** Contacts, `GET /contacts/{id}`. */
export const get = getOperation('contact', 'contacts', contactId);
