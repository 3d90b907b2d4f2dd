import { parsedField, RECORD_VALUE_SETTINGS, type FieldSettings } from './field';
import {
	parsePhoneAsTyped,
	parsePhonesAsTyped,
	parsePhoneAsTypedWithAreaCode,
	parseMessagePhoneAsTyped,
} from './parsers/phone';

/**
 * A phone, sent with its punctuation and country code as typed, which the service understands (specification:
 * Contact), but without what other programs put around it.
 */
export const phoneField = (property: FieldSettings) =>
	parsedField({ ...property, ...RECORD_VALUE_SETTINGS }, parsePhoneAsTyped);

/** A phone by which a record is found. Its area code is required. */
export const phoneWithAreaCodeField = (property: FieldSettings) =>
	parsedField({ ...property, ...RECORD_VALUE_SETTINGS }, parsePhoneAsTypedWithAreaCode);

/** A phone that a message is sent to. */
export const messagePhoneField = (property: FieldSettings) =>
	parsedField({ ...property, ...RECORD_VALUE_SETTINGS }, parseMessagePhoneAsTyped);

/** Phones, separated by commas or semicolons, or in an array. */
export const phonesField = (property: FieldSettings) =>
	parsedField({ ...property, purpose: 'record' }, parsePhonesAsTyped);
