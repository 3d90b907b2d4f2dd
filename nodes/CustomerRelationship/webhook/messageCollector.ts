import {
	MessageCollection,
	type RespondToHeld,
	type DeliveryResponse,
	type ReceivedMessage,
} from './collection';
import {
	isSuccessStatus,
	type ClaimResult,
	type DeliveryDeduplicator,
	type TrackedResponse,
} from './deduplication';

/** A collection starts at this age, in ms, whatever it waits for. */
export const MAX_COLLECTION_AGE_MS = 60_000;
/** The most collections that may be open in this process. If one more is opened, the oldest starts at once. */
export const MAX_OPEN_COLLECTIONS = 50;
/** How many failed collections this process keeps: the newest. */
export const MAX_FAILED_COLLECTIONS = 50;

/** One delivery of a message. */
export interface MessageDelivery {
	message: ReceivedMessage;
	/** Identifies trigger and conversation within the process. */
	conversation: string;
	/** How long the customer has to be silent, in ms. */
	silenceMs: number;
	response: DeliveryResponse;
	/**
	 * Answers this delivery if another one starts the workflow. It is called when n8n has responded to that
	 * one, or when its caller hangs up, since then no event tells of the response.
	 */
	respondToHeld: RespondToHeld;
}

/** A collection whose start the delivery has to await; or what became of the delivery. */
export type ReceiveResult = MessageCollection | 'held' | Exclude<ClaimResult, 'claimed'>;

/**
 * Collects the messages that customers write one after the other, for all triggers of this process: which
 * deliveries belong together, when a collection starts, and what each delivery is answered. The next
 * collection of a conversation waits until n8n has responded to the one before, for a minute at most, and less
 * if too many are open. If n8n responds when a run begins (*At Once*), runs may overlap.
 *
 * All events of a collection are claimed with the response to the delivery that starts it, so the trigger's
 * deduplicator accepts all of them or none. If the run fails, the collection is kept: the first resend of any of its
 * events starts it again, whole.
 */
export class MessageCollector {
	/** By conversation, the oldest first. */
	private readonly open = new Map<string, MessageCollection>();
	/** Started, and not seen to be answered. */
	private readonly running = new Set<MessageCollection>();
	/** The oldest first. */
	private readonly failed: MessageCollection[] = [];

	/** @param now a monotonic clock, in ms */
	constructor(private readonly now: () => number) {}

	/** Takes a delivery, unless its event is accepted or in progress. */
	receive(delivery: MessageDelivery, deduplicator: DeliveryDeduplicator): ReceiveResult {
		this.releaseAnswered();
		const { message, conversation, response } = delivery;
		const failedCollection = this.findFailed(delivery);
		const openedCollection = failedCollection ? undefined : this.startOrFindOpen(conversation);
		const trackedResponse = withoutListener(openedCollection?.response ?? response);
		const claim = deduplicator.claim(message.eventId, trackedResponse);
		if (claim !== 'claimed') return claim;
		if (failedCollection) {
			// Another event may have started a run by itself while collecting was off.
			const claimed = failedCollection.eventIds.filter(
				(id) => id === message.eventId || deduplicator.claim(id, trackedResponse) === 'claimed',
			);
			failedCollection.keepOnly(new Set(claimed));
			return this.startRunAgain(failedCollection, response);
		}
		const collection = openedCollection ?? this.openCollection(delivery);
		collection.add(message, this.now());
		if (!openedCollection) return collection;
		collection.hold(delivery.respondToHeld);
		if (collection.isAbandoned) collection.release(false);
		return 'held';
	}

	/** Starts a collection if it is due. @returns whether it has started */
	startIfDue(collection: MessageCollection): boolean {
		if (!collection.isStarted && this.isDue(collection)) this.startRun(collection);
		return collection.isStarted;
	}

	/** The collection that takes further messages of a conversation. One that is due takes none. */
	private startOrFindOpen(conversation: string): MessageCollection | undefined {
		const collection = this.open.get(conversation);
		return collection && !this.startIfDue(collection) ? collection : undefined;
	}

	private openCollection({
		conversation,
		response,
		silenceMs,
	}: MessageDelivery): MessageCollection {
		const [oldest] = this.open.values();
		if (oldest && this.open.size >= MAX_OPEN_COLLECTIONS) this.startRun(oldest);
		const timing = { openedAt: this.now(), silenceMs };
		const collection = new MessageCollection(conversation, response, timing);
		this.open.set(conversation, collection);
		this.settleOnClose(response);
		return collection;
	}

	/** Starts a failed collection again. It waits for no other: two that wait for each other would never start. */
	private startRunAgain(
		collection: MessageCollection,
		response: DeliveryResponse,
	): MessageCollection {
		this.failed.splice(this.failed.indexOf(collection), 1);
		collection.restartWith(response);
		this.settleOnClose(response);
		this.running.add(collection);
		return collection;
	}

	/** Starts a collection, even if others of its conversation run. Later ones wait for this one, not for those. */
	private startRun(collection: MessageCollection): void {
		for (const predecessor of this.findRunning(collection.conversation)) {
			predecessor.markOvertaken();
		}
		this.open.delete(collection.conversation);
		collection.start();
		this.running.add(collection);
	}

	private isDue(collection: MessageCollection): boolean {
		const now = this.now();
		if (collection.ageMs(now) >= MAX_COLLECTION_AGE_MS) return true;
		const predecessors = this.findRunning(collection.conversation);
		const isItsTurn = predecessors.every(({ isOvertaken }) => isOvertaken);
		return isItsTurn && collection.isComplete(now);
	}

	/** The collections of a conversation to which n8n has not responded. */
	private findRunning(conversation: string): MessageCollection[] {
		return [...this.running].filter(
			(collection) =>
				collection.conversation === conversation && !collection.response.writableEnded,
		);
	}

	/** If the caller hangs up, `close` may fire before n8n responds, or not at all. The next delivery then settles the collection. */
	private settleOnClose(response: DeliveryResponse): void {
		response.once('close', () => this.releaseAnswered());
	}

	/** Releases what is held for a response that has been sent, or that can't be awaited; keeps what failed. */
	private releaseAnswered(): void {
		for (const collection of [...this.open.values(), ...this.running]) {
			if (collection.isAbandoned) collection.release(false);
		}
		for (const collection of this.running) {
			const { response } = collection;
			if (!response.writableEnded) continue;
			this.running.delete(collection);
			const isAccepted = isSuccessStatus(response.statusCode);
			if (!isAccepted) this.keepFailed(collection);
			collection.release(isAccepted);
		}
	}

	private keepFailed(collection: MessageCollection): void {
		this.failed.push(collection);
		if (this.failed.length > MAX_FAILED_COLLECTIONS) this.failed.shift();
	}

	/** The failed collection that holds the event of a delivery. */
	private findFailed({ message, conversation }: MessageDelivery): MessageCollection | undefined {
		return this.failed.find(
			(collection) =>
				collection.conversation === conversation && collection.eventIds.includes(message.eventId),
		);
	}
}

/** A response as the deduplicator tracks it, without a listener for each event of a collection. */
const withoutListener = (response: DeliveryResponse): TrackedResponse => ({
	get statusCode() {
		return response.statusCode;
	},
	get writableEnded() {
		return response.writableEnded;
	},
	once: () => undefined,
});
