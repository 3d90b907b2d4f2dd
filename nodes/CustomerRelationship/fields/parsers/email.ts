import type { JsonValue } from 'n8n-workflow';
import { InvalidInput } from '../../invalidInput';
import { isBlank } from './empty';
import { COMMA_OR_SEMICOLON, parseList } from './list';
import { parseText } from './text';

/** An e-mail address, trimmed. @throws InvalidInput for anything else, such as “none” */
export const parseEmail = (value: unknown, label: string): string | undefined =>
	isBlank(value) ? undefined : addressOf(String(parseText(value, label)), label);

/**
 * A list of e-mail addresses, trimmed. The entries of an array are not checked: they may come from a record.
 * @throws InvalidInput for an entry of a text that is no address
 */
export const parseEmails = (value: unknown, label: string): JsonValue[] | undefined =>
	parseList(value, label, COMMA_OR_SEMICOLON)?.map((entry) => {
		if (typeof entry !== 'string') return entry;
		return Array.isArray(value) ? entry.trim() : addressOf(entry, label);
	});

function addressOf(text: string, label: string): string {
	const email = text.trim();
	if (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)) return email;
	throw new InvalidInput(
		label,
		`holds “${email}”, which is no email address`,
		'Correct it, for example name@example.com, or leave it empty.',
	);
}

/** Key for comparison: an e-mail address, trimmed and in lower case. */
export const emailKey = (email: JsonValue): string =>
	(typeof email === 'string' ? email : JSON.stringify(email)).trim().toLowerCase();
