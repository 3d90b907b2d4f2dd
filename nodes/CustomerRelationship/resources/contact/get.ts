import { contactIdField } from '../../fields/resourceLocators';
import { makeGetOperation } from '../shared/getOperation';
import { companyNameEnrichment } from './includeNames';

/** Contacts, `GET /contacts/{id}`. */
export const get = makeGetOperation('contact', 'contacts', contactIdField, {
	hint: 'After an event that names a contact choose By ID and give {{ $json.data.contactId }}',
	enrichment: companyNameEnrichment,
	simplifies: true,
});
