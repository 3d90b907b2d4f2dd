import { baseUrlOf, tokenOf } from '../../../nodes/CustomerRelationship/transport/account';
import { refusalOf } from '../fields/refusals';

describe('the address', () => {
	test.each([
		['https://example.com/api/v1', 'https://example.com/api/v1'],
		[' http://localhost:3000// ', 'http://localhost:3000'],
		['HTTPS://x', 'HTTPS://x'],
	])('%j is %s', (value, address) => {
		expect(baseUrlOf(value)).toBe(address);
	});

	test.each([
		...[undefined, null, '', 'example.com', 'ftp://example.com', 'https://', 'https:// x'],
		'see https://example.com',
	])('%j is refused', (value) => {
		expect(refusalOf(() => baseUrlOf(value)).message).toBe(
			'“Base URL” in the credential is not a web address',
		);
	});
});

describe('the token', () => {
	test('is a single word, the blanks around it dropped', () => {
		expect(tokenOf(' a!~ ')).toBe('a!~');
	});

	test.each([undefined, null, '', '  '])('%j is none', (value) => {
		expect(refusalOf(() => tokenOf(value)).message).toBe(
			'“Access Token” in the credential is empty',
		);
	});

	test.each(['line\nbreak', 'tab\tin it', 'curly”quote', 'two words', 'del\x7f'])(
		'%j is refused, not shown',
		(value) => {
			expect(refusalOf(() => tokenOf(value)).message).toBe(
				'“Access Token” in the credential holds blanks or characters that no token has',
			);
		},
	);
});
