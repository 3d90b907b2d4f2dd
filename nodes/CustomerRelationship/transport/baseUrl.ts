import { InvalidInput } from '../fields/invalidInput';

/** The base URL without surrounding blanks and trailing slashes. @throws InvalidInput when it is none */
export function normalBaseUrl(value: unknown): string {
	const address = String(value ?? '')
		.trim()
		.replace(/\/+$/, '');
	if (!/^https?:\/\/[^/\s]+/i.test(address)) {
		throw new InvalidInput(
			'Base URL',
			'in the credential is not a web address',
			'Open the credential and give the service’s address, for example https://api.example.com/api/v1.',
		);
	}
	return address;
}
