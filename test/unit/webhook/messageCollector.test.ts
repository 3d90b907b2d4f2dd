import type { IDataObject } from 'n8n-workflow';
import type { MessageCollection } from '../../../nodes/CustomerRelationship/webhook/collection';
import { DeliveryDeduplicator } from '../../../nodes/CustomerRelationship/webhook/deduplication';
import {
	MAX_FAILED_COLLECTIONS,
	MAX_OPEN_COLLECTIONS,
	MessageCollector,
	type ReceiveResult,
} from '../../../nodes/CustomerRelationship/webhook/messageCollector';
import { FakeResponse } from './fakeResponse';

const SILENCE_MS = 8_000;

let now: number;
let collector: MessageCollector;
let deduplicator: DeliveryDeduplicator;

beforeEach(() => {
	now = 1_000_000;
	collector = new MessageCollector(() => now);
	deduplicator = new DeliveryDeduplicator();
});

const advance = (seconds: number) => {
	now += seconds * 1000;
};

interface Delivered {
	result: ReceiveResult;
	response: FakeResponse;
	/** What the node itself responded with, once the delivery was released. */
	answers: boolean[];
}

/** Delivers an event of a conversation. */
function deliver(eventId: string, conversation = 'conversation'): Delivered {
	const response = new FakeResponse();
	const answers: boolean[] = [];
	const respondToHeld = (isAccepted: boolean) => {
		answers.push(isAccepted);
		response.send(isAccepted ? 200 : 503);
	};
	const envelope: IDataObject = { id: eventId, data: { text: `text of ${eventId}` } };
	const message = { eventId, envelope, headers: undefined };
	const delivery = { message, conversation, silenceMs: SILENCE_MS, response, respondToHeld };
	return { result: collector.receive(delivery, deduplicator), response, answers };
}

/** Delivers the first event of a collection. */
function begin(eventId: string, conversation?: string) {
	const { result, response } = deliver(eventId, conversation);
	if (typeof result === 'string') throw new Error(`${eventId} began no collection: ${result}`);
	return { collection: result, response };
}

const hasStarted = ({ collection }: { collection: MessageCollection }) =>
	collector.startIfDue(collection);
const idsOf = (collection: ReceiveResult) =>
	typeof collection === 'string' ? collection : collection.eventIds;

/** A collection of three events whose run was answered. */
function runOfThree(statusCode: number) {
	const first = begin('e1');
	const others = [deliver('e2'), deliver('e3')];
	advance(8);
	expect(hasStarted(first)).toBe(true);
	first.response.send(statusCode);
	return { ...first, others };
}

describe('a collection ends', () => {
	it('after so many seconds without a message', () => {
		const first = begin('e1');
		advance(7.9);
		expect(hasStarted(first)).toBe(false);
		advance(0.1);
		expect(hasStarted(first)).toBe(true);
		expect(idsOf(first.collection)).toEqual(['e1']);
	});

	it('later with each message', () => {
		const first = begin('e1');
		advance(7);
		expect(deliver('e2').result).toBe('held');
		advance(7);
		expect(hasStarted(first)).toBe(false);
		advance(1);
		expect(hasStarted(first)).toBe(true);
		expect(idsOf(first.collection)).toEqual(['e1', 'e2']);
	});

	it('after 60 seconds, though the customer goes on writing', () => {
		const first = begin('e0');
		for (let index = 1; index <= 11; index++) {
			advance(5);
			deliver(`e${index}`);
			expect(hasStarted(first)).toBe(false);
		}
		advance(5);
		expect(hasStarted(first)).toBe(true);
		expect(begin('e12').collection).not.toBe(first.collection);
	});

	it('with 20 messages', () => {
		const first = begin('e1');
		for (let index = 2; index <= 19; index++) deliver(`e${index}`);
		expect(hasStarted(first)).toBe(false);
		deliver('e20');
		expect(hasStarted(first)).toBe(true);
		expect(begin('e21').collection.eventIds).toEqual(['e21']);
	});

	it('with the 20th message, before anybody looks whether it has started', () => {
		const first = begin('e1');
		for (let index = 2; index <= 20; index++) deliver(`e${index}`);
		expect(begin('e21').collection.eventIds).toEqual(['e21']);
		expect(hasStarted(first)).toBe(true);
		expect(first.collection.eventIds).toHaveLength(20);
	});

	it('at once where it is the oldest of 50, and one more begins', () => {
		const collections = Array.from({ length: MAX_OPEN_COLLECTIONS }, (_, index) =>
			begin(`e${index}`, `c${index}`),
		);
		expect(collections.some(hasStarted)).toBe(false);
		begin('one more', 'another');
		expect(collections.map(hasStarted).indexOf(true)).toBe(0);
		expect(collections.filter(hasStarted)).toHaveLength(1);
		// Started collections do not count.
		collections[0]!.response.send(200);
		expect(collections.filter(hasStarted)).toHaveLength(1);
	});
});

it('collects conversations separately', () => {
	const one = begin('e1', 'one');
	const other = begin('e2', 'other');
	deliver('e3', 'one');
	advance(8);
	expect([one, other].map(hasStarted)).toEqual([true, true]);
	expect([one, other].map(({ collection }) => collection.eventIds)).toEqual([['e1', 'e3'], ['e2']]);
});

describe('the other deliveries of a collection', () => {
	it.each([
		[199, false],
		[200, true],
		[299, true],
		[300, false],
		[500, false],
	])('are answered when the first is answered with %i: %s', (statusCode, isAccepted) => {
		const first = begin('e1');
		const others = [deliver('e2'), deliver('e3')];
		advance(8);
		expect(hasStarted(first)).toBe(true);
		expect(others.flatMap(({ answers }) => answers)).toEqual([]);
		first.response.send(statusCode);
		expect(others.map(({ answers }) => answers)).toEqual([[isAccepted], [isAccepted]]);
	});

	it('are all answered, even if one response can’t be sent', () => {
		const first = begin('e1');
		const broken = deliver('e2');
		broken.response.send = () => {
			throw new Error('headers sent');
		};
		const other = deliver('e3');
		advance(8);
		expect(hasStarted(first)).toBe(true);
		first.response.send(200);
		expect(other.answers).toEqual([true]);
	});

	it('add one listener to the first response, however many they are', () => {
		const first = begin('e1');
		for (let index = 2; index <= 15; index++) deliver(`e${index}`);
		expect(first.response.listenerCount('close')).toBe(1);
	});
});

describe('a resend', () => {
	it('is in progress until the run is answered, then accepted', () => {
		const first = begin('e1');
		deliver('e2');
		const resend = () => [deliver('e1').result, deliver('e2').result];
		expect(resend()).toEqual(['inProgress', 'inProgress']);
		advance(8);
		expect(hasStarted(first)).toBe(true);
		expect(resend()).toEqual(['inProgress', 'inProgress']);
		expect(idsOf(first.collection)).toEqual(['e1', 'e2']);
		first.response.send(200);
		expect(resend()).toEqual(['alreadyAccepted', 'alreadyAccepted']);
	});
});

describe('once the first caller has hung up', () => {
	it('the collection goes on, and the others are to be sent again', () => {
		const first = begin('e1');
		const before = deliver('e2');
		first.response.hangUp();
		expect(before.answers).toEqual([false]);
		const after = deliver('e3');
		expect(after).toMatchObject({ result: 'held', answers: [false] });
		advance(8);
		expect(hasStarted(first)).toBe(true);
		expect(idsOf(first.collection)).toEqual(['e1', 'e2', 'e3']);
	});

	it('during the run, the others are to be sent again', () => {
		const first = begin('e1');
		const other = deliver('e2');
		advance(8);
		expect(hasStarted(first)).toBe(true);
		first.response.hangUp();
		expect(other.answers).toEqual([false]);
		expect(deliver('e2').result).toBe('inProgress');
	});

	it.each([
		[200, 'alreadyAccepted'],
		[500, ['e1', 'e2']],
	])('a resend depends on what n8n responded with: %i', (statusCode, expected) => {
		const first = begin('e1');
		deliver('e2');
		first.response.hangUp();
		advance(8);
		expect(hasStarted(first)).toBe(true);
		expect(deliver('e2').result).toBe('inProgress');
		first.response.sendAfterHangUp(statusCode);
		expect(idsOf(deliver('e2').result)).toEqual(expected);
	});

	it('before the node sees the response, the collection goes on all the same', () => {
		const response = new FakeResponse();
		response.hangUp();
		const envelope = { id: 'e1' };
		const message = { eventId: 'e1', envelope, headers: undefined };
		const delivery = {
			...{ message, conversation: 'conversation', silenceMs: SILENCE_MS, response },
			respondToHeld: () => {},
		};
		const result = collector.receive(delivery, deduplicator) as MessageCollection;
		expect(deliver('e2').answers).toEqual([false]);
		advance(8);
		expect(collector.startIfDue(result)).toBe(true);
	});
});

describe('while the run before is in progress', () => {
	let before: ReturnType<typeof begin>;
	beforeEach(() => {
		before = begin('e1');
		advance(8);
		expect(hasStarted(before)).toBe(true);
	});

	it.each([200, 500])('a collection waits until it is answered, with %i', (statusCode) => {
		const next = begin('e2');
		advance(20);
		expect(hasStarted(next)).toBe(false);
		before.response.send(statusCode);
		expect(hasStarted(next)).toBe(true);
	});

	it('a collection starts as soon as n8n has responded, even to a caller who hung up', () => {
		const next = begin('e2');
		before.response.hangUp();
		advance(20);
		expect(hasStarted(next)).toBe(false);
		before.response.sendAfterHangUp(200);
		expect(hasStarted(next)).toBe(true);
	});

	it('a collection goes on taking messages, more than 20', () => {
		const next = begin('n1');
		for (let index = 2; index <= 25; index++) expect(deliver(`n${index}`).result).toBe('held');
		advance(10);
		expect(hasStarted(next)).toBe(false);
		before.response.send(200);
		expect(hasStarted(next)).toBe(true);
		expect(next.collection.eventIds).toHaveLength(25);
	});

	it('a collection waits for the customer’s silence, too', () => {
		const next = begin('e2');
		before.response.send(200);
		expect(hasStarted(next)).toBe(false);
	});

	it('a collection starts after 60 seconds in any case, and the next one waits for that alone', () => {
		const next = begin('e2');
		advance(59.9);
		expect(hasStarted(next)).toBe(false);
		advance(0.1);
		expect(hasStarted(next)).toBe(true);
		const third = begin('e3');
		advance(8);
		expect(hasStarted(third)).toBe(false);
		// The first run, still not answered, no longer counts; its answer frees nobody.
		before.response.send(200);
		expect(hasStarted(third)).toBe(false);
		next.response.send(200);
		expect(hasStarted(third)).toBe(true);
	});

	it('the bound of 50 starts a collection all the same', () => {
		const next = begin('e2');
		for (let index = 1; index <= MAX_OPEN_COLLECTIONS; index++) begin(`o${index}`, `c${index}`);
		expect(hasStarted(next)).toBe(true);
	});

	it('another conversation waits for nobody', () => {
		const other = begin('e2', 'other');
		advance(8);
		expect(hasStarted(other)).toBe(true);
	});
});

describe('a collection whose run failed', () => {
	it.each(['e1', 'e2', 'e3'])('starts again at once, whole, when %s is sent again', (eventId) => {
		const { collection } = runOfThree(500);
		const item = collection.toItem();
		advance(3600);
		const again = begin(eventId);
		expect(hasStarted(again)).toBe(true);
		expect(again.collection.toItem()).toEqual(item);
		const resend = () => ['e1', 'e2', 'e3'].map((id) => deliver(id).result);
		expect(resend()).toEqual(['inProgress', 'inProgress', 'inProgress']);
		again.response.send(200);
		expect(resend()).toEqual(['alreadyAccepted', 'alreadyAccepted', 'alreadyAccepted']);
	});

	it('is kept again when it fails again, also behind a caller who hung up', () => {
		runOfThree(500);
		begin('e2').response.send(503);
		const third = begin('e3');
		third.response.hangUp();
		expect(deliver('e1').result).toBe('inProgress');
		third.response.sendAfterHangUp(500);
		expect(idsOf(deliver('e1').result)).toEqual(['e1', 'e2', 'e3']);
	});

	it('waits for no other, while an open one waits for it', () => {
		runOfThree(500);
		const open = begin('e4');
		const again = begin('e1');
		expect(hasStarted(again)).toBe(true);
		expect(idsOf(again.collection)).toEqual(['e1', 'e2', 'e3']);
		advance(8);
		expect(hasStarted(open)).toBe(false);
		again.response.send(200);
		expect(hasStarted(open)).toBe(true);
	});

	it('and one that started before it was repeated are both awaited', () => {
		runOfThree(500);
		const next = begin('n1');
		advance(8);
		expect(hasStarted(next)).toBe(true);
		const again = begin('e1');
		again.response.send(200);
		const third = begin('n2');
		advance(8);
		expect(hasStarted(third)).toBe(false);
		next.response.send(200);
		expect(hasStarted(third)).toBe(true);
	});

	it('leaves out what was accepted by itself meanwhile', () => {
		runOfThree(500);
		const alone = new FakeResponse();
		deduplicator.claim('e2', alone);
		alone.send(200);
		expect(begin('e1').collection.eventIds).toEqual(['e1', 'e3']);
	});

	it('leaves out what is in progress by itself', () => {
		runOfThree(500);
		deduplicator.claim('e2', new FakeResponse());
		expect(begin('e1').collection.eventIds).toEqual(['e1', 'e3']);
	});

	it('starts again only for its own conversation', () => {
		runOfThree(500);
		deduplicator = new DeliveryDeduplicator();
		expect(begin('e1', 'of another trigger').collection.eventIds).toEqual(['e1']);
	});

	it('is kept, with the newest 50 of the process', () => {
		const fail = (index: number) => {
			const first = begin(`a${index}`, `c${index}`);
			deliver(`b${index}`, `c${index}`);
			advance(8);
			expect(hasStarted(first)).toBe(true);
			first.response.send(500);
		};
		for (let index = 0; index <= MAX_FAILED_COLLECTIONS; index++) fail(index);
		expect(begin('b1', 'c1').collection.eventIds).toEqual(['a1', 'b1']);
		expect(begin('b0', 'c0').collection.eventIds).toEqual(['b0']);
	});
});

it('holds nothing once all is answered', () => {
	runOfThree(200);
	for (const kept of ['open', 'running', 'failed']) {
		const { size, length } = Reflect.get(collector, kept) as { size?: number; length?: number };
		expect(size ?? length).toBe(0);
	}
});
