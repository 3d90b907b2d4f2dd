import { emailField, emailsField } from '../../../nodes/CustomerRelationship/fields/email';
import { NOTHING, refusalOf, UTC } from './refusals';

const read = (value: unknown) =>
	emailField({ displayName: 'Email', name: 'email' }).read(value, UTC);
const readAll = (value: unknown) =>
	emailsField({ displayName: 'Emails', name: 'emails' }).read(value, UTC);

test.each([
	[' ana@example.com ', 'ana@example.com'],
	['ana.lima+crm@vendas.exemplo.com.br', 'ana.lima+crm@vendas.exemplo.com.br'],
	['josé@exemplo.com.br', 'josé@exemplo.com.br'],
	['\u200bana@example.com\u202c', 'ana@example.com'],
	['ana\u00ad@example.com', 'ana@example.com'],
	['mailto:ana@example.com', 'ana@example.com'],
	['MAILTO: ana@example.com?subject=Oi', 'ana@example.com'],
	['ana@example.com,', 'ana@example.com'],
	['ana@example.com ; ', 'ana@example.com'],
	['mailto.ana@example.com', 'mailto.ana@example.com'],
	['<ana@example.com>', 'ana@example.com'],
	['< mailto:ana@example.com >;', 'ana@example.com'],
	['"ana@example.com"', 'ana@example.com'],
	["'ana@example.com'", 'ana@example.com'],
	['“<ana@example.com>”', 'ana@example.com'],
	['<"ana@example.com">', 'ana@example.com'],
	['Ana Souza <ana@example.com>', 'ana@example.com'],
	['[ana@example.com]', 'ana@example.com'],
	['[mailto:ana@example.com],', 'ana@example.com'],
	['«ana@example.com»', 'ana@example.com'],
	["o'brien@example.com", "o'brien@example.com"],
])('%j goes out as %j', (value, email) => {
	expect(read(value)).toBe(email);
	expect(readAll([value])).toEqual([email]);
});

test.each<[string, unknown]>([
	...[...NOTHING, ['blanks', '  '] as [string, unknown]],
	['brackets alone', '<>,'],
	['a Braille blank', '\u2800'],
	['a Hangul filler', ' \u3164'],
	['a combining mark', '\u034F'],
])('does not send %s', (_name, value) => {
	expect(read(value)).toBeUndefined();
	expect(readAll(value)).toBeUndefined();
});

test.each([
	'não tem',
	'-',
	'ana',
	'ana@exemplo',
	'ana@exemplo.',
	'@exemplo.com',
	'a@b@c.com',
	'ana@a.com ana@b.com',
	'ana@a.com <ana@b.com>',
	'<ana@a.com> <ana@b.com>',
	'Ana<ana@a.com',
	'Ana [ana@a.com',
	'ana[work]@a.com',
	'ana@a[x].com',
	7,
])('refuses %j', (value) => {
	const { message, remedy } = refusalOf(() => read(value));
	expect(message).toBe(`“Email” holds “${value}”, which is not an email address`);
	expect(remedy).toContain('leave it empty');
	expect(refusalOf(() => readAll(`a@b.com, ${value}`)).message).toBe(
		`“Emails” holds “${value}”, which is not an email address`,
	);
});

test('splits a list at commas and semicolons, and sends the entries of an array trimmed but unchecked', () => {
	expect(readAll('a@b.com; c@d.com, e@f.com')).toEqual(['a@b.com', 'c@d.com', 'e@f.com']);
	expect(readAll('mailto:a@b.com; \u200bc@d.com,, \u200b')).toEqual(['a@b.com', 'c@d.com']);
	expect(readAll(['a@b.com', ',', '<>'])).toEqual(['a@b.com']);
	expect(readAll('<a@b.com>; "c@d.com"')).toEqual(['a@b.com', 'c@d.com']);
	const ofRecord = [' a@b.com ', 'none', { address: ' c ' }];
	expect(readAll(ofRecord)).toEqual(['a@b.com', 'none', { address: ' c ' }]);
});

test.each([`['a@b.com','c@d.com']`, '"a@b.com","c@d.com"', '[a@b.com]', `{"work":"a@b.com"}`])(
	'refuses the list %j of another program',
	(value) => {
		const { message, remedy } = refusalOf(() => readAll(value));
		expect(message).toMatch(
			/^“Emails” (is a list, but not valid JSON|begins with|holds an object)/,
		);
		expect(remedy).toContain('by commas');
	},
);
