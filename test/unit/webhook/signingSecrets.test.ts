import { CREDENTIAL_BLANKING_VALUE, CREDENTIAL_EMPTY_VALUE, type GenericValue } from 'n8n-workflow';
import { CustomerRelationshipApi } from '../../../credentials/CustomerRelationshipApi.credentials';
import {
	otherField,
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

it('texts call the fields what the credential’s form calls them', () => {
	const shown = new CustomerRelationshipApi().properties.map(({ name, displayName }) => [
		name,
		displayName,
	]);
	expect(shown).toEqual(expect.arrayContaining(Object.entries(SECRET_LABELS)));
});

describe.each(fields)('%s', (field) => {
	const told = (value: GenericValue) => {
		const fault = secretFault({ accessToken: `${accessToken} `, [field]: value }, field);
		return fault && `${fault.message}. ${fault.remedy}`;
	};
	const believed = (value: GenericValue) =>
		signingSecretsOf({ accessToken, [field]: value }, field);

	it.each([
		[one, [one]],
		[` ${one} ,\n${two}`, [one, two]],
		[`,, ${one} ,`, [one]],
	])('%j holds secrets', (value, secrets) => {
		expect(believed(value)).toEqual(secrets);
		expect(told(value)).toBeUndefined();
	});

	it('is not the other field', () => {
		const credential = { [field]: one, [otherField(field)]: two };
		expect(signingSecretsOf(credential, field)).toEqual([one]);
	});

	it.each(['', '  ', ' , ', undefined, null, {}, true, 7, [one]])('%j is empty', (value) => {
		expect(believed(value)).toEqual([]);
		expect(told(value)).toBe(
			`“${SECRET_LABELS[field]}” in the credential is empty. Paste the secret that the service shows once, when you register the ${field === 'signingSecret' ? 'production' : 'test'} URL in its account settings (technical integrations).`,
		);
	});

	const PASTE =
		'Empty the field and paste the secret that the service showed when this URL was registered; separate several by commas.';
	const LOST =
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
		[CREDENTIAL_BLANKING_VALUE, LOST],
		[CREDENTIAL_EMPTY_VALUE, LOST],
		[`${CREDENTIAL_BLANKING_VALUE}typed`, LOST],
		[CREDENTIAL_BLANKING_VALUE.padEnd(64, 'x'), LOST],
	])('%j is none of the service’s, and never believed', (entry, problem) => {
		const label = `“${SECRET_LABELS[field]}” in the credential`;
		expect(told(entry)).toBe(`${label} ${problem}`);
		expect(believed(entry)).toEqual([]);

		expect(told(`${one}, ${entry}, ${two}`)).toBe(`${label}, secret 2 of 3, ${problem}`);
		expect(believed(`${one}, ${entry}, ${two}`)).toEqual([one, two]);
	});
});
