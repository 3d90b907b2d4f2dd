import { parsedField, type FieldSettings } from './field';
import { parseCnpj } from './parsers/cnpj';

/** A company's registry number, sent as typed (specification: Company). */
export const cnpjField = (property: FieldSettings) => parsedField(property, parseCnpj);
