import type { IDataObject } from 'n8n-workflow';
import { InvalidInput } from '../invalidInput';

/** The credential's field with the secrets of the production URL, or of the test URL. */
export type SecretField = 'signingSecret' | 'testSigningSecret';

/** What the credential's form calls them. */
export const SECRET_LABELS: Record<SecretField, string> = {
	signingSecret: 'Signing Secret',
	testSigningSecret: 'Signing Secret (Test URL)',
};

/** Where the service sends what is signed with them. */
const URLS: Record<SecretField, string> = {
	signingSecret: 'production URL',
	testSigningSecret: 'test URL',
};

/** The field of the other URL. */
export const otherField = (field: SecretField): SecretField =>
	field === 'signingSecret' ? 'testSigningSecret' : 'signingSecret';

/** A secret that the service made has 64 characters (specification: Events). */
const SECRET = /^\S{64}$/;

/**
 * How the texts begin that n8n's editor puts in place of a stored secret, and of a stored empty one.
 * A secret typed after it is stored together with it, and the former secret is gone.
 */
const PLACEHOLDER = /__n8n_(BLANK|EMPTY)_VALUE_/;

/**
 * The secrets in a field of the credential that can be the service's: no other is ever believed. While a secret is
 * rotated there are several, separated by commas, blanks around each forgiven.
 */
export function signingSecretsOf(credential: IDataObject, field: SecretField): string[] {
	return entriesOf(credential, field).filter((entry) => !faultOf(entry, credential));
}

/** What is wrong with a field of the credential, and what to do: it is empty, or an entry can't be the service's. */
export function secretFault(credential: IDataObject, field: SecretField): InvalidInput | undefined {
	const entries = entriesOf(credential, field);
	const faults = entries.map((entry) => faultOf(entry, credential));
	const at = faults.findIndex((one) => one !== undefined);
	const fault = entries.length === 0 ? emptyFault(field) : faults[at];
	if (!fault) return undefined;
	const which = entries.length > 1 ? `, secret ${at + 1} of ${entries.length},` : '';
	return new InvalidInput(
		SECRET_LABELS[field],
		`in the credential${which} ${fault.problem}`,
		fault.remedy,
	);
}

interface Fault {
	problem: string;
	remedy: string;
}

const emptyFault = (field: SecretField): Fault => ({
	problem: 'is empty',
	remedy: `Paste the secret that the service shows once, when you register the ${URLS[field]} in its account settings (technical integrations).`,
});

const LOST: Fault = {
	problem:
		'has lost a secret: n8n shows dots for what is stored, and what was typed behind them replaced it',
	remedy:
		'Empty the field and paste all of its secrets at once; have the service rotate one that you no longer have.',
};

/** Why an entry can't be a secret of the service's, if it can't. The entry itself is not told. */
function faultOf(entry: string, { accessToken }: IDataObject): Fault | undefined {
	if (PLACEHOLDER.test(entry)) return LOST;
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
	// Where an expression yields `null`, `false` or a number, there is no secret.
	if (typeof value !== 'string') return [];
	return value
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
