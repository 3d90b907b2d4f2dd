import { parsedField, RECORD_VALUE_SETTINGS, type FieldSettings } from './field';
import { parseCnpjAsTyped, parseIdentifyingCnpj } from './parsers/cnpj';

/** A company's registry number, sent with its punctuation (specification: Company), with plain spaces and hyphens. */
export const cnpjField = (property: FieldSettings) =>
	parsedField({ ...property, ...RECORD_VALUE_SETTINGS }, parseCnpjAsTyped);

/** The registry number by which a company is found. */
export const identifyingCnpjField = (property: FieldSettings) =>
	parsedField({ ...property, ...RECORD_VALUE_SETTINGS }, parseIdentifyingCnpj);
