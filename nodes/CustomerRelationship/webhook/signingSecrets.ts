import type { IDataObject } from 'n8n-workflow';

/** The credential's field with the secrets of the production URL, or of the test URL. */
export type SecretField = 'signingSecret' | 'testSigningSecret';

const FIELDS: SecretField[] = ['signingSecret', 'testSigningSecret'];

/** The field of the other URL. */
export const otherField = (field: SecretField): SecretField =>
	field === 'signingSecret' ? 'testSigningSecret' : 'signingSecret';

/** Of a secret that the service made (specification: Events). */
export const SECRET_LENGTH = 64;

/** What the credential's form calls them. */
export const SECRET_LABELS: Record<SecretField, string> = {
	signingSecret: 'Signing Secret',
	testSigningSecret: 'Signing Secret (Test URL)',
};

/**
 * How the texts begin that n8n's editor puts in place of a stored secret, and of a stored empty one.
 * A secret typed after it is stored together with it, and the former secret is gone.
 */
const PLACEHOLDER = /__n8n_(BLANK|EMPTY)_VALUE_/;

/** What an expression in the middle of a text yields that names an object instead of a secret in it. */
const OBJECT = String({});

/**
 * The secrets that a field of the credential holds: several, while a secret is rotated, are separated by
 * commas, blanks around each forgiven. Never n8n's placeholder or an object's name: anybody knows it and
 * could sign with it.
 */
export function signingSecretsOf(credential: IDataObject, field: SecretField): string[] {
	return entriesOf(credential, field).filter(
		(secret) => secret !== '' && !PLACEHOLDER.test(secret) && !secret.includes(OBJECT),
	);
}

/** What is wrong with the first secret that can't be one of the service's, without the secret itself. */
export function oddSecret(credential: IDataObject): string | undefined {
	const token = String(credential.accessToken ?? '').trim();
	for (const field of FIELDS) {
		for (const secret of signingSecretsOf(credential, field)) {
			const label = `“${SECRET_LABELS[field]}”`;
			if (secret === token) {
				return `${label} holds the access token. Paste the secret there that the service showed when the webhook was registered.`;
			}
			if (secret.length !== SECRET_LENGTH) {
				const count = secret.length === 1 ? '1 character' : `${secret.length} characters`;
				return `${label} has ${count}; the service’s have ${SECRET_LENGTH}. Paste it again.`;
			}
		}
	}
	return undefined;
}

/** Whether a secret was lost because another one was added behind the dots that stood for it. */
export function lostSecret(credential: IDataObject): boolean {
	return FIELDS.flatMap((field) => entriesOf(credential, field)).some((secret) =>
		PLACEHOLDER.test(secret),
	);
}

function entriesOf(credential: IDataObject, field: SecretField): string[] {
	// What an expression yields besides a text would be a secret that anybody can guess.
	const value = credential[field];
	return typeof value === 'string' ? value.split(',').map((secret) => secret.trim()) : [];
}
