import { CREDENTIAL_BLANKING_VALUE, CREDENTIAL_EMPTY_VALUE } from 'n8n-workflow';
import { CustomerRelationshipApi } from '../../../credentials/CustomerRelationshipApi.credentials';
import {
	lostSecret,
	otherField,
	SECRET_LABELS,
	oddSecret,
	signingSecretsOf,
	type SecretField,
} from '../../../nodes/CustomerRelationship/webhook/signingSecrets';

const fields: SecretField[] = ['signingSecret', 'testSigningSecret'];

describe.each(fields)('the secrets in the field %s', (field) => {
	it.each<[string | null | undefined, string[]]>([
		[' one , two,three\n', ['one', 'two', 'three']],
		['one', ['one']],
		[',, one ,', ['one']],
		['', []],
		['  ', []],
		[undefined, []],
		[null, []],
	])('%j', (value, secrets) => {
		expect(signingSecretsOf({ [field]: value }, field)).toEqual(secrets);
	});

	it.each([{}, true, 7, ['one']])('are texts, not %j', (value) => {
		expect(signingSecretsOf({ [field]: value }, field)).toEqual([]);
	});

	it('are never what n8n makes of an object in the middle of a text', () => {
		const value = `${String({})}, two,${String([{}])}`;
		expect(signingSecretsOf({ [field]: value }, field)).toEqual(['two']);
	});

	it.each(['true', 'false', 'null', 'undefined', 'NaN', '0', '-1.5', '1e+21'])(
		'are never what an expression yields where it finds none: %s',
		(value) => {
			expect(signingSecretsOf({ [field]: `two,${value}` }, field)).toEqual(['two']);
		},
	);

	it('are not those of the other field', () => {
		const credential = { [field]: 'one', [otherField(field)]: 'two' };
		expect(signingSecretsOf(credential, field)).toEqual(['one']);
	});

	it.each([
		[`${CREDENTIAL_BLANKING_VALUE},two`, ['two']],
		[`${CREDENTIAL_BLANKING_VALUE}two`, []],
		[`two, ${CREDENTIAL_BLANKING_VALUE}`, ['two']],
		[CREDENTIAL_BLANKING_VALUE, []],
		[CREDENTIAL_EMPTY_VALUE, []],
		[`two,${CREDENTIAL_EMPTY_VALUE}`, ['two']],
	])(
		'are never what n8n’s editor shows in their place, the sign of a lost one: %s',
		(value, left) => {
			expect(signingSecretsOf({ [field]: value }, field)).toEqual(left);
			expect(lostSecret({ [field]: value })).toBe(true);
		},
	);
});

it('no secret is lost in credentials without that sign', () => {
	expect(lostSecret({ signingSecret: 'one,two', testSigningSecret: '' })).toBe(false);
	expect(lostSecret({})).toBe(false);
});

it('texts call the fields what the credential’s form calls them', () => {
	const shown = new CustomerRelationshipApi().properties.map(({ name, displayName }) => [
		name,
		displayName,
	]);
	expect(shown).toEqual(expect.arrayContaining(Object.entries(SECRET_LABELS)));
});

describe.each(fields)('a secret in %s that is none of the service’s', (field) => {
	const label = SECRET_LABELS[field];
	const accessToken = 'token-of-the-service';
	const whole = 'a'.repeat(64);

	test.each<[string | undefined, string | undefined]>([
		['', undefined],
		[' , ', undefined],
		[undefined, undefined],
		[whole, undefined],
		[` ${whole} ,\n${whole}`, undefined],
		['a', `“${label}” has 1 character; the service’s have 64. Paste it again.`],
		['7', `“${label}” has 1 character; the service’s have 64. Paste it again.`],
		[
			`${whole}, ${whole}b`,
			`Secret 2 of 2 in “${label}” has 65 characters; the service’s have 64. Paste all of them again, separated by commas.`,
		],
		...[
			`${whole} ${whole}`,
			`${whole};${whole}`,
			`${whole}\n${whole}`,
			`${'a'.repeat(32)} ${'a'.repeat(31)}`,
		].map((value): [string, string] => [
			value,
			`“${label}” holds a blank, a line break or a semicolon in the middle. Paste the secret alone, or several separated by commas.`,
		]),
		[
			` ${accessToken}`,
			`“${label}” holds the access token. Paste the secret there that the service showed when the webhook was registered.`,
		],
	])('%j: %j', (value, told) => {
		expect(oddSecret({ accessToken: `${accessToken} `, [field]: value })).toBe(told);
	});

	test('may be the access token though it is 64 characters long', () => {
		expect(oddSecret({ accessToken: whole, [field]: whole })).toContain('holds the access token');
	});
});
