/** Decodes HTML entities. */

/** An HTML entity. */
export const HTML_ENTITY = /&(?:[a-z]{2,8}\d{0,2}|#\d{1,7}|#x[\da-f]{1,6});/i;

const NAMED_CHARACTERS = new Map(
	Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }),
);
/** Combining marks by their names in entities, as in `atilde`. */
const ACCENTS = new Map(
	Object.entries({
		acute: '\u0301',
		grave: '\u0300',
		circ: '\u0302',
		tilde: '\u0303',
		uml: '\u0308',
		cedil: '\u0327',
	}),
);

/** The character of an HTML entity; undefined for one of the rarer names. */
export function decodeHtmlEntity(entity: string): string | undefined {
	const name = entity.slice(1, -1);
	if (name.startsWith('#')) {
		const code = Number(name.replace(/^#x/i, '0x').replace('#', ''));
		const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
		return isCharacter ? String.fromCodePoint(code) : undefined;
	}
	const accent = ACCENTS.get(name.slice(1));
	const letter = accent && `${name[0]}${accent}`.normalize('NFC');
	return NAMED_CHARACTERS.get(name) ?? (letter?.length === 1 ? letter : undefined);
}
