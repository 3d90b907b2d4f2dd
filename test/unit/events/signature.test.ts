import fc from 'fast-check';
import {
	judge,
	parseHeader,
	type SignedDelivery,
} from '../../../nodes/CustomerRelationship/events/signature';
import {
	CONTACT,
	SECRET_BEYOND_ASCII,
	SECRET_ONE,
	SECRET_TWO,
	T,
	VECTORS,
	deliveryWith,
} from './vectors';

const header = `t=${T},v1=${CONTACT.one}`;
const wrong = 'f'.repeat(64);

const believed = (changes?: Partial<SignedDelivery>) => judge(deliveryWith(changes)).believed;

describe('a genuine delivery is believed', () => {
	it.each(Object.entries(VECTORS))('with %s', (_, { body, v1 }) => {
		expect(judge(deliveryWith({ body, header: `t=${T},v1=${v1}` }))).toEqual({ believed: true });
	});

	it.each<[string, Partial<SignedDelivery>]>([
		['pairs in another order', { header: `v1=${CONTACT.one},t=${T}` }],
		['blanks around everything', { header: ` t = ${T} ,\tv1 = ${CONTACT.one} ` }],
		['pairs of other names', { header: `v0=abc,t=${T},kid=1=2,v1=${CONTACT.one},v2=` }],
		['the signature that holds first', { header: `t=${T},v1=${CONTACT.one},v1=${wrong}` }],
		['the signature that holds last', { header: `t=${T},v1=${wrong},v1=${CONTACT.one}` }],
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
		expect(judge(deliveryWith(changes))).toEqual({ believed: true });
	});
});

describe('a delivery is refused', () => {
	it.each<[string, Partial<SignedDelivery>, string]>([
		['no secret', { secrets: [] }, 'noSecret'],
		['no header', { header: undefined }, 'headerMissing'],
		['no body', { body: undefined }, 'noBody'],
		['an empty header', { header: '' }, 'headerMalformed'],
		['an empty array', { header: [] }, 'headerMalformed'],
		['no time', { header: `v1=${CONTACT.one}` }, 'headerMalformed'],
		['two times', { header: `t=${T},t=${T},v1=${CONTACT.one}` }, 'headerMalformed'],
		['the header twice', { header: [header, header] }, 'headerMalformed'],
		['no signature', { header: `t=${T}` }, 'headerMalformed'],
		['an older scheme only', { header: `t=${T},v0=${CONTACT.one}` }, 'headerMalformed'],
		['a pair without a value', { header: `${header},v1` }, 'headerMalformed'],
		['an empty pair', { header: `${header},` }, 'headerMalformed'],
		['a signature too short', { header: `t=${T},v1=${CONTACT.one.slice(2)}` }, 'headerMalformed'],
		['a signature too long', { header: `${header}00` }, 'headerMalformed'],
		['an empty signature', { header: `t=${T},v1=` }, 'headerMalformed'],
		['a signature that is no hex', { header: `t=${T},v1=${'g'.repeat(64)}` }, 'headerMalformed'],
		['capital hex', { header: `t=${T},v1=${CONTACT.one.toUpperCase()}` }, 'headerMalformed'],
		['a negative time', { header: `t=-${T},v1=${CONTACT.one}` }, 'headerMalformed'],
		['a fraction of a second', { header: `t=${T}.0,v1=${CONTACT.one}` }, 'headerMalformed'],
		['a time in another notation', { header: `t=17e8,v1=${CONTACT.one}` }, 'headerMalformed'],
		['an absurdly long time', { header: `t=${'9'.repeat(16)},v1=${wrong}` }, 'headerMalformed'],
		['an absurdly long header', { header: `${header},x=${'a'.repeat(4096)}` }, 'headerMalformed'],
		['another secret', { secrets: [SECRET_TWO] }, 'mismatch'],
		['another signature', { header: `t=${T},v1=${wrong}` }, 'mismatch'],
		[
			'the same event in another key order',
			{ body: VECTORS['the same event with its keys in another order']!.body },
			'mismatch',
		],
		['a line break more', { body: Buffer.concat([CONTACT.body, Buffer.from('\n')]) }, 'mismatch'],
		['a time that was not signed', { header: `t=${T + 1},v1=${CONTACT.one}` }, 'mismatch'],
	])('with %s', (_, changes, reason) => {
		expect(judge(deliveryWith(changes))).toMatchObject({ believed: false, reason });
	});

	it.each<[number, boolean]>([
		[T + 300, true],
		[T + 301, false],
		[T - 300, true],
		[T - 301, false],
	])('when the clock says %d: believed = %s', (nowSeconds, expected) => {
		expect(believed({ nowSeconds })).toBe(expected);
	});

	it('for its age, telling how old it is and whether it was signed', () => {
		expect(judge(deliveryWith({ nowSeconds: T + 421 }))).toEqual({
			believed: false,
			reason: 'tooOld',
			ageSeconds: 421,
			signed: true,
		});
		expect(judge(deliveryWith({ nowSeconds: T - 421, secrets: [SECRET_TWO] }))).toEqual({
			believed: false,
			reason: 'tooNew',
			ageSeconds: -421,
			signed: false,
		});
	});

	it('when the tolerance is not a number, whatever the clock says', () => {
		expect(believed({ toleranceSeconds: Number.NaN })).toBe(false);
		expect(believed({ toleranceSeconds: -1 })).toBe(false);
	});

	it('not, when the tolerance reaches far enough', () => {
		expect(believed({ toleranceSeconds: 0 })).toBe(true);
		expect(believed({ toleranceSeconds: 86_400, nowSeconds: T + 86_400 })).toBe(true);
	});
});

/** The text with one bit of one of its (Latin-1) characters turned over. */
function withBitTurned(text: string, bit: number): string {
	const bytes = Buffer.from(text, 'latin1');
	bytes[bit >> 3] = bytes[bit >> 3]! ^ (1 << (bit & 7));
	return bytes.toString('latin1');
}

describe('any change of a single bit is refused', () => {
	it('anywhere in the header', () => {
		for (let bit = 0; bit < header.length * 8; bit++) {
			expect([bit, believed({ header: withBitTurned(header, bit) })]).toEqual([bit, false]);
		}
	});

	it('anywhere in the secret', () => {
		for (let bit = 0; bit < SECRET_ONE.length * 8; bit++) {
			const secrets = [withBitTurned(SECRET_ONE, bit)];
			expect([bit, believed({ secrets })]).toEqual([bit, false]);
		}
	});

	it.each(Object.entries(VECTORS).filter(([, { body }]) => body.length > 0))(
		'anywhere in the body: %s',
		(_, { body, v1 }) => {
			const property = fc.property(fc.nat(body.length * 8 - 1), (bit) => {
				body[bit >> 3] = body[bit >> 3]! ^ (1 << (bit & 7));
				const passed = believed({ body, header: `t=${T},v1=${v1}` });
				body[bit >> 3] = body[bit >> 3]! ^ (1 << (bit & 7));
				return !passed;
			});
			fc.assert(property, { numRuns: body.length > 1000 ? 200 : 1000 });
			expect(believed({ body, header: `t=${T},v1=${v1}` })).toBe(true);
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

	it('neither crash nor pass: 100,000 of them', () => {
		let wellFormed = 0;
		const property = fc.property(anyHeader, (value) => {
			if (parseHeader(value)) wellFormed++;
			return !believed({ header: value });
		});
		fc.assert(property, { numRuns: 100_000 });
		expect(wellFormed).toBeGreaterThan(1000); // else the comparison itself was hardly reached
	}, 120_000);
});
