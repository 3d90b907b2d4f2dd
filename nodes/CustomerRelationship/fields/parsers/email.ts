import type { JsonValue } from 'n8n-workflow';
import { plainText, trimMatching } from '../../copiedText';
import { InvalidInput } from '../../invalidInput';
import { quote } from '../../quote';
import { isBlank } from './empty';
import { parseUnwrappedList } from './list';
import { scalarToText } from './text';

/**
 * An email address, without what other programs put around it.
 * @throws InvalidInput for anything else, such as “none”
 */
export function parseEmail(value: unknown, label: string): string | undefined {
	const email = isBlank(value) ? '' : plainEmail(scalarToText(value, label) ?? '');
	if (email === '') return undefined;
	assertAddress(email, label);
	return email;
}

/** The email addresses of a list. @throws InvalidInput for an entry of a text that is no address */
export function parseEmails(value: unknown, label: string): JsonValue[] | undefined {
	return parseUnwrappedList(value, label, plainEmail, (email) => {
		if (typeof email === 'string') assertAddress(email, label);
	});
}

function assertAddress(email: string, label: string): void {
	if (ADDRESS.test(email)) return;
	throw new InvalidInput(
		label,
		`holds ${quote(email)}, which is not an email address`,
		'Enter an address such as name@example.com, or leave it empty.',
	);
}

/** An address without the brackets and quotation marks that mail programs put around it. */
const ADDRESS = /^[^\s@<>[\]"“”«»]+@[^\s@<>[\]"“”«»]+\.[^\s@<>[\]"“”«».]+$/;

/** What stands around an address: white space, quotation marks, brackets, the ends of lists. */
const AROUND = /[\s,;'’‘`´"“”«»[\]]/;

/** An address as its field takes it: without what a link, a mail program or a list leaves around it. */
function plainEmail(text: string): string {
	const bare = (part: string) => trimMatching(part, AROUND);
	// As in “Ana Souza <ana@example.com>”.
	const inBrackets = bare(bare(plainText(text)).replace(/^[^<>@]*<([^<>]*)>$/, '$1'));
	const [address = ''] = /^mailto:/i.test(inBrackets)
		? inBrackets.slice(7).split('?', 1)
		: [inBrackets];
	return bare(address);
}
