import {
	DeliveryDeduplicator,
	MAX_ACCEPTED_EVENTS,
} from '../../../nodes/CustomerRelationship/webhook/deduplication';
import { FakeResponse } from './fakeResponse';

let deduplicator: DeliveryDeduplicator;
let first: FakeResponse;
const claim = (eventId = 'event', response = new FakeResponse()) =>
	deduplicator.claim(eventId, response);

beforeEach(() => {
	deduplicator = new DeliveryDeduplicator();
	first = new FakeResponse();
	expect(claim('event', first)).toBe('claimed');
});

describe('a second delivery of an event', () => {
	it.each([
		[199, 'claimed'],
		[200, 'alreadyAccepted'],
		[299, 'alreadyAccepted'],
		[300, 'claimed'],
		[503, 'claimed'],
	])('after the first was answered with %i: %s', (status, expected) => {
		first.send(status);
		expect(claim()).toBe(expected);
		expect(claim()).toBe(expected === 'alreadyAccepted' ? 'alreadyAccepted' : 'inProgress');
	});

	it('is reported as in progress until the first is answered', () => {
		expect(claim()).toBe('inProgress');
		expect(claim()).toBe('inProgress');
		first.send(200);
		expect(claim()).toBe('alreadyAccepted');
	});

	it.each([
		[200, 'alreadyAccepted'],
		[500, 'claimed'],
	])(
		'depends on the response of n8n, even if the caller hung up before: %i',
		(status, expected) => {
			first.hangUp();
			expect(claim()).toBe('inProgress');
			first.sendAfterHangUp(status);
			expect(claim()).toBe(expected);
		},
	);

	it('is a duplicate once the first is answered, before its connection closes', () => {
		first.sendAfterHangUp(200);
		expect(claim()).toBe('alreadyAccepted');
	});
});

it('claims events with different IDs separately', () => {
	first.send(200);
	expect(claim('another')).toBe('claimed');
	// Unpaired surrogates: UTF-8 would encode both the same.
	expect([claim('\ud83d'), claim('\ud83e')]).toEqual(['claimed', 'claimed']);
});

it('stores a short digest of an ID of any length', () => {
	claim('x'.repeat(1_000_000));
	for (const kept of Reflect.get(deduplicator, 'inProgress').keys()) expect(kept).toHaveLength(44);
});

/** Claims and accepts the events with these numbers. */
function accept(from: number, to: number): void {
	for (let index = from; index < to; index++) {
		const response = new FakeResponse();
		expect(claim(`event ${index}`, response)).toBe('claimed');
		response.send(200);
	}
}

it('remembers the newest 1,000 accepted events', () => {
	first.send(200);
	accept(1, MAX_ACCEPTED_EVENTS);
	expect(claim()).toBe('alreadyAccepted');
	accept(MAX_ACCEPTED_EVENTS, MAX_ACCEPTED_EVENTS + 1);
	expect(claim()).toBe('claimed');
	expect(claim('event 1')).toBe('alreadyAccepted');
});

it('never evicts an event in progress', () => {
	accept(0, 3 * MAX_ACCEPTED_EVENTS);
	expect(claim()).toBe('inProgress');
	first.send(200);
	expect(claim()).toBe('alreadyAccepted');
});

it('evicts by time of acceptance, not of arrival', () => {
	accept(0, MAX_ACCEPTED_EVENTS - 1);
	first.send(200);
	accept(MAX_ACCEPTED_EVENTS - 1, MAX_ACCEPTED_EVENTS);
	expect(claim()).toBe('alreadyAccepted');
	expect(claim('event 0')).toBe('claimed');
});

it('releases a response once it is answered and closed', () => {
	first.send(200);
	expect(Reflect.get(deduplicator, 'inProgress').size).toBe(0);
});
