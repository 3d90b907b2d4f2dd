import { InvalidInput } from '../invalidInput';

/**
 * The base URL of a credential, without surrounding blanks and trailing slashes.
 * @throws InvalidInput when it is none
 */
export function baseUrlOf(value: unknown): string {
	const address = String(value ?? '')
		.trim()
		.replace(/\/+$/, '');
	if (/^https?:\/\/[^/\s]+/i.test(address)) return address;
	throw new InvalidInput(
		'Base URL',
		'in the credential is not a web address',
		'Open the credential and give the service’s address, for example https://api.example.com/api/v1.',
	);
}

/**
 * The access token of a credential, without surrounding blanks (specification: Authentication).
 * @throws InvalidInput when there is none, or one that no header can carry as a single word
 */
export function tokenOf(value: unknown): string {
	const token = String(value ?? '').trim();
	if (/^[\x21-\x7e]+$/.test(token)) return token;
	throw new InvalidInput(
		'Access Token',
		token === ''
			? 'in the credential is empty'
			: 'in the credential holds blanks or characters that no token has',
		'Open the credential and paste the token alone, without “Bearer” and line breaks.',
	);
}
