import type { JsonValue } from 'n8n-workflow';
import { parseText } from './text';
import { InvalidInput } from '../../invalidInput';

/** @throws InvalidInput for what can't be a phone anywhere: letters, too few or too many digits */
export function parsePhone(value: unknown, label: string): string | undefined {
	const phone = parseText(value, label)?.trim();
	if (!phone) return undefined;
	const digits = phone.replace(/\D/g, '').length;
	const problem = /\p{L}/u.test(phone)
		? 'has letters in it'
		: digits < 8
			? 'has too few digits for a phone'
			: digits > 15
				? 'has too many digits for a phone'
				: undefined;
	if (problem) {
		throw new InvalidInput(
			label,
			problem,
			'Give a phone with area code, for example (11) 98765-4321; for another country than Brazil start with + and the country code.',
		);
	}
	return phone;
}

/** Equal for texts that may mean the same phone, whatever the mask and country code. */
export const phoneLockKey = (phone: string): string => phone.replace(/\D/g, '').slice(-8);

/**
 * The whole number, equal however it is written: digits alone, and without the 55 that the service assumes
 * (specification: Contact) and the zero that is dialed before an area code. Of another country it begins with `+`.
 */
export function normalizePhone(phone: string): string {
	const digits = phone.replace(/\D/g, '');
	const plus = /^\D*\+/.test(phone) ? '+' : '';
	if (plus && !digits.startsWith('55')) return plus + digits;
	return /^0*(?:55)?0*(\d{10,11})$/.exec(digits)?.[1] ?? plus + digits;
}

/** Whether a Brazilian number has eight digits behind the area code and begins as mobile ones do, which have nine. */
export const lacksNinthDigit = (phone: string): boolean =>
	/^\d\d[6-9]\d{7}$/.test(normalizePhone(phone));

/** Equal for phones of one subscriber, with and without the ninth digit of a mobile phone. */
export function subscriberKey(phone: string): string {
	const number = normalizePhone(phone);
	return lacksNinthDigit(number) ? number.replace(/^\d\d/, '$&9') : number;
}

/** Equal for phones of a company that are the same. */
export const phoneKey = (phone: JsonValue): string => {
	if (typeof phone === 'object') return JSON.stringify(phone);
	const text = String(phone).trim();
	return normalizePhone(text) || text;
};
