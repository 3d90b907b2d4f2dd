/** What values are compared by: equal for two spellings of one phone, email, tag or CNPJ. */
import type { JsonValue } from 'n8n-workflow';
import { normalizeUnicode, plainHyphens, plainText } from '../copiedText';

/** A phone's last eight digits, for locks and searches: equal for all of its spellings, and for some other phones. */
export const lastEightDigitsOf = (phone: string): string => phone.replace(/\D/g, '').slice(-8);

/**
 * The digits of a phone, without Brazil's country code, which the service assumes (specification: Contact),
 * and without the zero dialed before an area code. A foreign number keeps `+` and its country code. So does a
 * number behind +55 or 0055 without area code: without the `+`, its 55 would be read as the area code. This
 * is not E.164.
 */
export function comparablePhone(phone: string): string {
	const digits = phone.replace(/\D/g, '');
	const plus = /^\D*\+/.test(phone) ? '+' : '';
	if (plus && !digits.startsWith('55')) return plus + digits;
	if (/^(?:\+|00)55\d{8,9}$/.test(plus + digits)) return `+${digits.replace(/^00/, '')}`;
	const dialed = withoutZeros(digits);
	const spellings = [dialed.startsWith('55') ? withoutZeros(dialed.slice(2)) : '', dialed];
	return spellings.find(({ length }) => length === 10 || length === 11) ?? plus + digits;
}

/** Digits without leading zeros. A toll-free number of ten digits, which begins with 0, keeps its zero. */
function withoutZeros(digits: string): string {
	const rest = digits.replace(/^0+/, '');
	return rest.length < 10 && digits.length >= 10 ? digits.slice(-10) : rest;
}

/** Whether a Brazilian mobile number has eight digits after the area code instead of nine. */
export const lacksNinthDigit = (phone: string): boolean =>
	/^\d\d[6-9]\d{7}$/.test(comparablePhone(phone));

/** The key of a phone, equal for a mobile phone with and without its ninth digit. */
export function phoneKeyIgnoringNinthDigit(phone: string): string {
	const number = comparablePhone(phone);
	return lacksNinthDigit(number) ? number.replace(/^\d\d/, '$&9') : number;
}

/** The key of an entry of a company's phones. One without digits is compared as a text. */
export const listedPhoneKey = (phone: JsonValue): string => {
	if (typeof phone === 'object') return JSON.stringify(phone);
	const text = String(phone).trim();
	return comparablePhone(text) || text;
};

/** The key of an email: the address, trimmed and in lower case. */
export const emailKey = (email: JsonValue): string =>
	(typeof email === 'string' ? email : JSON.stringify(email)).trim().toLowerCase();

/** The key of a tag, equal for tags that look the same: plain spaces and hyphens, NFC, lower case. */
export const tagKey = (tag: unknown): string =>
	normalizeUnicode(
		plainHyphens(plainText(typeof tag === 'string' ? tag : JSON.stringify(tag))).replace(
			/\s+/g,
			' ',
		),
		'NFC',
	).toLowerCase();

/** The key of a CNPJ: without punctuation, in upper case. */
export const cnpjKey = (cnpj: string): string => cnpj.replace(/[\s./-]/g, '').toUpperCase();
