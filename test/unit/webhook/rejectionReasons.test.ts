import { createHmac } from 'node:crypto';
import type { HeaderFault } from '../../../nodes/CustomerRelationship/webhook/signature';
import {
	explainHeaderFault,
	explainSignatureMismatch,
} from '../../../nodes/CustomerRelationship/webhook/rejectionReasons';
import type { WebhookUrlKind } from '../../../nodes/CustomerRelationship/webhook/signingSecrets';
import { CONTACT } from './signatureVectors';

test.each<[HeaderFault, RegExp]>([
	[{ fault: 'missing' }, /carries no Svc-Signature header/],
	[{ fault: 'malformed' }, /does not read t=<unix seconds>,v1=/],
	[{ fault: 'tooOld', distanceSeconds: 421 }, /421 s behind this.* tolerance is 300 s\. Set/],
	[{ fault: 'tooNew', distanceSeconds: 421 }, /421 s ahead of this.* tolerance is 300 s\. Set/],
])('explains a header fault: %j', (fault, words) => {
	expect(explainHeaderFault(fault, 300)).toMatch(words);
	expect(explainHeaderFault(fault, 300)).toMatch(/\.$/);
});

const [own, two, others] = ['o', 'w', 't'].map((character) => character.repeat(64));
const TIME = '1700000000';

/** The explanation of a delivery that is signed with the secret `others`. */
function explanationWith(
	credential: object,
	{ url = 'production', body = CONTACT.body }: { url?: WebhookUrlKind; body?: Buffer } = {},
): string {
	const signature = createHmac('sha256', others!).update(`${TIME}.`).update(body).digest();
	const header = { timestamp: TIME, signatures: [signature] };
	return explainSignatureMismatch({ header, body, credential: { ...credential }, url });
}

const cases: Array<[string, object, WebhookUrlKind, RegExp]> = [
	['without a secret', {}, 'production', /^“Signing Secret” in the credential is empty\. Paste/],
	[
		'without a secret for the test URL',
		{ signingSecret: own },
		'test',
		/^“Signing Secret \(Test URL\)” in the credential is empty/,
	],
	[
		'with a malformed secret',
		{ signingSecret: `${own}, short` },
		'production',
		/^“Signing Secret” in the credential, secret 2 of 2, has 5 characters/,
	],
	[
		'with other secrets',
		{ signingSecret: `${own}, ${two}`, signingSecret2: own, signingSecret4: ' ' },
		'production',
		/^its signature does not hold with the credential’s secrets of the production URL \(3 tried\)\. Paste .* into “Signing Secret 3”\./,
	],
	[
		'signed with the test URL’s secret',
		{ signingSecret: `${own}, short`, testSigningSecret: `${two}, ${others}` },
		'production',
		/signed with a secret in the credential’s “Signing Secret \(Test URL\)”.* Paste the secret of this URL into “Signing Secret 2”\.$/,
	],
	[
		'signed with the production URL’s secret',
		{ signingSecret5: others },
		'test',
		/signed with a secret in the credential’s “Signing Secret 5”, .* into “Signing Secret \(Test URL\)”\.$/,
	],
];

describe('explains a signature mismatch without secrets or content', () => {
	it.each(cases)('%s', (_, credential, url, words) => {
		const line = explanationWith(credential, { url });
		expect(line).toMatch(words);
		expect(line).toMatch(/\.$/);
		const hidden = [own!, two!, others!, 'short', CONTACT.one, 'contactId', 'evt_1'];
		expect(hidden.filter((text) => line.includes(text))).toEqual([]);
		expect(line).not.toMatch(/\n/);
	});

	it.each([
		[64 * 1024, /is for events of the other URL/],
		[64 * 1024 + 1, /does not hold with/],
	])('verifies a body of %i bytes again, up to 64 KB: %s', (bytes, words) => {
		const credential = { signingSecret: own, testSigningSecret: others };
		expect(explanationWith(credential, { body: Buffer.alloc(bytes, 'a') })).toMatch(words);
	});
});
