import { CREDENTIAL_BLANKING_VALUE } from 'n8n-workflow';
import {
	lostSecret,
	signingSecretsOf,
} from '../../../nodes/CustomerRelationship/events/signingSecrets';

describe('the secrets in the credential', () => {
	it.each<[string | null | undefined, string[]]>([
		[' one , two,three\n', ['one', 'two', 'three']],
		['one', ['one']],
		[',, one ,', ['one']],
		['', []],
		['  ', []],
		[undefined, []],
		[null, []],
	])('%j', (signingSecret, secrets) => {
		expect(signingSecretsOf({ signingSecret })).toEqual(secrets);
		expect(signingSecretsOf({ testSigningSecret: signingSecret })).toEqual(secrets);
	});

	it('are those of both fields', () => {
		expect(signingSecretsOf({ signingSecret: 'one, two', testSigningSecret: 'three' })).toEqual([
			'one',
			'two',
			'three',
		]);
	});
});

describe('what n8n’s editor shows in place of a stored secret', () => {
	it.each([
		[`${CREDENTIAL_BLANKING_VALUE},two`, ['two']],
		[`${CREDENTIAL_BLANKING_VALUE}two`, []],
		[`two, ${CREDENTIAL_BLANKING_VALUE}`, ['two']],
		[CREDENTIAL_BLANKING_VALUE, []],
	])('is no secret, but the sign of a lost one: %s', (field, secrets) => {
		for (const name of ['signingSecret', 'testSigningSecret']) {
			expect(signingSecretsOf({ [name]: field })).toEqual(secrets);
			expect(lostSecret({ [name]: field })).toBe(true);
		}
	});

	it('is not seen in credentials that hold none', () => {
		expect(lostSecret({ signingSecret: 'one,two', testSigningSecret: '' })).toBe(false);
		expect(lostSecret({})).toBe(false);
	});
});
