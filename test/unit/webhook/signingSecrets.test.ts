import { CREDENTIAL_BLANKING_VALUE, CREDENTIAL_EMPTY_VALUE, type GenericValue } from 'n8n-workflow';
import { CustomerRelationshipApi } from '../../../credentials/CustomerRelationshipApi.credentials';
import {
	otherSecretField,
	SECRET_LABELS,
	secretFault,
	signingSecretsOf,
	type SecretField,
} from '../../../nodes/CustomerRelationship/webhook/signingSecrets';

const fields: SecretField[] = ['signingSecret', 'testSigningSecret'];
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
	expect(shown).toEqual(expect.arrayContaining(Object.entries(SECRET_LABELS)));
});

describe.each(fields)('%s', (field) => {
	const faultWith = (value: GenericValue) => {
		const fault = secretFault({ accessToken: `${accessToken} `, [field]: value }, field);
		return fault && `${fault.message}. ${fault.remedy}`;
	};
	const secretsIn = (value: GenericValue) =>
		signingSecretsOf({ accessToken, [field]: value }, field);

	it.each([
		[one, [one]],
		[` ${one} ,\n${two}`, [one, two]],
		[`,, ${one} ,`, [one]],
	])('%j contains well-formed secrets', (value, secrets) => {
		expect(secretsIn(value)).toEqual(secrets);
		expect(faultWith(value)).toBeUndefined();
	});

	it('is read separately from the other field', () => {
		const credential = { [field]: one, [otherSecretField(field)]: two };
		expect(signingSecretsOf(credential, field)).toEqual([one]);
	});

	it.each(['', '  ', ' , ', undefined, null, {}, true, 7, [one]])('%j counts as empty', (value) => {
		expect(secretsIn(value)).toEqual([]);
		expect(faultWith(value)).toBe(
			`“${SECRET_LABELS[field]}” in the credential is empty. Paste the secret that the service shows once, when you register the ${field === 'signingSecret' ? 'production' : 'test'} URL in its account settings (technical integrations).`,
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
		const label = `“${SECRET_LABELS[field]}” in the credential`;
		expect(faultWith(entry)).toBe(`${label} ${problem}`);
		expect(secretsIn(entry)).toEqual([]);

		expect(faultWith(`${one}, ${entry}, ${two}`)).toBe(`${label}, secret 2 of 3, ${problem}`);
		expect(secretsIn(`${one}, ${entry}, ${two}`)).toEqual([one, two]);
	});
});
