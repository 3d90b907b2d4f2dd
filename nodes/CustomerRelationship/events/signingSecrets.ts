import type { IDataObject } from 'n8n-workflow';

/**
 * How the text begins that n8n's editor puts in place of a stored secret. A secret typed after
 * it is stored together with it, and the former secret is gone.
 */
const PLACEHOLDER = '__n8n_BLANK_VALUE_';

/**
 * The secrets that a credential holds, in both of its fields: separated by commas, blanks around
 * each forgiven. Never n8n's placeholder: anybody knows it and could sign with it.
 */
export function signingSecretsOf(credential: IDataObject): string[] {
	return entriesOf(credential).filter((secret) => secret !== '' && !secret.includes(PLACEHOLDER));
}

/** Whether a secret was lost because another one was added behind the dots that stood for it. */
export function lostSecret(credential: IDataObject): boolean {
	return entriesOf(credential).some((secret) => secret.includes(PLACEHOLDER));
}

function entriesOf({ signingSecret, testSigningSecret }: IDataObject): string[] {
	return [signingSecret, testSigningSecret].flatMap((field) =>
		String(field ?? '')
			.split(',')
			.map((secret) => secret.trim()),
	);
}
