import type { JsonValue } from 'n8n-workflow';
import { InvalidInput } from '../../invalidInput';
import { parseText } from './text';

/** A phone as typed. @throws InvalidInput for letters, and for too few or too many digits */
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

/** Key for locks: the last eight digits, equal for all spellings of a phone and for some other phones. */
export const phoneLockKey = (phone: string): string => phone.replace(/\D/g, '').slice(-8);

/**
 * The digits of a phone, without Brazil's country code, which the service assumes (specification: Contact), and the zero
 * dialed before an area code. With a foreign country code they begin with `+`.
 */
export function normalizePhone(phone: string): string {
	const digits = phone.replace(/\D/g, '');
	const plus = /^\D*\+/.test(phone) ? '+' : '';
	if (plus && !digits.startsWith('55')) return plus + digits;
	return /^0*(?:55)?0*(\d{10,11})$/.exec(digits)?.[1] ?? plus + digits;
}

/** Whether a Brazilian mobile number has eight digits after the area code instead of nine. */
export const lacksNinthDigit = (phone: string): boolean =>
	/^\d\d[6-9]\d{7}$/.test(normalizePhone(phone));

/** Key for comparison: equal for a mobile phone with and without its ninth digit. */
export function subscriberKey(phone: string): string {
	const number = normalizePhone(phone);
	return lacksNinthDigit(number) ? number.replace(/^\d\d/, '$&9') : number;
}

/** Key for comparison of a company's phones. What holds no digits is compared as a text. */
export const phoneKey = (phone: JsonValue): string => {
	if (typeof phone === 'object') return JSON.stringify(phone);
	const text = String(phone).trim();
	return normalizePhone(text) || text;
};
