import type { JsonValue } from 'n8n-workflow';
import { plainText, trimEnd } from '../../copiedText';
import { InvalidInput } from '../../invalidInput';
import { COMMA_OR_SEMICOLON, parseList } from './list';
import { quote } from '../../quote';
import { assertLength, MAX_VALUE_LENGTH } from './length';
import { parseText } from './text';

/** @throws InvalidInput for anything but an e-mail address, such as “none” */
export function parseEmail(value: unknown, label: string): string | undefined {
	const text = plainText(parseText(value, label) ?? '');
	return text === '' ? undefined : addressOf(text, label);
}

/**
 * The e-mail addresses of a list, each as `parseEmail` gives it.
 * @throws InvalidInput for an entry of a text that is no address. An array may be what a record has, so its entries
 *   are not judged.
 */
export const parseEmails = (value: unknown, label: string): JsonValue[] | undefined =>
	parseList(value, label, COMMA_OR_SEMICOLON)?.flatMap((entry): JsonValue[] => {
		if (typeof entry !== 'string') return [entry];
		assertLength(entry, label, MAX_VALUE_LENGTH);
		const text = plainText(entry);
		if (text === '') return [];
		return [Array.isArray(value) ? plainEmail(text) : addressOf(text, label)];
	});

function addressOf(text: string, label: string): string {
	const email = plainEmail(text);
	if (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)) return email;
	throw new InvalidInput(
		label,
		`holds ${quote(email)}, which is no email address`,
		'Correct it, for example name@example.com, or leave it empty.',
	);
}

/** An address as its field takes it: without what a link or a list leaves around it. */
function plainEmail(text: string): string {
	const [address = ''] = /^mailto:/i.test(text) ? text.slice(7).split('?', 1) : [text];
	return trimEnd(address, /[\s,;]/).trimStart();
}

/** Key for comparison: an e-mail address, trimmed and in lower case. */
export const emailKey = (email: JsonValue): string =>
	(typeof email === 'string' ? email : JSON.stringify(email)).trim().toLowerCase();
