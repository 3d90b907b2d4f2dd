import {
	parseBaseUrl,
	setExpectedToken,
	assertExpectedToken,
	parseAccessToken,
} from '../../../nodes/CustomerRelationship/transport/credential';
import { refusalOf } from '../fields/refusals';

describe('the base URL', () => {
	test.each([
		['https://example.com/api/v1', 'https://example.com/api/v1'],
		[' http://localhost:3000// ', 'http://localhost:3000'],
		['HTTPS://x', 'HTTPS://x'],
	])('of %j is %s', (value, address) => {
		expect(parseBaseUrl(value)).toBe(address);
	});

	test.each([
		...[undefined, null, '', 'example.com', 'ftp://example.com', 'https://', 'https:// x'],
		'see https://example.com',
	])('refuses what is not a web address: %j', (value) => {
		expect(refusalOf(() => parseBaseUrl(value)).message).toBe(
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
	])('refuses more than an address: %j', (value) => {
		const { message } = refusalOf(() => parseBaseUrl(value));
		expect(message).toBe(
			value.includes(' ')
				? '“Base URL” in the credential is not a web address'
				: '“Base URL” in the credential holds more than an address: a “?”, “#” or a login',
		);
	});

	test.each(['http://x:99999/api/v1', 'http://%', 'https://1.2.3.256/api/v1', 'http://[x]/api/v1'])(
		'refuses a host or port that can’t exist: %j',
		(value) => {
			expect(refusalOf(() => parseBaseUrl(value)).message).toBe(
				'“Base URL” in the credential has a host or a port that can’t exist',
			);
		},
	);

	test('refuses an address inside other text', () => {
		expect(refusalOf(() => parseBaseUrl('see https://x?a')).message).toBe(
			'“Base URL” in the credential is not a web address',
		);
	});
});

describe('the token that a request must carry', () => {
	const request = {};

	test('is any where none is expected', () => {
		expect(() => assertExpectedToken(request, 'any')).not.toThrow();
	});

	test('is that of its item', () => {
		setExpectedToken(request, 'of item 1');
		expect(() => assertExpectedToken(request, 'of item 1')).not.toThrow();
		expect(refusalOf(() => assertExpectedToken(request, 'of item 0'))).toMatchObject({
			message:
				'“Access Token” in the credential differs from item to item, which this version of n8n can’t send',
			remedy: 'Update n8n, or split the workflow so that each node uses one credential.',
		});
	});
});

describe('the token', () => {
	test('is trimmed', () => {
		expect(parseAccessToken(' a!~ ')).toBe('a!~');
	});

	test.each([undefined, null, '', '  '])('is refused where it is empty: %j', (value) => {
		expect(refusalOf(() => parseAccessToken(value)).message).toBe(
			'“Access Token” in the credential is empty',
		);
	});

	test.each(['line\nbreak', 'tab\tin it', 'curly”quote', 'two words', 'del\x7f'])(
		'is refused without being shown where no token looks like that: %j',
		(value) => {
			expect(refusalOf(() => parseAccessToken(value)).message).toBe(
				'“Access Token” in the credential holds blanks or characters that no token has',
			);
		},
	);
});
