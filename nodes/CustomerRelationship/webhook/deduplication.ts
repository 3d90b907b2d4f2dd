import type { IWebhookFunctions } from 'n8n-workflow';
import { getOrCreate } from '../maps';
import { sha256 } from '../sha256';

/** How many accepted events a trigger remembers: the newest. */
export const MAX_ACCEPTED_EVENTS = 1000;

/** The part of n8n's response object that tells what the service was answered. */
export interface TrackedResponse {
	readonly statusCode: number;
	/** n8n has responded, whether or not the caller was still connected. */
	readonly writableEnded: boolean;
	once(event: 'close', listener: () => void): unknown;
}

/** `claimed`: this delivery starts a run. Otherwise an earlier delivery of the same event has started one, or is about to. */
export type ClaimResult = 'claimed' | 'inProgress' | 'alreadyAccepted';

/**
 * Finds duplicate deliveries to one trigger, within this process. An event is accepted once n8n has answered it with
 * 2xx. After any other answer it is forgotten, so that a resend starts a run. Events in progress are never evicted.
 */
export class DeliveryDeduplicator {
	/** By the digest of the event's ID. */
	private readonly inProgress = new Map<string, TrackedResponse>();
	private readonly accepted = new Set<string>();

	/** Claims an event, unless it is accepted or in progress, and tracks the response to its delivery. */
	claim(eventId: string, response: TrackedResponse): ClaimResult {
		this.settleAnswered();
		const event = digest(eventId);
		if (this.accepted.has(event)) return 'alreadyAccepted';
		if (this.inProgress.has(event)) return 'inProgress';
		this.inProgress.set(event, response);
		// If the caller hangs up, `close` may fire before n8n responds, or not at all. The next claim then
		// settles the event.
		response.once('close', () => this.settleAnswered());
		return 'claimed';
	}

	/** Accepts or forgets the events that n8n has answered by now. */
	private settleAnswered(): void {
		for (const [event, { statusCode, writableEnded }] of this.inProgress) {
			if (!writableEnded) continue;
			this.inProgress.delete(event);
			if (isSuccessStatus(statusCode)) this.accept(event);
		}
	}

	private accept(event: string): void {
		this.accepted.add(event);
		const [oldest] = this.accepted;
		if (this.accepted.size > MAX_ACCEPTED_EVENTS) this.accepted.delete(oldest!);
	}
}

const deduplicators = new Map<string, DeliveryDeduplicator>();

/** Whether the service counts the event as delivered, and does not send it again. */
export const isSuccessStatus = (statusCode: number) => statusCode >= 200 && statusCode <= 299;

/** Identifies a trigger within this process. */
export function triggerKeyOf(context: IWebhookFunctions): string {
	const { webhookId, name } = context.getNode();
	// The URL's ID survives renaming. In older versions of n8n node IDs need not be unique, or may be missing.
	return `${context.getWorkflow().id}/${webhookId ?? name}`;
}

/** The trigger's deduplicator, created at its first delivery. */
export function deduplicatorOf(context: IWebhookFunctions): DeliveryDeduplicator {
	return getOrCreate(deduplicators, triggerKeyOf(context), () => new DeliveryDeduplicator());
}

/** Keeps a long ID short. UTF-16, since UTF-8 would merge IDs that differ in unpaired surrogates. */
const digest = (eventId: string) => sha256(Buffer.from(eventId, 'utf16le'), 'base64');
