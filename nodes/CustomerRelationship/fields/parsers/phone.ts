import type { JsonValue } from 'n8n-workflow';
import { isBlank } from './empty';
import { assertMaxLength, MAX_VALUE_LENGTH } from './length';
import { COMMA_OR_SEMICOLON, parseList, undefinedIfEmpty } from './list';
import {
	assertHasAreaCode,
	assertListedPhone,
	assertMessagePhone,
	assertNotShortened,
	assertPhone,
} from './phoneProblems';
import { unwrapPhone } from './phoneSpellings';
import { assertPlainListText } from './tagTexts';
import { parseText } from './text';

/** A phone as typed, without what other programs put around it. @throws InvalidInput for what can't be meant as one */
export function parsePhone(value: unknown, label: string): string | undefined {
	const phone = isBlank(value) ? '' : unwrapPhone(parseText(value, label) ?? '');
	if (phone === '') return undefined;
	assertPhone(phone, label);
	return phone;
}

/** @throws InvalidInput also for a phone whose area code is missing */
export function parsePhoneWithAreaCode(value: unknown, label: string): string | undefined {
	const phone = parsePhone(value, label);
	if (phone !== undefined) assertHasAreaCode(phone, label);
	return phone;
}

/** @throws InvalidInput also for a phone that no message can be sent to, such as one without area code */
export function parseMessagePhone(value: unknown, label: string): string | undefined {
	const phone = parsePhone(value, label);
	if (phone !== undefined) assertMessagePhone(phone, label);
	return phone;
}

/**
 * The phones of a list, each as `parsePhone` gives it.
 * @throws InvalidInput for an entry of a text that can't be meant as a phone. An array may come from a record, so its
 *   entries are not judged.
 */
export function parsePhones(value: unknown, label: string): JsonValue[] | undefined {
	if (typeof value === 'string') assertNotShortened(value, label);
	const entries = parseList(value, label, COMMA_OR_SEMICOLON, (text) =>
		assertPlainListText(text, label, true),
	);
	for (const entry of entries ?? []) assertMaxLength(entry, label, MAX_VALUE_LENGTH);
	const phones = entries
		?.map((entry) => (typeof entry === 'string' ? unwrapPhone(entry) : entry))
		.filter((entry) => entry !== '');
	const judged = Array.isArray(value) ? [] : (phones ?? []);
	for (const phone of judged) assertListedPhone(String(phone), label);
	return undefinedIfEmpty(phones);
}

/** Key for locks: the last eight digits, equal for all spellings of a phone and for some other phones. */
export const phoneLockKey = (phone: string): string => phone.replace(/\D/g, '').slice(-8);

/**
 * The digits of a phone (not E.164), without Brazil's country code, which the service assumes (specification: Contact), and the zero
 * dialed before an area code. With a foreign country code they begin with `+`.
 */
export function comparablePhone(phone: string): string {
	const digits = phone.replace(/\D/g, '');
	const plus = /^\D*\+/.test(phone) ? '+' : '';
	if (plus && !digits.startsWith('55')) return plus + digits;
	const dialed = withoutZeros(digits);
	const spellings = [dialed.startsWith('55') ? withoutZeros(dialed.slice(2)) : '', dialed];
	return spellings.find(({ length }) => length === 10 || length === 11) ?? plus + digits;
}

/** Digits without the zeros in front of a number of ten digits. */
function withoutZeros(digits: string): string {
	const rest = digits.replace(/^0+/, '');
	return rest.length < 10 && digits.length >= 10 ? digits.slice(-10) : rest;
}

/** Whether a Brazilian mobile number has eight digits after the area code instead of nine. */
export const lacksNinthDigit = (phone: string): boolean =>
	/^\d\d[6-9]\d{7}$/.test(comparablePhone(phone));

/** Key for comparison: equal for a mobile phone with and without its ninth digit. */
export function phoneKeyIgnoringNinthDigit(phone: string): string {
	const number = comparablePhone(phone);
	return lacksNinthDigit(number) ? number.replace(/^\d\d/, '$&9') : number;
}

/** Key for comparison of a company's phones. What holds no digits is compared as a text. */
export const phoneKey = (phone: JsonValue): string => {
	if (typeof phone === 'object') return JSON.stringify(phone);
	const text = String(phone).trim();
	return comparablePhone(text) || text;
};
