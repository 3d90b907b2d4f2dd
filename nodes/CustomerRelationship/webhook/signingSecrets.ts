import type { IDataObject } from 'n8n-workflow';
import { FieldError } from '../fieldError';

/** The URL that a webhook is registered with: each accepts the secrets of its own fields alone. */
export type WebhookUrlKind = 'production' | 'test';

/** A field of the credential that holds secrets. */
export interface SecretField {
	name: string;
	/** The field as the credential's form shows it. */
	label: string;
}

/** Several for the production URL, since the triggers that use the credential have a webhook and a secret each. */
export const SECRET_FIELDS: Readonly<
	Record<WebhookUrlKind, readonly [SecretField, ...SecretField[]]>
> = {
	production: [
		{ name: 'signingSecret', label: 'Signing Secret' },
		{ name: 'signingSecret2', label: 'Signing Secret 2' },
		{ name: 'signingSecret3', label: 'Signing Secret 3' },
		{ name: 'signingSecret4', label: 'Signing Secret 4' },
		{ name: 'signingSecret5', label: 'Signing Secret 5' },
	],
	test: [{ name: 'testSigningSecret', label: 'Signing Secret (Test URL)' }],
};

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
export function secretsInField(credential: IDataObject, field: SecretField): string[] {
	return entriesOf(credential, field).filter((entry) => !problemOf(entry, credential));
}

/** The well-formed secrets that a URL accepts. */
export function signingSecretsOf(credential: IDataObject, url: WebhookUrlKind): string[] {
	return SECRET_FIELDS[url].flatMap((field) => secretsInField(credential, field));
}

/** The field for a further secret of a URL: its first empty one, else its first one. */
export function fieldForNextSecret(credential: IDataObject, url: WebhookUrlKind): SecretField {
	const fields = SECRET_FIELDS[url];
	return fields.find((field) => entriesOf(credential, field).length === 0) ?? fields[0];
}

/** What keeps a URL from working, and the remedy: it has no secret at all, or a malformed one. */
export function signingSecretsError(
	credential: IDataObject,
	url: WebhookUrlKind,
): FieldError | undefined {
	const malformed = findMalformedSecretError(credential, url);
	if (malformed || signingSecretsOf(credential, url).length > 0) return malformed;
	return new FieldError(
		SECRET_FIELDS[url][0].label,
		'in the credential is empty',
		`Paste the secret that the service shows once, when you register the ${url} URL in its account settings (technical integrations).`,
	);
}

/** The first secret of a URL that can't be the service's, and the remedy. */
export function findMalformedSecretError(
	credential: IDataObject,
	url: WebhookUrlKind,
): FieldError | undefined {
	for (const field of SECRET_FIELDS[url]) {
		const entries = entriesOf(credential, field);
		const problems = entries.map((entry) => problemOf(entry, credential));
		const index = problems.findIndex(Boolean);
		const problem = problems[index];
		if (!problem) continue;
		const which = entries.length > 1 ? `, secret ${index + 1} of ${entries.length},` : '';
		return new FieldError(field.label, `in the credential${which} ${problem.text}`, problem.remedy);
	}
	return undefined;
}

interface SecretProblem {
	text: string;
	remedy: string;
}

const OVERWRITTEN: SecretProblem = {
	text: 'has lost a secret: n8n shows dots for what is stored, and what was typed behind them replaced it',
	remedy:
		'Empty the field and paste all of its secrets at once; have the service rotate one that you no longer have.',
};

/** Why an entry can't be a secret of the service, without showing the entry; `undefined` if it can. */
function problemOf(entry: string, { accessToken }: IDataObject): SecretProblem | undefined {
	if (PLACEHOLDER.test(entry)) return OVERWRITTEN;
	const remedy =
		'Empty the field and paste the secret that the service showed when this URL was registered; separate several by commas.';
	if (entry === String(accessToken ?? '').trim()) return { text: 'is the access token', remedy };
	if (SECRET.test(entry)) return undefined;
	const count = entry.length === 1 ? '1 character' : `${entry.length} characters`;
	const blanks = /\s/.test(entry) ? ', blanks among them' : '';
	return { text: `has ${count}${blanks}; a signing secret has 64 and no blanks`, remedy };
}

function entriesOf(credential: IDataObject, { name }: SecretField): string[] {
	const value = credential[name];
	// An expression may yield null, false or a number: no secret.
	if (typeof value !== 'string') return [];
	return value
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
