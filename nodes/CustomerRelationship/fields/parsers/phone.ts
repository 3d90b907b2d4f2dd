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
