import { parsedField, RECORD_VALUE, type FieldSettings } from './field';
import { parseCnpj, parseIdentifyingCnpj } from './parsers/cnpj';

/** A company's registry number, sent as typed (specification: Company). */
export const cnpjField = (property: FieldSettings) =>
	parsedField({ ...property, ...RECORD_VALUE }, parseCnpj);

/** The registry number by which a company is found. */
export const searchedCnpjField = (property: FieldSettings) =>
	parsedField({ ...property, ...RECORD_VALUE }, parseIdentifyingCnpj);
