import { FieldError } from '../fieldError';

/**
 * The base URL of a credential, without surrounding blanks and trailing slashes.
 * @throws FieldError if it is not a web address
 */
export function parseBaseUrl(value: unknown): string {
	let address = String(value ?? '').trim();
	while (address.endsWith('/')) address = address.slice(0, -1);
	const isWebAddress = /^https?:\/\/[^/\s?#@]+(\/[^\s?#]*)?$/i.test(address);
	if (isWebAddress && URL.canParse(address)) return address;
	throw new FieldError(
		'Base URL',
		isWebAddress
			? 'in the credential has a host or a port that can’t exist'
			: /^https?:\/\/\S*[?#@]/i.test(address)
				? 'in the credential holds more than an address: a “?”, “#” or a login'
				: 'in the credential is not a web address',
		'Open the credential and give the service’s address, for example https://api.example.com/api/v1.',
	);
}

/**
 * The access token of a credential, without surrounding blanks (specification: Authentication).
 * @throws FieldError if there is none, or one that no header can carry as a single word
 */
export function parseAccessToken(value: unknown): string {
	const token = String(value ?? '').trim();
	if (/^[\x21-\x7e]+$/.test(token)) return token;
	throw new FieldError(
		'Access Token',
		token === ''
			? 'in the credential is empty'
			: 'in the credential holds blanks or characters that no token has',
		'Open the credential and paste the token alone, without “Bearer” and line breaks.',
	);
}

/** The token that each request must carry. Some versions of n8n take the credential of another item. */
const expectedTokens = new WeakMap<object, string>();

/** Sets the token that a request must carry: `assertExpectedToken` throws for any other. */
export function setExpectedToken(request: object, token: string): void {
	expectedTokens.set(request, token);
}

/** @throws FieldError if the request must carry another token */
export function assertExpectedToken(request: object, token: string): void {
	if ((expectedTokens.get(request) ?? token) === token) return;
	throw new FieldError(
		'Access Token',
		'in the credential differs from item to item, which this version of n8n can’t send',
		'Update n8n, or split the workflow so that each node uses one credential.',
	);
}
