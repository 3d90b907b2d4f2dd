import fc from 'fast-check';
import {
	parseSignatureHeader,
	checkSignatureHeader,
} from '../../../nodes/CustomerRelationship/webhook/signature';
import {
	CONTACT,
	SECRET_BEYOND_ASCII,
	SECRET_ONE,
	SECRET_TWO,
	T,
	VECTORS,
	deliveryWith,
	verdictOn,
	type SignedDelivery,
} from './signatureVectors';

const header = `t=${T},v1=${CONTACT.one}`;
const wrong = 'f'.repeat(64);

const verdict = (changes?: Partial<SignedDelivery>) => verdictOn(deliveryWith(changes));
const isVerified = (changes?: Partial<SignedDelivery>) => verdict(changes) === 'verified';
const checked = ({ header: value, ...replayWindow }: SignedDelivery) =>
	checkSignatureHeader(value, replayWindow);

describe('accepts a genuine delivery', () => {
	it.each(Object.entries(VECTORS))('with %s', (_, { body, v1 }) => {
		expect(verdict({ body, header: `t=${T},v1=${v1}` })).toBe('verified');
	});

	it.each<[string, Partial<SignedDelivery>]>([
		['elements in another order', { header: `v1=${CONTACT.one},t=${T}` }],
		['blanks around everything', { header: ` t = ${T} ,\tv1 = ${CONTACT.one} ` }],
		['elements with other names', { header: `v0=abc,t=${T},kid=1=2,v1=${CONTACT.one},v2=` }],
		['capital hex', { header: `t=${T},v1=${CONTACT.one.toUpperCase()}` }],
		['a trailing comma', { header: `${header},` }],
		['a leading comma', { header: `,${header}` }],
		['a word without a value', { header: `v1,${header},v1` }],
		['a signature too short beside it', { header: `v1=00,${header}` }],
		['a signature too long beside it', { header: `${header},v1=${CONTACT.one}00` }],
		['an empty signature beside it', { header: `${header},v1=` }],
		['a signature that is no hex beside it', { header: `${header},v1=${'g'.repeat(64)}` }],
		['a header of the greatest length', { header: `${header},`.padEnd(4096, 'x') }],
		['the valid signature first', { header: `t=${T},v1=${CONTACT.one},v1=${wrong}` }],
		['the valid signature last', { header: `t=${T},v1=${wrong},v1=${CONTACT.one}` }],
		['both signatures of a rotation', { header: `t=${T},v1=${CONTACT.two},v1=${CONTACT.one}` }],
		['its secret configured last', { secrets: [SECRET_TWO, SECRET_ONE] }],
		['its secret configured first', { secrets: [SECRET_ONE, SECRET_TWO] }],
		[
			'a secret beyond ASCII',
			{ secrets: [SECRET_BEYOND_ASCII], header: `t=${T},v1=${CONTACT.beyondAscii}` },
		],
		['a time with a leading zero', { header: `t=0${T},v1=${CONTACT.zeroFirst}` }],
		['its header in an array of one', { header: [header] }],
		['its header over two lines', { header: [`t=${T}`, `v1=${CONTACT.one}`] }],
	])('with %s', (_, changes) => {
		expect(verdict(changes)).toBe('verified');
	});
});

describe('rejects a delivery', () => {
	it.each<[string, Partial<SignedDelivery>, string]>([
		['no secret', { secrets: [] }, 'mismatch'],
		['no header', { header: undefined }, 'missing'],
		['an empty header', { header: '' }, 'malformed'],
		['an empty array', { header: [] }, 'malformed'],
		['no time', { header: `v1=${CONTACT.one}` }, 'malformed'],
		['two times', { header: `t=${T},t=${T},v1=${CONTACT.one}` }, 'malformed'],
		['the header twice', { header: [header, header] }, 'malformed'],
		['no signature', { header: `t=${T}` }, 'malformed'],
		['an older scheme only', { header: `t=${T},v0=${CONTACT.one}` }, 'malformed'],
		['a signature too short', { header: `t=${T},v1=${CONTACT.one.slice(2)}` }, 'malformed'],
		['a signature too long', { header: `t=${T},v1=${CONTACT.one}00` }, 'malformed'],
		['an empty signature', { header: `t=${T},v1=` }, 'malformed'],
		['a signature that is no hex', { header: `t=${T},v1=${'g'.repeat(64)}` }, 'malformed'],
		['a negative time', { header: `t=-${T},v1=${CONTACT.one}` }, 'malformed'],
		['a fraction of a second', { header: `t=${T}.0,v1=${CONTACT.one}` }, 'malformed'],
		['a time in another notation', { header: `t=17e8,v1=${CONTACT.one}` }, 'malformed'],
		['an absurdly long time', { header: `t=${'9'.repeat(16)},v1=${wrong}` }, 'malformed'],
		['a header too long', { header: `${header},`.padEnd(4097, 'x') }, 'malformed'],
		['a second time that is unreadable', { header: `${header},t=` }, 'malformed'],
		['a second time without a value', { header: `t,${header}` }, 'malformed'],
		['a time with something before it', { header: `t=x${T},v1=${CONTACT.one}` }, 'malformed'],
		['a signature with a sign', { header: `t=${T},v1==${CONTACT.one}` }, 'malformed'],
		['another secret', { secrets: [SECRET_TWO] }, 'mismatch'],
		['another signature', { header: `t=${T},v1=${wrong}` }, 'mismatch'],
		[
			'the same event in another key order',
			{ body: VECTORS['the same event with its keys in another order']!.body },
			'mismatch',
		],
		['a line break more', { body: Buffer.concat([CONTACT.body, Buffer.from('\n')]) }, 'mismatch'],
		['a time that was not signed', { header: `t=${T + 1},v1=${CONTACT.one}` }, 'mismatch'],
	])('with %s', (_, changes, fault) => {
		expect(verdict(changes)).toBe(fault);
	});

	it.each<[number, boolean]>([
		[T + 300, true],
		[T + 301, false],
		[T - 300, true],
		[T - 301, false],
	])('at the clock’s %d: verified = %s', (nowSeconds, expected) => {
		expect(isVerified({ nowSeconds })).toBe(expected);
	});

	it('by its timestamp, with the distance from the clock', () => {
		expect(checked(deliveryWith({ nowSeconds: T + 421 }))).toEqual({
			fault: 'tooOld',
			distanceSeconds: 421,
		});
		expect(checked(deliveryWith({ nowSeconds: T - 421 }))).toEqual({
			fault: 'tooNew',
			distanceSeconds: 421,
		});
	});

	it('only outside the tolerance', () => {
		expect(isVerified({ toleranceSeconds: 0 })).toBe(true);
		expect(isVerified({ toleranceSeconds: 86_400, nowSeconds: T + 86_400 })).toBe(true);
	});
});

/** The text with one bit of one of its (Latin-1) characters flipped. */
function withBitFlipped(text: string, bit: number): string {
	const bytes = Buffer.from(text, 'latin1');
	bytes[bit >> 3] = bytes[bit >> 3]! ^ (1 << (bit & 7));
	return bytes.toString('latin1');
}

describe('rejects every flip of a single bit', () => {
	it('in the header, except for the case of a hex digit', () => {
		const firstDigit = header.indexOf('v1=') + 'v1='.length;
		for (let bit = 0; bit < header.length * 8; bit++) {
			const flipped = withBitFlipped(header, bit);
			const isSame = bit >> 3 >= firstDigit && flipped.toLowerCase() === header;
			expect([bit, isVerified({ header: flipped })]).toEqual([bit, isSame]);
		}
	});

	it('in the secret', () => {
		for (let bit = 0; bit < SECRET_ONE.length * 8; bit++) {
			const secrets = [withBitFlipped(SECRET_ONE, bit)];
			expect([bit, isVerified({ secrets })]).toEqual([bit, false]);
		}
	});

	it.each(Object.entries(VECTORS).filter(([, { body }]) => body.length > 0))(
		'in the body: %s',
		(_, { body, v1 }) => {
			const property = fc.property(fc.nat(body.length * 8 - 1), (bit) => {
				body[bit >> 3] = body[bit >> 3]! ^ (1 << (bit & 7));
				const passed = isVerified({ body, header: `t=${T},v1=${v1}` });
				body[bit >> 3] = body[bit >> 3]! ^ (1 << (bit & 7));
				return !passed;
			});
			fc.assert(property, { numRuns: body.length > 1000 ? 200 : 1000 });
			expect(isVerified({ body, header: `t=${T},v1=${v1}` })).toBe(true);
		},
	);
});

describe('random headers', () => {
	const hex = fc.string({
		unit: fc.constantFrom(...'0123456789abcdef'),
		minLength: 64,
		maxLength: 64,
	});
	const pair = fc.oneof(
		fc.nat(2 ** 31).map((t) => `t=${t}`),
		fc.constant(`t=${T}`),
		hex.map((v1) => `v1=${v1}`),
		fc.string({ unit: 'binary', maxLength: 12 }),
		fc
			.tuple(fc.string({ maxLength: 3 }), fc.string({ maxLength: 8 }))
			.map((sides) => sides.join('=')),
	);
	const anyHeader = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 100 }),
		fc.array(pair, { maxLength: 6 }).map((pairs) => pairs.join(',')),
		fc.array(fc.string(), { maxLength: 3 }),
	);

	it('neither throw nor verify: 20,000 of them', () => {
		let wellFormed = 0;
		const property = fc.property(anyHeader, (value) => {
			if (parseSignatureHeader(value)) wellFormed++;
			return !isVerified({ header: value });
		});
		fc.assert(property, { numRuns: 20_000 });
		expect(wellFormed).toBeGreaterThan(200); // or else few of them reach the comparison
	});
});
