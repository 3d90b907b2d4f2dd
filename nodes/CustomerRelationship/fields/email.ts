import type { JsonValue } from 'n8n-workflow';
import { isBlank, textOf, type Field, type Shown } from './field';
import { InvalidInput } from '../invalidInput';
import { COMMA_OR_SEMICOLON, listField } from './list';

/** An e-mail address, sent without the blanks around it (specification: Contact). */
export function emailField(property: Shown): Field<string | undefined> {
	const { displayName } = property;
	return {
		property: { ...property, type: 'string', default: '' },
		read: (value) => {
			const text = isBlank(value) ? undefined : textOf(value, displayName);
			return text && emailOf(text, displayName);
		},
	};
}

/**
 * E-mail addresses: split at semicolons, too, and without the blanks around them in an array as well. Of an array,
 * which may be what a record has, an entry need not be an address.
 */
export function emailsField(property: Shown): Field<JsonValue[] | undefined> {
	const { read, ...shown } = listField(property, COMMA_OR_SEMICOLON);
	return {
		...shown,
		read: (value, ...given) =>
			read(value, ...given)?.map((entry) => {
				if (typeof entry !== 'string') return entry;
				return Array.isArray(value) ? entry.trim() : emailOf(entry, property.displayName);
			}),
	};
}

/** @throws InvalidInput for what can't be an address anywhere, such as “none” or one whose end is missing */
function emailOf(text: string, label: string): string {
	const email = text.trim();
	if (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)) return email;
	throw new InvalidInput(
		label,
		`holds “${email}”, which is no email address`,
		'Correct it, for example name@example.com, or leave it empty.',
	);
}

/** Equal for e-mails that are the same: trimmed, in lower case. */
export const sameEmail = (email: JsonValue): string =>
	(typeof email === 'string' ? email : JSON.stringify(email)).trim().toLowerCase();
