/** Collected messages against a model: any deliveries, resends, hang-ups, failed runs and ends of the process. */
import fc from 'fast-check';
import type { MessageCollection } from '../../../nodes/CustomerRelationship/webhook/collection';
import { DeliveryDeduplicator } from '../../../nodes/CustomerRelationship/webhook/deduplication';
import { MessageCollector } from '../../../nodes/CustomerRelationship/webhook/messageCollector';
import { FakeResponse } from './fakeResponse';

const EVENTS = 12;
const conversationOf = (event: number) => `conversation ${event % 2}`;

/** A run of n8n: what it has to answer. */
interface Run {
	events: string[];
	response: FakeResponse;
}

/** The service, and an n8n whose process can end. */
class World {
	private now = 0;
	private collector!: MessageCollector;
	private deduplicator!: DeliveryDeduplicator;
	private waiting: Array<{ collection: MessageCollection; response: FakeResponse }> = [];
	private runs: Run[] = [];
	private connected: Array<{ event: number; response: FakeResponse }> = [];
	/** Of this process, in executions that succeeded. */
	private succeeded: string[] = [];
	private readonly everSucceeded = new Set<string>();
	readonly acknowledged = new Set<string>();

	constructor() {
		this.beginProcess();
	}

	/** Ends the process: connections break, runs are gone. */
	beginProcess(): void {
		this.waiting = [];
		this.runs = [];
		this.connected = [];
		this.succeeded = [];
		this.collector = new MessageCollector(() => this.now);
		this.deduplicator = new DeliveryDeduplicator();
	}

	deliver(event: number): void {
		const eventId = String(event);
		const response = new FakeResponse();
		const conversation = conversationOf(event);
		const createdAt = new Date(event * 1000).toISOString();
		const message = {
			...{ eventId, headers: undefined },
			envelope: { id: eventId, data: { createdAt } },
		};
		const respondToHeld = (isAccepted: boolean) => this.respond(response, isAccepted ? 200 : 503);
		const delivery = { message, conversation, silenceMs: 8_000, response, respondToHeld };
		this.connected.push({ event, response });
		const result = this.collector.receive(delivery, this.deduplicator);
		if (result === 'alreadyAccepted') this.respond(response, 200);
		else if (result === 'inProgress') this.respond(response, 503);
		else if (result !== 'held') this.waiting.push({ collection: result, response });
		this.startDue();
	}

	advance(seconds: number): void {
		this.now += seconds * 1000;
		this.startDue();
	}

	hangUp(index: number): void {
		const [gone] = this.connected.splice(index % (this.connected.length || 1), 1);
		gone?.response.hangUp();
	}

	endRun(index: number, statusCode: number): void {
		const [run] = this.runs.splice(index % (this.runs.length || 1), 1);
		if (!run) return;
		if (statusCode === 200) {
			this.succeeded.push(...run.events);
			for (const event of run.events) this.everSucceeded.add(event);
		}
		this.respond(run.response, statusCode);
		this.startDue();
	}

	/** The service sends what is not acknowledged until nothing is left, and every run succeeds. */
	settle(): void {
		for (let round = 0; round < 4; round++) {
			for (let event = 0; event < EVENTS; event++) {
				if (!this.acknowledged.has(String(event))) this.deliver(event);
			}
			this.advance(60);
			while (this.runs.length > 0) this.endRun(0, 200);
		}
	}

	check(): void {
		// No message is in two executions that succeeded.
		expect(this.succeeded).toHaveLength(new Set(this.succeeded).size);
		// What was acknowledged has run.
		for (const event of this.acknowledged) expect(this.everSucceeded).toContain(event);
	}

	private startDue(): void {
		this.waiting = this.waiting.filter(({ collection, response }) => {
			if (!this.collector.startIfDue(collection)) return true;
			const { collected } = collection.toItem();
			const { events } = collected as unknown as { events: Array<{ id: string }> };
			const ids = events.map(({ id }) => id);
			expect(ids).toEqual([...new Set(ids)].sort((a, b) => Number(a) - Number(b)));
			this.runs.push({ events: ids, response });
			return false;
		});
	}

	private respond(response: FakeResponse, statusCode: number): void {
		const caller = this.connected.find((delivery) => delivery.response === response);
		if (!caller) return response.sendAfterHangUp(statusCode);
		this.connected.splice(this.connected.indexOf(caller), 1);
		if (statusCode === 200) this.acknowledged.add(String(caller.event));
		response.send(statusCode);
	}
}

const step = fc.oneof(
	{ weight: 30, arbitrary: fc.record({ deliver: fc.nat(EVENTS - 1) }) },
	{ weight: 15, arbitrary: fc.record({ advance: fc.constantFrom(1, 7, 8, 30, 60) }) },
	{ weight: 10, arbitrary: fc.record({ hangUp: fc.nat(5) }) },
	{ weight: 15, arbitrary: fc.record({ end: fc.nat(5), status: fc.constantFrom(200, 500) }) },
	{ weight: 1, arbitrary: fc.constant({ kill: true as const }) },
);

it('loses nothing that was acknowledged, and runs nothing twice', () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			const world = new World();
			for (const action of steps) {
				if ('deliver' in action) world.deliver(action.deliver);
				else if ('advance' in action) world.advance(action.advance);
				else if ('hangUp' in action) world.hangUp(action.hangUp);
				else if ('end' in action) world.endRun(action.end, action.status);
				else world.beginProcess();
				world.check();
			}
			world.settle();
			world.check();
			expect(world.acknowledged.size).toBe(EVENTS);
		}),
	);
});
