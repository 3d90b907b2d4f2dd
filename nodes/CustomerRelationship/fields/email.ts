import { parsedField, type FieldSettings } from './field';
import { parseEmail, parseEmails } from './parsers/email';

/** An e-mail address, sent without the blanks around it (specification: Contact). */
export const emailField = (property: FieldSettings) => parsedField(property, parseEmail);

/** E-mail addresses, separated by commas or semicolons, or in an array. */
export const emailsField = (property: FieldSettings) => parsedField(property, parseEmails);
