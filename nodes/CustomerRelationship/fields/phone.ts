import { parsedField, type FieldSettings } from './field';
import { parsePhone } from './parsers/phone';

/** A phone, sent as typed: the service knows masks and country codes (specification: Contact). */
export const phoneField = (property: FieldSettings) => parsedField(property, parsePhone);
