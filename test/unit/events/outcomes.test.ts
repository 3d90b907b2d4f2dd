import { EventEmitter } from 'node:events';
import { REMEMBERED } from '../../../nodes/CustomerRelationship/events/duplicates';
import { Outcomes } from '../../../nodes/CustomerRelationship/events/outcomes';

/** n8n's response object, as far as it is followed. */
class Answer extends EventEmitter {
	statusCode = 200;
	writableEnded = false;

	send(statusCode: number): void {
		this.statusCode = statusCode;
		this.writableEnded = true;
		this.emit('close');
	}

	hangUp(): void {
		this.emit('close');
	}

	sendToNobody(statusCode: number): void {
		this.statusCode = statusCode;
		this.writableEnded = true;
	}
}

describe('deliveries of one event', () => {
	let outcomes: Outcomes;
	let first: Answer;
	const claim = (answer = new Answer(), mark = 'event') => outcomes.claim('node', mark, answer);

	beforeEach(async () => {
		outcomes = new Outcomes();
		first = new Answer();
		expect(await claim(first)).toBe('claimed');
	});

	it('run once when the first was answered 200', async () => {
		first.send(200);
		expect(await claim()).toBe('accepted');
		expect(outcomes.acceptedBy('node')).toEqual(['event']);
	});

	it('run again when the first was answered 500', async () => {
		first.send(500);
		expect(outcomes.acceptedBy('node')).toEqual([]);
		expect(await claim()).toBe('claimed');
	});

	it('run independently for another event and another node', async () => {
		first.send(200);
		expect(await claim(new Answer(), 'other')).toBe('claimed');
		expect(await outcomes.claim('other node', 'event', new Answer())).toBe('claimed');
	});

	it('wait while the first is under way', async () => {
		let second: string | undefined;
		const waiting = claim().then((result) => (second = result));
		await new Promise(setImmediate);
		expect(second).toBeUndefined();
		first.send(200);
		await waiting;
		expect(second).toBe('accepted');
	});

	it('take over one at a time when the first fails', async () => {
		const others = [new Answer(), new Answer(), new Answer()];
		const claims = others.map(async (answer) => ({ answer, claim: await claim(answer) }));
		first.send(500);
		const winner = await Promise.race(claims);
		expect(winner.claim).toBe('claimed');
		winner.answer.send(200);
		const results = (await Promise.all(claims)).map((result) => result.claim);
		expect(results.sort()).toEqual(['accepted', 'accepted', 'claimed']);
	});

	it('are asked to come back while a run goes on whose caller hung up', async () => {
		const waiting = claim();
		first.hangUp();
		expect(await waiting).toBe('running');
		expect(await claim()).toBe('running');
		first.sendToNobody(200);
		expect(await claim()).toBe('accepted');
	});

	it('run again when that run failed', async () => {
		first.hangUp();
		first.sendToNobody(500);
		expect(outcomes.acceptedBy('node')).toEqual([]);
		expect(await claim()).toBe('claimed');
	});

	it('are remembered a thousand at a time', async () => {
		first.send(200);
		for (let index = 0; index < REMEMBERED; index++) {
			const answer = new Answer();
			await claim(answer, `event ${index}`);
			answer.send(200);
		}
		expect(outcomes.acceptedBy('node')).toHaveLength(REMEMBERED);
		expect(await claim()).toBe('claimed');
	});
});
