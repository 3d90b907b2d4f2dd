import type { IDataObject } from 'n8n-workflow';
import { isObject } from '../typeGuards';
import type { TrackedResponse } from './deduplication';

/** A collection with this many messages waits for no more. */
export const ENOUGH_COLLECTED_MESSAGES = 20;

/** A verified `message.received` event. */
export interface ReceivedMessage {
	eventId: string;
	envelope: IDataObject;
	/** The request's headers, with “Include Headers”. */
	headers: { headers: IDataObject } | undefined;
}

/** The part of n8n's response object that tells whether the caller still waits. */
export interface DeliveryResponse extends TrackedResponse {
	/** The connection is closed. If n8n has not responded, the caller hung up. */
	readonly destroyed: boolean;
}

/** Answers a held delivery: 200, or 503 so that the service sends it again. */
export type RespondToHeld = (isAccepted: boolean) => void;

/** When a collection was opened, and after which silence it ends, on a monotonic clock. */
export interface CollectionTiming {
	openedAt: number;
	/** How long the customer has to be silent, in ms. */
	silenceMs: number;
}

/**
 * Messages of one conversation that start one execution. The delivery in `response` starts it; the others are
 * held.
 */
export class MessageCollection {
	private messages: ReceivedMessage[] = [];
	private held: RespondToHeld[] = [];
	private lastMessageAt: number;
	private started = false;
	private overtaken = false;

	constructor(
		readonly conversation: string,
		private startingResponse: DeliveryResponse,
		private readonly timing: CollectionTiming,
	) {
		this.lastMessageAt = timing.openedAt;
	}

	/** The response to the delivery that starts the workflow. */
	get response(): DeliveryResponse {
		return this.startingResponse;
	}

	/** Whether its execution is started, or about to be. */
	get isStarted(): boolean {
		return this.started;
	}

	/** Whether a later collection of the conversation started before n8n responded to this one. */
	get isOvertaken(): boolean {
		return this.overtaken;
	}

	start(): void {
		this.started = true;
		this.overtaken = false;
	}

	/** Starts a failed collection once more. @param response to the delivery that starts it now */
	restartWith(response: DeliveryResponse): void {
		this.startingResponse = response;
		this.start();
	}

	/** The next collection of the conversation starts without waiting for this one. */
	markOvertaken(): void {
		this.overtaken = true;
	}

	/** @param receivedAt on the clock of `timing` */
	add(message: ReceivedMessage, receivedAt: number): void {
		this.messages.push(message);
		this.lastMessageAt = receivedAt;
	}

	/** Leaves a delivery unanswered until `release`. */
	hold(respondToHeld: RespondToHeld): void {
		this.held.push(respondToHeld);
	}

	/** Answers the deliveries that are held. */
	release(isAccepted: boolean): void {
		for (const respondToHeld of this.held.splice(0)) {
			try {
				respondToHeld(isAccepted);
			} catch {
				// A response that can't be sent keeps no other delivery waiting.
			}
		}
	}

	ageMs(now: number): number {
		return now - this.timing.openedAt;
	}

	/** Whether the customer is silent, or has written enough. */
	isComplete(now: number): boolean {
		if (this.messages.length >= ENOUGH_COLLECTED_MESSAGES) return true;
		return now - this.lastMessageAt >= this.timing.silenceMs;
	}

	/** Whether the caller has hung up, so that no event tells when n8n responds. */
	get isAbandoned(): boolean {
		return this.response.destroyed && !this.response.writableEnded;
	}

	get eventIds(): string[] {
		return this.messages.map(({ eventId }) => eventId);
	}

	/** Drops the messages of all other events. */
	keepOnly(eventIds: ReadonlySet<string>): void {
		this.messages = this.messages.filter(({ eventId }) => eventIds.has(eventId));
	}

	/** The item that starts the workflow. */
	toItem(): IDataObject {
		return mergeIntoItem(this.messages);
	}
}

/**
 * The item of messages that start one execution: the newest envelope, and
 * `collected: { count, text, events }`, oldest first. Signed data win: an envelope that has `headers` keeps
 * its own.
 */
export function mergeIntoItem(
	messages: ReadonlyArray<Omit<ReceivedMessage, 'eventId'>>,
): IDataObject {
	const sorted = sortByCreation(messages);
	const { envelope, headers } = sorted.at(-1)!;
	const events = sorted.map((message) => message.envelope);
	const collected = { count: events.length, text: events.flatMap(textOf).join('\n'), events };
	return { ...envelope, ...headers, ...envelope, collected };
}

/** Sorts messages by `createdAt` if all have one. Otherwise they stay in the order in which they arrived. */
function sortByCreation<T extends Pick<ReceivedMessage, 'envelope'>>(
	messages: readonly T[],
): readonly T[] {
	const dated = messages.map((message) => ({ message, createdAt: createdAtOf(message) }));
	if (dated.some(({ createdAt }) => Number.isNaN(createdAt))) return messages;
	return dated.sort((a, b) => a.createdAt - b.createdAt).map(({ message }) => message);
}

/** In ms since the epoch, or NaN. */
const createdAtOf = ({ envelope: { data } }: Pick<ReceivedMessage, 'envelope'>): number =>
	isObject(data) && typeof data.createdAt === 'string' ? Date.parse(data.createdAt) : NaN;

const textOf = ({ data }: IDataObject): string[] =>
	isObject(data) && typeof data.text === 'string' && data.text.trim() !== '' ? [data.text] : [];
