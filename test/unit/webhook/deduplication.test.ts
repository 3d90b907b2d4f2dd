import { EventEmitter } from 'node:events';
import { Memory, REMEMBERED } from '../../../nodes/CustomerRelationship/webhook/deduplication';

/** n8n's response object, as far as it is followed. */
class Answer extends EventEmitter {
	statusCode = 200;
	writableEnded = false;

	/** The caller hears it. */
	send(statusCode: number): void {
		this.sendToNobody(statusCode);
		this.emit('close');
	}

	/** The caller has hung up before: `close` does not come again. */
	sendToNobody(statusCode: number): void {
		this.statusCode = statusCode;
		this.writableEnded = true;
	}

	hangUp(): void {
		this.emit('close');
	}
}

let memory: Memory;
let first: Answer;
const claim = (eventId = 'event', answer = new Answer()) => memory.claim(eventId, answer);

beforeEach(() => {
	memory = new Memory();
	first = new Answer();
	expect(claim('event', first)).toBe('claimed');
});

describe('a second delivery of an event', () => {
	it.each([
		[199, 'claimed'],
		[200, 'accepted'],
		[299, 'accepted'],
		[300, 'claimed'],
		[503, 'claimed'],
	])('where the first was answered %i: %s', (status, expected) => {
		first.send(status);
		expect(claim()).toBe(expected);
		expect(claim()).toBe(expected === 'accepted' ? 'accepted' : 'underWay');
	});

	it('starts nothing while the first is under way', () => {
		expect(claim()).toBe('underWay');
		expect(claim()).toBe('underWay');
		first.send(200);
		expect(claim()).toBe('accepted');
	});

	it.each([
		[200, 'accepted'],
		[500, 'claimed'],
	])('knows how a run ended whose caller had hung up: %i', (status, expected) => {
		first.hangUp();
		expect(claim()).toBe('underWay');
		first.sendToNobody(status);
		expect(claim()).toBe(expected);
	});

	it('is known as soon as the first is answered, not when its connection closes', () => {
		first.sendToNobody(200);
		expect(claim()).toBe('accepted');
	});
});

it('tells events apart', () => {
	first.send(200);
	expect(claim('another')).toBe('claimed');
	// Halves of an emoji, which UTF-8 can't hold: they would be one.
	expect([claim('\ud83d'), claim('\ud83e')]).toEqual(['claimed', 'claimed']);
});

it('keeps little of an id, however long it is', () => {
	claim('x'.repeat(1_000_000));
	for (const kept of Reflect.get(memory, 'underWay').keys()) expect(kept).toHaveLength(44);
});

/** Runs and accepts events of these numbers. */
function accept(from: number, to: number): void {
	for (let index = from; index < to; index++) {
		const answer = new Answer();
		expect(claim(`event ${index}`, answer)).toBe('claimed');
		answer.send(200);
	}
}

it('keeps the newest thousand accepted events', () => {
	first.send(200);
	accept(1, REMEMBERED);
	expect(claim()).toBe('accepted');
	accept(REMEMBERED, REMEMBERED + 1);
	expect(claim()).toBe('claimed');
	expect(claim('event 1')).toBe('accepted');
});

it('forgets no event that is under way, however many others come', () => {
	accept(0, 3 * REMEMBERED);
	expect(claim()).toBe('underWay');
	first.send(200);
	expect(claim()).toBe('accepted');
});

it('counts by when events were accepted, not by when they came', () => {
	accept(0, REMEMBERED - 1);
	first.send(200);
	accept(REMEMBERED - 1, REMEMBERED);
	expect(claim()).toBe('accepted');
	expect(claim('event 0')).toBe('claimed');
});

it('lets go of a response once it was answered and closed', () => {
	first.send(200);
	expect(Reflect.get(memory, 'underWay').size).toBe(0);
});
