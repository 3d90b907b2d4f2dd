import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Behaviour } from '../behaviour';
import { refuse } from './errors';

/** Digits and what a mask puts between them. */
const MASKED = /^\s*\+?[\d\s().\-/]+$/;

/**
 * "Contact", phone: with or without mask and country code; Brazil without a country code;
 * another country with `+`. Gives E.164, so that one number is one contact (POST /conversations 6).
 */
export function parsePhone(text: string, param: string, behaviour: Behaviour): string {
	const phone = parsePhoneNumberFromString(text, { defaultCountry: 'BR', extract: false });
	// The library takes a Brazilian number without its area code for possible.
	const isComplete =
		phone?.isPossible() && (phone.countryCallingCode !== '55' || phone.nationalNumber.length >= 10);
	// Two people behind one switchboard would become one contact (README, `lenientPhones`).
	const isPlain = MASKED.test(text) && !phone?.ext && !phone?.carrierCode;
	if (!phone || !isComplete || !(isPlain || behaviour.isTurned('lenientPhones'))) {
		refuse('invalid_parameter', `${param} is not a complete phone number.`, param);
	}
	return phone.number;
}
