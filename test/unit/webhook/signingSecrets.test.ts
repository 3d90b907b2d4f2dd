import { CREDENTIAL_BLANKING_VALUE, CREDENTIAL_EMPTY_VALUE, type GenericValue } from 'n8n-workflow';
import { CustomerRelationshipApi } from '../../../credentials/CustomerRelationshipApi.credentials';
import {
	fieldForNextSecret,
	findMalformedSecretError,
	SECRET_FIELDS,
	signingSecretsError,
	signingSecretsOf,
	type WebhookUrlKind,
} from '../../../nodes/CustomerRelationship/webhook/signingSecrets';

const urls: WebhookUrlKind[] = ['production', 'test'];
const fields = urls.flatMap((url) => SECRET_FIELDS[url].map((field) => ({ ...field, url })));
const [one, two, accessToken] = ['1', '2', 'k'].map((character) => character.repeat(64)) as [
	string,
	string,
	string,
];

it('names the fields as the credential’s form does', () => {
	const shown = new CustomerRelationshipApi().properties.map(({ name, displayName }) => [
		name,
		displayName,
	]);
	expect(shown.slice(2)).toEqual(fields.map(({ name, label }) => [name, label]));
});

describe.each(fields)('$label', ({ name, label, url }) => {
	const otherUrl = url === 'production' ? 'test' : 'production';
	const faultWith = (value: GenericValue) => {
		const fault = signingSecretsError({ accessToken: `${accessToken} `, [name]: value }, url);
		return fault && `${fault.message}. ${fault.remedy}`;
	};
	const secretsIn = (value: GenericValue) => signingSecretsOf({ accessToken, [name]: value }, url);

	it.each([
		[one, [one]],
		[` ${one} ,\n${two}`, [one, two]],
		[`,, ${one} ,`, [one]],
	])('%j contains well-formed secrets', (value, secrets) => {
		expect(secretsIn(value)).toEqual(secrets);
		expect(faultWith(value)).toBeUndefined();
	});

	it('is not believed by the other URL, and a malformed secret in it does not stop that one', () => {
		const credential = { [name]: `${one}, short`, [SECRET_FIELDS[otherUrl][0].name]: two };
		expect(signingSecretsOf(credential, otherUrl)).toEqual([two]);
		expect(signingSecretsError(credential, otherUrl)).toBeUndefined();
		expect(signingSecretsError(credential, url)?.message).toContain(`“${label}”`);
	});

	it.each(['', '  ', ' , ', undefined, null, {}, true, 7, [one]])('%j counts as empty', (value) => {
		expect(secretsIn(value)).toEqual([]);
		expect(faultWith(value)).toBe(
			`“${SECRET_FIELDS[url][0].label}” in the credential is empty. Paste the secret that the service shows once, when you register the ${url} URL in its account settings (technical integrations).`,
		);
	});

	const PASTE =
		'Empty the field and paste the secret that the service showed when this URL was registered; separate several by commas.';
	const OVERWRITTEN =
		'has lost a secret: n8n shows dots for what is stored, and what was typed behind them replaced it. Empty the field and paste all of its secrets at once; have the service rotate one that you no longer have.';
	const length = (has: string) => `has ${has}; a signing secret has 64 and no blanks. ${PASTE}`;
	it.each([
		['7', length('1 character')],
		['null', length('4 characters')],
		[one.slice(1), length('63 characters')],
		[`${one}1`, length('65 characters')],
		[`${one};${two}`, length('129 characters')],
		[`${one}\n${two}`, length('129 characters, blanks among them')],
		[`${one.slice(2)} 1`, length('64 characters, blanks among them')],
		[accessToken, `is the access token. ${PASTE}`],
		[CREDENTIAL_BLANKING_VALUE, OVERWRITTEN],
		[CREDENTIAL_EMPTY_VALUE, OVERWRITTEN],
		[`${CREDENTIAL_BLANKING_VALUE}typed`, OVERWRITTEN],
		[CREDENTIAL_BLANKING_VALUE.padEnd(64, 'x'), OVERWRITTEN],
	])('%j is malformed and ignored', (entry, problem) => {
		const where = `“${label}” in the credential`;
		expect(faultWith(entry)).toBe(`${where} ${problem}`);
		expect(secretsIn(entry)).toEqual([]);

		expect(faultWith(`${one}, ${entry}, ${two}`)).toBe(`${where}, secret 2 of 3, ${problem}`);
		expect(secretsIn(`${one}, ${entry}, ${two}`)).toEqual([one, two]);
	});
});

describe('the fields of the production URL', () => {
	const [first, second, third] = SECRET_FIELDS.production.map(({ name }) => name);

	it('hold a secret each, and any of them may be empty', () => {
		const credential = { [first!]: '', [second!]: two, [third!]: ` ${one}, ${accessToken}` };
		expect(signingSecretsOf(credential, 'production')).toEqual([two, one, accessToken]);
		expect(signingSecretsError(credential, 'production')).toBeUndefined();
	});

	it('are malformed if one of them is, which the error names', () => {
		const credential = { [first!]: one, [second!]: '', [third!]: 'short' };
		expect(findMalformedSecretError(credential, 'production')?.message).toMatch(
			/^“Signing Secret 3” in the credential has 5 characters/,
		);
		expect(findMalformedSecretError({}, 'production')).toBeUndefined();
	});

	it.each([
		[{}, 'Signing Secret'],
		[{ [first!]: one }, 'Signing Secret 2'],
		[{ [first!]: one, [second!]: ' ', [third!]: two }, 'Signing Secret 2'],
		[Object.fromEntries(SECRET_FIELDS.production.map(({ name }) => [name, one])), 'Signing Secret'],
	])('%j takes the next secret in %s', (credential, label) => {
		expect(fieldForNextSecret(credential, 'production').label).toBe(label);
	});
});
