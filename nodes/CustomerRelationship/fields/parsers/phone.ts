import type { JsonValue } from 'n8n-workflow';
import { isBlank } from './empty';
import { parseUnwrappedList } from './list';
import {
	assertHasAreaCode,
	assertPhoneListEntry,
	assertMessagePhone,
	assertNotShortened,
	assertPhone,
} from './phoneProblems';
import { unwrapPhone } from './phoneSpellings';
import { scalarToText } from './text';

/** A phone as typed, without what other programs put around it. @throws InvalidInput for what can't be one */
export function parsePhoneAsTyped(value: unknown, label: string): string | undefined {
	const phone = isBlank(value) ? '' : unwrapPhone(scalarToText(value, label) ?? '');
	if (phone === '') return undefined;
	assertPhone(phone, label);
	return phone;
}

/**
 * A phone as typed, which must have its area code.
 * @throws InvalidInput as `parsePhoneAsTyped`, and if the area code is missing
 */
export function parsePhoneAsTypedWithAreaCode(value: unknown, label: string): string | undefined {
	const phone = parsePhoneAsTyped(value, label);
	if (phone !== undefined) assertHasAreaCode(phone, label);
	return phone;
}

/**
 * A phone as typed, to which a message can be sent.
 * @throws InvalidInput as `parsePhoneAsTyped`, and for one that can't receive a message, such as one without
 *   its area code
 */
export function parseMessagePhoneAsTyped(value: unknown, label: string): string | undefined {
	const phone = parsePhoneAsTyped(value, label);
	if (phone !== undefined) assertMessagePhone(phone, label);
	return phone;
}

/** The phones of a list. @throws InvalidInput for an entry of a text that can't be meant as a phone */
export function parsePhonesAsTyped(value: unknown, label: string): JsonValue[] | undefined {
	if (typeof value === 'string') assertNotShortened(value, label);
	return parseUnwrappedList(value, label, unwrapPhone, (phone) =>
		assertPhoneListEntry(String(phone), label),
	);
}
