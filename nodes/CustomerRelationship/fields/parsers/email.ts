import type { JsonValue } from 'n8n-workflow';
import { plainText, withoutEnds } from '../../copiedText';
import { InvalidInput } from '../../invalidInput';
import { assertListText } from '../../mistakes/tagTexts';
import { COMMA_OR_SEMICOLON, parseList } from './list';
import { parseText } from './text';

/** @throws InvalidInput for anything but an e-mail address, such as “none” */
export function parseEmail(value: unknown, label: string): string | undefined {
	const email = plainEmail(parseText(value, label) ?? '');
	return email === '' ? undefined : asAddress(email, label);
}

/**
 * The e-mail addresses of a list, each as `parseEmail` gives it.
 * @throws InvalidInput for an entry of a text that is no address. An array may be what a record has, so its entries
 *   are not judged.
 */
export const parseEmails = (value: unknown, label: string): JsonValue[] | undefined =>
	parseList(value, label, COMMA_OR_SEMICOLON, (text) => assertListText(text, label, true))?.flatMap(
		(entry): JsonValue[] => {
			if (typeof entry !== 'string') return [entry];
			const email = plainEmail(entry);
			if (email === '') return [];
			return [Array.isArray(value) ? email : asAddress(email, label)];
		},
	);

function asAddress(email: string, label: string): string {
	if (ADDRESS.test(email)) return email;
	throw new InvalidInput(
		label,
		`holds “${email}”, which is no email address`,
		'Correct it, for example name@example.com, or leave it empty.',
	);
}

/** What mail programs put around an address is no part of one. */
const ADDRESS = /^[^\s@<>"“”]+@[^\s@<>"“”]+\.[^\s@<>"“”.]+$/;

/** What stands around an address: blanks, quotation marks, the ends of lists. */
const AROUND = /[\s,;'’‘`´"“”]/;

/** An address as its field takes it: without what a link, a mail program or a list leaves around it. */
function plainEmail(text: string): string {
	const bare = (part: string) => withoutEnds(part, AROUND);
	// As in “Ana Souza <ana@example.com>”.
	const inBrackets = bare(plainText(text)).replace(/^[^<>@]*<([^<>]*)>$/, '$1');
	return bare(bare(inBrackets).replace(/^mailto:([^?]*).*$/is, '$1'));
}

/** Key for comparison: an e-mail address, trimmed and in lower case. */
export const emailKey = (email: JsonValue): string =>
	(typeof email === 'string' ? email : JSON.stringify(email)).trim().toLowerCase();
