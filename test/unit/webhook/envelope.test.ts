import { eventIdOf, parseEnvelope } from '../../../nodes/CustomerRelationship/webhook/envelope';

describe('parseEnvelope', () => {
	it('returns the envelope unchanged, with unknown properties and key order', () => {
		const text =
			'{"id":"evt_1","new":[1,null],"event":"deal.created","data":{"__proto__":{"a":"\uFEFF"}}}';
		expect(JSON.stringify(parseEnvelope(Buffer.from(text)))).toBe(text);
	});

	it('skips a byte order mark', () => {
		expect(parseEnvelope(Buffer.from('\uFEFF{"id":"evt_1"}'))).toEqual({ id: 'evt_1' });
	});

	it.each(['', '[]', '"text"', '1', 'null', '{"event"', 'event=contact.created'])(
		'returns undefined for %j',
		(text) => {
			expect(parseEnvelope(Buffer.from(text))).toBeUndefined();
		},
	);
});

describe('eventIdOf', () => {
	it.each([
		[{ id: 'evt_1' }, 'evt_1'],
		[{ id: 7 }, '7'],
		[{ id: Number.MAX_SAFE_INTEGER }, '9007199254740991'],
		// JSON.parse may have rounded it.
		[{ id: Number.MAX_SAFE_INTEGER + 1 }, undefined],
		[{ id: '' }, undefined],
		[{ id: null }, undefined],
		[{ id: {} }, undefined],
		[{}, undefined],
	])('for %j returns %j', (envelope, id) => {
		expect(eventIdOf(envelope)).toBe(id);
	});
});
