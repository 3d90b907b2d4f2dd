import { createHmac } from 'node:crypto';
import {
	whyNotBelieved,
	type RefusedDelivery,
} from '../../../nodes/CustomerRelationship/webhook/diagnosis';
import { judge } from '../../../nodes/CustomerRelationship/webhook/signature';
import { CONTACT, SECRET_ONE, SECRET_TWO, T, deliveryWith } from './vectors';

function explained(changes: Partial<RefusedDelivery>): string {
	const delivery: RefusedDelivery = {
		...{ field: 'signingSecret', otherSecrets: [] },
		...deliveryWith(changes),
		...changes,
	};
	const verdict = judge(delivery);
	if (verdict.believed) throw new Error('This delivery was meant to be refused');
	return whyNotBelieved(verdict, delivery);
}

const long = (character: string) => character.repeat(64);
const cases: Array<[string, Partial<RefusedDelivery>, RegExp]> = [
	['no secret', { secrets: [] }, /“Signing Secret” is empty\. Paste the secret/],
	[
		'no secret of the test URL',
		{ secrets: [], field: 'testSigningSecret' },
		/“Signing Secret \(Test URL\)” is empty/,
	],
	['no header', { header: undefined }, /carries no Svc-Signature header/],
	['an unreadable header', { header: 'hello' }, /does not read t=<unix seconds>,v1=/],
	['no bytes', { body: undefined }, /multipart, cut off or above n8n’s limit/],
	['an old time', { nowSeconds: T + 421 }, /421 s behind this.* tolerance is 300 s\. Set/],
	['a time ahead', { nowSeconds: T - 421 }, /421 s ahead of this.* tolerance is 300 s\. Set/],
	['no tolerance', { toleranceSeconds: Number.NaN }, /“Tolerance \(Seconds\)” is not a number/],
	[
		'secrets of a wrong length',
		{ secrets: [SECRET_TWO, long('x'), 'y'] },
		/“Signing Secret” \(3 tried, 2 of them not 64 characters long as the service’s are\)\. Paste/,
	],
	['secrets of the right length', { secrets: [long('x'), long('y')] }, /\(2 tried\)\. Paste/],
	[
		'the test URL’s secret',
		{ secrets: [SECRET_TWO], otherSecrets: [long('z'), SECRET_ONE] },
		/signed with a secret in the credential’s “Signing Secret \(Test URL\)”\. At this URL “Signing Secret” alone/,
	],
	[
		'the production URL’s secret',
		{ field: 'testSigningSecret', secrets: [SECRET_TWO], otherSecrets: [SECRET_ONE] },
		/signed with a secret in the credential’s “Signing Secret”\. At this URL “Signing Secret \(Test URL\)” alone/,
	],
];

describe('the log says why a delivery was refused', () => {
	it.each(cases)('%s', (_, changes, words) => {
		expect(explained(changes)).toMatch(words);
		expect(explained(changes)).toMatch(/^Delivery refused with 401: .*\.$/);
	});

	it('without a secret, the body or anything the caller wrote, on one line', () => {
		for (const [name, changes] of cases) {
			const line = explained(changes);
			const hidden = [
				SECRET_ONE,
				SECRET_TWO,
				long('x'),
				CONTACT.one,
				'contactId',
				'evt_1',
				'hello',
			];
			expect([name, hidden.filter((text) => line.includes(text))]).toEqual([name, []]);
			expect(line).not.toMatch(/\n/);
		}
	});

	it.each([
		[64 * 1024, /“Signing Secret” alone counts/],
		[64 * 1024 + 1, /does not hold with/],
	])('with a second look at a body of %i bytes: %s', (bytes, words) => {
		const body = Buffer.alloc(bytes, 'a');
		const v1 = createHmac('sha256', SECRET_ONE).update(`${T}.`).update(body).digest('hex');
		const secrets = { secrets: [SECRET_TWO], otherSecrets: [SECRET_ONE] };
		expect(explained({ body, header: `t=${T},v1=${v1}`, ...secrets })).toMatch(words);
	});
});
