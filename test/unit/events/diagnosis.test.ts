import { createHmac } from 'node:crypto';
import { explainRefusal } from '../../../nodes/CustomerRelationship/events/diagnosis';
import { judge, type SignedDelivery } from '../../../nodes/CustomerRelationship/events/signature';
import { CONTACT, SECRET_ONE, SECRET_TWO, T, VECTORS, deliveryWith } from './vectors';

const ofBlanks = `t=${T},v1=${VECTORS['blanks and a line break']!.v1}`;

function explained(changes: Partial<SignedDelivery>): string {
	const delivery = deliveryWith(changes);
	const verdict = judge(delivery);
	if (verdict.believed) throw new Error('This delivery was meant to be refused');
	return explainRefusal(verdict, delivery);
}
const inner = (secret: string, stray: string) => `${secret.slice(0, 9)}${stray}${secret.slice(9)}`;

const cases: Array<[string, Partial<SignedDelivery>, RegExp]> = [
	['no secret', { secrets: [] }, /holds no signing secret.*“Signing Secret”/],
	['no header', { header: undefined }, /carries no Svc-Signature header/],
	['a malformed header', { header: 'hello' }, /does not read t=/],
	['no bytes', { body: undefined }, /multipart/],
	['an old time', { nowSeconds: T + 421 }, /signature holds, but.*421 s behind.*tolerance 300 s/],
	['a time ahead', { nowSeconds: T - 421 }, /signature holds, but.*421 s ahead of/],
	[
		'an old time and a wrong signature',
		{ nowSeconds: T + 421, secrets: [SECRET_TWO] },
		/421 s behind.*does not hold either/,
	],
	[
		'no usable tolerance',
		{ toleranceSeconds: Number.NaN },
		/“Tolerance \(Seconds\)” is not a number/,
	],
	['a blank in the secret', { secrets: [inner(SECRET_ONE, ' ')] }, /stray blanks or quotes/],
	['a line break in the secret', { secrets: [inner(SECRET_ONE, '\n')] }, /stray blanks or quotes/],
	['a secret in quotes', { secrets: [`"${SECRET_ONE}"`] }, /stray blanks or quotes/],
	['an invisible blank in the secret', { secrets: [inner(SECRET_ONE, '\u200b')] }, /stray blanks/],
	[
		'a line break added to the body',
		{ body: Buffer.concat([CONTACT.body, Buffer.from('\n')]) },
		/changed the body: a line break was added/,
	],
	[
		'a line break removed from the body',
		{ body: Buffer.from('{ "event": "x", "id": "1" }\r'), header: ofBlanks },
		/changed the body: the line break at the end was removed/,
	],
	[
		'line breaks turned into Unix ones',
		{ body: Buffer.from('{ "event": "x", "id": "1" }\n'), header: ofBlanks },
		/changed the body: its line breaks were changed/,
	],
	[
		'JSON laid out anew',
		{ body: Buffer.from(JSON.stringify(JSON.parse(CONTACT.body.toString()), null, 4)) },
		/changed the body: its JSON was laid out anew/,
	],
	['another secret', { secrets: [SECRET_TWO] }, /\(1 tried, 1 of them not 64 characters/],
	['secrets of the right length', { secrets: ['x'.repeat(64), 'y'.repeat(64)] }, /\(2 tried\)/],
];

describe('the log says why a delivery was refused', () => {
	it.each(cases)('%s', (_, changes, words) => {
		expect(explained(changes)).toMatch(words);
	});

	it('without a secret, the body or anything the caller wrote, on one line', () => {
		for (const [name, changes] of cases) {
			const line = explained(changes);
			const hidden = [SECRET_ONE, SECRET_TWO, CONTACT.one, 'contactId', 'evt_1', 'hello'];
			expect([name, hidden.filter((text) => line.includes(text))]).toEqual([name, []]);
			expect(line).not.toMatch(/\n/);
		}
	});

	it('does not take a large body apart', () => {
		const signed = Buffer.alloc(256 * 1024, 'a');
		const v1 = createHmac('sha256', SECRET_ONE).update(`${T}.`).update(signed).digest('hex');
		const body = Buffer.concat([signed, Buffer.from('\n')]);
		expect(explained({ body, header: `t=${T},v1=${v1}` })).toMatch(/does not hold with any/);
	});
});
