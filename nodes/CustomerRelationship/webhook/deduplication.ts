import { createHash } from 'crypto';
import type { IWebhookFunctions } from 'n8n-workflow';

/** How many accepted events a node remembers: the newest. */
export const REMEMBERED = 1000;

/** The part of n8n's response object that tells what the service was answered. */
export interface FollowedResponse {
	readonly statusCode: number;
	/** n8n has answered, whether or not the caller was still there to hear it. */
	readonly writableEnded: boolean;
	once(event: 'close', listener: () => void): unknown;
}

/** `claimed`: this delivery is to start a run. Otherwise an earlier one of the same event has done so. */
export type Claim = 'claimed' | 'underWay' | 'accepted';

/**
 * What became of a node's deliveries, in this process. An event is accepted once n8n has answered it 2xx; one that
 * it answered otherwise is forgotten, so that the resend runs, and so is everything when the process ends. One that
 * is under way is never forgotten, however many others come.
 */
export class Memory {
	/** By their events' digests. */
	private readonly underWay = new Map<string, FollowedResponse>();
	private readonly accepted = new Set<string>();

	/** Takes a delivery on unless an earlier one of its event was accepted or is under way, and follows its answer. */
	claim(eventId: string, response: FollowedResponse): Claim {
		this.settle();
		const event = digest(eventId);
		if (this.accepted.has(event)) return 'accepted';
		if (this.underWay.has(event)) return 'underWay';
		this.underWay.set(event, response);
		// The next delivery settles, too: of a caller who has hung up `close` came earlier than n8n's answer, or never comes.
		response.once('close', () => this.settle());
		return 'claimed';
	}

	/** Notes the answers that were given by now. */
	private settle(): void {
		for (const [event, { statusCode, writableEnded }] of this.underWay) {
			if (!writableEnded) continue;
			this.underWay.delete(event);
			if (statusCode >= 200 && statusCode <= 299) this.accept(event);
		}
	}

	private accept(event: string): void {
		this.accepted.add(event);
		const [oldest] = this.accepted;
		if (this.accepted.size > REMEMBERED) this.accepted.delete(oldest!);
	}
}

const memories = new Map<string, Memory>();

/** What a trigger remembers. */
export function memoryOf(context: IWebhookFunctions): Memory {
	// As its URL does, this tells it from all others and outlasts a renaming. Older versions of n8n let two nodes of a
	// workflow have one id, or none.
	const { webhookId, name } = context.getNode();
	const trigger = `${context.getWorkflow().id}/${webhookId ?? name}`;
	const memory = memories.get(trigger) ?? new Memory();
	memories.set(trigger, memory);
	return memory;
}

/** Short for the longest id, too. */
const digest = (eventId: string) =>
	createHash('sha256').update(eventId, 'utf16le').digest('base64');
