import { envelopeIn, eventIdOf } from '../../../nodes/CustomerRelationship/webhook/envelope';
import { isSelected, selectedKinds } from '../../../nodes/CustomerRelationship/webhook/selection';
import { SAMPLE_DATA } from '../../../playground/sampleEvents';

describe('the envelope in a body', () => {
	it('comes out as it went in, unknown properties and key order included', () => {
		const text =
			'{"id":"evt_1","new":[1,null],"event":"deal.created","data":{"__proto__":{"a":1}}}';
		expect(JSON.stringify(envelopeIn(Buffer.from(text)))).toBe(text);
	});

	it('may follow a byte order mark', () => {
		expect(envelopeIn(Buffer.from('\uFEFF{"id":"evt_1"}'))).toEqual({ id: 'evt_1' });
	});

	it('holds byte order marks of its own', () => {
		expect(envelopeIn(Buffer.from('{"id":"\uFEFFa"}'))).toEqual({ id: '\uFEFFa' });
	});

	it.each(['', '[]', '"text"', '1', 'null', '{"event"', 'event=contact.created'])(
		'is missing in %j',
		(text) => {
			expect(envelopeIn(Buffer.from(text))).toBeUndefined();
		},
	);
});

describe('the id of an event', () => {
	it.each([
		[{ id: 'evt_1' }, 'evt_1'],
		[{ id: 7 }, '7'],
		[{ id: '' }, undefined],
		[{ id: null }, undefined],
		[{ id: {} }, undefined],
		[{}, undefined],
	])('in %j is %j', (envelope, id) => {
		expect(eventIdOf(envelope)).toBe(id);
	});
});

describe('an event starts the workflow', () => {
	const kinds = selectedKinds(['contact.created'], ' deal.won , deal.lost,');

	it.each<[unknown, boolean]>([
		['contact.created', true],
		['deal.won', true],
		['deal.lost', true],
		['deal.created', false],
		['contact', false],
		['CONTACT.CREATED', false],
		['', false],
		[undefined, false],
		[['deal.won'], false],
	])('when its kind %j is chosen or typed in: %s', (event, selected) => {
		expect(isSelected(kinds, event)).toBe(selected);
	});

	it('of any kind when any is chosen, even of none', () => {
		expect(isSelected(selectedKinds(['*'], ''), 'brand.new')).toBe(true);
		expect(isSelected(selectedKinds([], '*'), 'brand.new')).toBe(true);
		expect(isSelected(selectedKinds(['*'], ''), undefined)).toBe(true);
	});

	it('of no kind when nothing is chosen', () => {
		expect(selectedKinds([], '').size).toBe(0);
		expect(selectedKinds(undefined, undefined).size).toBe(0);
		expect(isSelected(selectedKinds([], ''), '')).toBe(false);
	});

	it('from an array that an expression gives', () => {
		expect(selectedKinds([], ['deal.won', ' deal.lost '])).toEqual(
			new Set(['deal.won', 'deal.lost']),
		);
	});
});

it('there is a sample of each event that the specification lists', () => {
	expect(Object.keys(SAMPLE_DATA)).toEqual([
		'contact.created',
		'deal.created',
		'message.failed',
		'message.received',
		'message.sent',
	]);
	expect(Object.keys(SAMPLE_DATA['contact.created']!)).toEqual([
		'contactId',
		'name',
		'phoneNumber',
		'email',
	]);
	expect(SAMPLE_DATA['message.failed']).toMatchObject({
		status: 'failed',
		error: { code: expect.any(String) },
	});
});
