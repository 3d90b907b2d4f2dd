import { decodeHtmlEntity } from '../../../nodes/CustomerRelationship/mistakes/htmlEntities';

test.each([
	...[
		['&amp;', '&'],
		['&quot;', '"'],
		['&apos;', "'"],
		['&nbsp;', ' '],
		['&lt;', '<'],
		['&gt;', '>'],
	],
	...[
		['&#039;', "'"],
		['&#x27;', "'"],
		['&#X1F600;', '😀'],
		['&atilde;', 'ã'],
		['&Eacute;', 'É'],
	],
	...[
		['&ccedil;', 'ç'],
		['&ocirc;', 'ô'],
		['&agrave;', 'à'],
		['&uuml;', 'ü'],
	],
	...[
		['&frac12;', undefined],
		['&#0;', undefined],
		['&#9999999;', undefined],
		['&xacute;', undefined],
		['&#xD7FF;', '\uD7FF'],
		['&#xD800;', undefined],
		['&#xDFFF;', undefined],
		['&#xE000;', '\uE000'],
		['&#x10FFFF;', '\u{10FFFF}'],
		['&#x110000;', undefined],
	],
])('%s is the character %s', (entity, character) => {
	expect(decodeHtmlEntity(String(entity))).toBe(character);
});
