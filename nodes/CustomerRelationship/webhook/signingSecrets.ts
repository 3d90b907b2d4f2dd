import type { IDataObject } from 'n8n-workflow';
import { FieldError } from '../fieldError';

/** The credential's field with the secrets of the production URL, or of the test URL. */
export type SecretField = 'signingSecret' | 'testSigningSecret';

/** The fields' names in the credential's form. */
export const SECRET_LABELS: Record<SecretField, string> = {
	signingSecret: 'Signing Secret',
	testSigningSecret: 'Signing Secret (Test URL)',
};

/** The URL whose deliveries are signed with the field's secrets. */
const URL_NAMES: Record<SecretField, string> = {
	signingSecret: 'production URL',
	testSigningSecret: 'test URL',
};

/** The field with the secrets of the other URL. */
export const otherSecretField = (field: SecretField): SecretField =>
	field === 'signingSecret' ? 'testSigningSecret' : 'signingSecret';

/** The service's secrets have 64 characters (specification: Events). */
const SECRET = /^\S{64}$/;

/**
 * How n8n's editor marks a stored value, or a stored empty one. Text typed behind the dots is stored with this
 * placeholder, and the former secret is lost.
 */
const PLACEHOLDER = /__n8n_(BLANK|EMPTY)_VALUE_/;

/**
 * The well-formed secrets in a field of the credential; no other verifies a delivery. During a rotation the field
 * holds several, separated by commas, with or without blanks.
 */
export function signingSecretsOf(credential: IDataObject, field: SecretField): string[] {
	return entriesOf(credential, field).filter((entry) => !faultOf(entry, credential));
}

/** What is wrong with a field of the credential, and the remedy: it is empty, or has a malformed entry. */
export function secretFault(credential: IDataObject, field: SecretField): FieldError | undefined {
	const entries = entriesOf(credential, field);
	const faults = entries.map((entry) => faultOf(entry, credential));
	const index = faults.findIndex((entryFault) => entryFault !== undefined);
	const fault = entries.length === 0 ? emptyFault(field) : faults[index];
	if (!fault) return undefined;
	const which = entries.length > 1 ? `, secret ${index + 1} of ${entries.length},` : '';
	return new FieldError(
		SECRET_LABELS[field],
		`in the credential${which} ${fault.problem}`,
		fault.remedy,
	);
}

interface SecretFault {
	problem: string;
	remedy: string;
}

const emptyFault = (field: SecretField): SecretFault => ({
	problem: 'is empty',
	remedy: `Paste the secret that the service shows once, when you register the ${URL_NAMES[field]} in its account settings (technical integrations).`,
});

const OVERWRITTEN: SecretFault = {
	problem:
		'has lost a secret: n8n shows dots for what is stored, and what was typed behind them replaced it',
	remedy:
		'Empty the field and paste all of its secrets at once; have the service rotate one that you no longer have.',
};

/** Why an entry can't be a secret of the service, without showing the entry; `undefined` if it can. */
function faultOf(entry: string, { accessToken }: IDataObject): SecretFault | undefined {
	if (PLACEHOLDER.test(entry)) return OVERWRITTEN;
	const remedy =
		'Empty the field and paste the secret that the service showed when this URL was registered; separate several by commas.';
	if (entry === String(accessToken ?? '').trim()) return { problem: 'is the access token', remedy };
	if (SECRET.test(entry)) return undefined;
	const count = entry.length === 1 ? '1 character' : `${entry.length} characters`;
	const blanks = /\s/.test(entry) ? ', blanks among them' : '';
	return { problem: `has ${count}${blanks}; a signing secret has 64 and no blanks`, remedy };
}

function entriesOf(credential: IDataObject, field: SecretField): string[] {
	const value = credential[field];
	// An expression may yield null, false or a number: no secret.
	if (typeof value !== 'string') return [];
	return value
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
