import { parsePhoneNumberFromString } from 'libphonenumber-js';
import type { Behaviour } from '../behaviour';
import { refuse } from './errors';

/** What a mask puts between the digits. */
const MASK = /[\s().\-/]/g;

/**
 * "Contact", phone: with or without mask and country code; Brazil without a country code;
 * another country with `+`. Gives E.164, so that one number is one contact (POST /conversations 6).
 */
export function parsePhone(text: string, param: string, behaviour: Behaviour): string {
	const bare = text.replace(MASK, '');
	const isMasked = /^\+?\d+$/.test(bare);
	const phone = parsePhoneNumberFromString(isMasked ? bare : text, {
		defaultCountry: 'BR',
		extract: false,
	});
	// The library takes a Brazilian number without its area code, or with one from 0, for possible,
	// and 00 for the prefix of another country.
	const isComplete =
		phone?.isPossible() &&
		(phone.countryCallingCode === '55'
			? /^[1-9]\d{9}/.test(phone.nationalNumber)
			: text.includes('+'));
	// Two people behind one switchboard would become one contact (README, `lenientPhones`).
	const isPlain = isMasked && !phone?.ext && !phone?.carrierCode;
	if (!phone || !isComplete || !(isPlain || behaviour.isTurned('lenientPhones'))) {
		refuse('invalid_parameter', `${param} is not a complete phone number.`, param);
	}
	return phone.number;
}
