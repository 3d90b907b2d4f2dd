import { plainHyphens, plainText, trimMatching } from '../../copiedText';

/** What stands around a phone: white space, separators, quotation marks, marks of bold and italics, symbols. */
const AROUND = /[\s,;.:'’‘`´"“”*_~\p{So}\p{Emoji_Modifier}]/u;

/** How other programs write a phone, and what remains of it. */
const SPELLINGS: ReadonlyArray<readonly [pattern: RegExp, replacement: string]> = [
	[/\uFF0B/g, '+'],
	[/^(?:tel|whatsapp|p):\s*/i, ''],
	[/(\d)\s*-$/, '$1'],
	// A number in a table.
	[/^(\d+)\.0$/, '$1'],
	// What a messenger calls a person, the device included: always with the country code.
	[/^\+?(\d+)(?:[.:]\d+)*@(?:s\.whatsapp\.net|c\.us)$/i, '+$1'],
	[/^(?:https?:\/\/)?(?:www\.)?wa\.me\/\+?(\d[\d\s().-]*)\/?(?:[?#].*)?$/is, '+$1'],
	// The zero that is dialed within the country alone.
	[/^(\(?\+\s*\d{1,3}\)?|55)[\s.-]*\(0\)\s*/, '$1 '],
];

/** A phone without what other programs put around it. Its mask stays as typed, with plain hyphens. */
export function unwrapPhone(text: string): string {
	let phone = trimMatching(plainHyphens(plainText(text)), AROUND);
	for (const [pattern, replacement] of SPELLINGS)
		phone = phone.replace(pattern, replacement).trim();
	return phone;
}
