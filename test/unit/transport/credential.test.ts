import {
	baseUrlOf,
	expectToken,
	requireExpectedToken,
	tokenOf,
} from '../../../nodes/CustomerRelationship/transport/credential';
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

	test.each([
		...[
			'https://x?a=1',
			'http://x/api?a',
			'https://x/api/v1#top',
			'https://me:word@x',
			'HTTP://x?',
		],
		'https://a b?c',
	])('%j is more than an address', (value) => {
		const { message } = refusalOf(() => baseUrlOf(value));
		expect(message).toBe(
			value.includes(' ')
				? '“Base URL” in the credential is not a web address'
				: '“Base URL” in the credential holds more than an address: a “?”, “#” or a login',
		);
	});

	test.each(['http://x:99999/api/v1', 'http://%', 'https://1.2.3.256/api/v1', 'http://[x]/api/v1'])(
		'%j is one that no server has',
		(value) => {
			expect(refusalOf(() => baseUrlOf(value)).message).toBe(
				'“Base URL” in the credential has a host or a port that can’t exist',
			);
		},
	);

	test('one inside another text is none', () => {
		expect(refusalOf(() => baseUrlOf('see https://x?a')).message).toBe(
			'“Base URL” in the credential is not a web address',
		);
	});
});

describe('the token of a request', () => {
	const request = {};

	test('is whichever n8n took, where none is expected', () => {
		expect(() => requireExpectedToken(request, 'any')).not.toThrow();
	});

	test('is that of the item, or nothing is sent', () => {
		expectToken(request, 'of item 1');
		expect(() => requireExpectedToken(request, 'of item 1')).not.toThrow();
		expect(refusalOf(() => requireExpectedToken(request, 'of item 0'))).toMatchObject({
			message:
				'“Access Token” in the credential differs from item to item, which this version of n8n can’t send',
			remedy: 'Update n8n, or split the workflow so that each node uses one credential.',
		});
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
