import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { refuse } from './errors';

/**
 * "Contact", phone: with or without mask and country code; Brazil without a country code;
 * another country with `+`. Gives E.164, so that one number is one contact (POST /conversations 6).
 */
export function parsePhone(text: string, param: string): string {
	const phone = parsePhoneNumberFromString(text, { defaultCountry: 'BR', extract: false });
	// The library takes a Brazilian number without its area code for possible.
	const isComplete =
		phone?.isPossible() && (phone.countryCallingCode !== '55' || phone.nationalNumber.length >= 10);
	if (!phone || !isComplete) {
		refuse('invalid_parameter', `${param} is not a complete phone number.`, param);
	}
	return phone.number;
}
