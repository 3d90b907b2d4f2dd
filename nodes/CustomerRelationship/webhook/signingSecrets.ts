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

/** What an expression in the middle of a text yields in place of a secret: an object's name, or one of these. */
const OBJECT = String({});
const NO_SECRET = /^(true|false|null|undefined|NaN|[\de.+-]{1,40})$/;

/**
 * The secrets that a field of the credential holds: several, while a secret is rotated, are separated by
 * commas, blanks around each forgiven. Never n8n's placeholder or what an expression yields in place of a
 * secret: anybody knows it, or can guess it, and could sign with it.
 */
export function signingSecretsOf(credential: IDataObject, field: SecretField): string[] {
	return entriesOf(credential, field).filter(
		(secret) =>
			secret !== '' &&
			!PLACEHOLDER.test(secret) &&
			!secret.includes(OBJECT) &&
			!NO_SECRET.test(secret),
	);
}

/** What is wrong with the first secret that can't be one of the service's, without the secret itself. */
export function oddSecret(credential: IDataObject): string | undefined {
	const token = String(credential.accessToken ?? '').trim();
	for (const field of FIELDS) {
		const label = `“${SECRET_LABELS[field]}”`;
		const secrets = entriesOf(credential, field).filter(
			(secret) => secret !== '' && !PLACEHOLDER.test(secret),
		);
		for (const [at, secret] of secrets.entries()) {
			if (secret === token) {
				return `${label} holds the access token. Paste the secret there that the service showed when the webhook was registered.`;
			}
			if (/[\s;]/.test(secret)) {
				return `${label} holds a blank, a line break or a semicolon in the middle. Paste the secret alone, or several separated by commas.`;
			}
			if (secret.length !== SECRET_LENGTH) {
				const count = secret.length === 1 ? '1 character' : `${secret.length} characters`;
				return secrets.length === 1
					? `${label} has ${count}; the service’s have ${SECRET_LENGTH}. Paste it again.`
					: `Secret ${at + 1} of ${secrets.length} in ${label} has ${count}; the service’s have ${SECRET_LENGTH}. Paste all of them again, separated by commas.`;
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
