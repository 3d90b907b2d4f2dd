import { contactId } from '../../fields/locators';
import { getOperation } from '../get';

/** Contacts, `GET /contacts/{id}`. */
export const get = getOperation('contact', 'contacts', contactId);
