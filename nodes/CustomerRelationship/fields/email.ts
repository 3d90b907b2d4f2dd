import { parsedField, RECORD_VALUE_SETTINGS, type FieldSettings } from './field';
import { parseEmail, parseEmails } from './parsers/email';

/** An email address, sent without what links, lists and mail programs put around it (specification: Contact). */
export const emailField = (property: FieldSettings) =>
	parsedField({ ...property, ...RECORD_VALUE_SETTINGS }, parseEmail);

/** Email addresses, separated by commas or semicolons, or in an array. */
export const emailsField = (property: FieldSettings) =>
	parsedField({ ...property, purpose: 'record' }, parseEmails);
