import { sleep, type IDataObject, type IWebhookFunctions } from 'n8n-workflow';
import type { RespondToHeld, DeliveryResponse, ReceivedMessage } from './collection';
import { deduplicatorOf, triggerKeyOf, type ClaimResult } from './deduplication';
import { MessageCollector } from './messageCollector';

/** How often a call that waits for more messages looks whether its collection has started. */
const POLL_MS = 100;

const collector = new MessageCollector(() => performance.now());

/** n8n's response object. */
interface Response extends DeliveryResponse {
	status(statusCode: number): { json(body: object): unknown };
}

/** How messages are collected. */
export interface CollectOptions {
	conversationId: string;
	/** How many seconds the customer has to be silent. */
	collectSeconds: number;
}

/** What becomes of the delivery of a message. */
export type CollectResult =
	| { kind: 'start'; json: IDataObject }
	/** It is answered with another delivery of its collection. */
	| { kind: 'held' }
	| { kind: 'duplicate'; claim: Exclude<ClaimResult, 'claimed'> };

/**
 * Takes a message that may be followed by others. One call waits for each collection, and gets its item. The others
 * return at once, since n8n 2.41 holds an expression engine of about 10 MB for each call.
 */
export async function collect(
	context: IWebhookFunctions,
	message: ReceivedMessage,
	{ conversationId, collectSeconds }: CollectOptions,
): Promise<CollectResult> {
	const response = context.getResponseObject();
	const delivery = {
		message,
		conversation: JSON.stringify([triggerKeyOf(context), conversationId]),
		silenceMs: collectSeconds * 1000,
		response,
		respondToHeld: createRespondToHeld(response),
	};
	const result = collector.receive(delivery, deduplicatorOf(context));
	if (result === 'held') return { kind: 'held' };
	if (typeof result === 'string') return { kind: 'duplicate', claim: result };
	while (!collector.startIfDue(result)) await sleep(POLL_MS);
	return { kind: 'start', json: result.toItem() };
}

/** Keeps the response alone, and not the call's context. */
const createRespondToHeld =
	(response: Response): RespondToHeld =>
	(isAccepted) => {
		const message = isAccepted
			? 'Accepted with the messages around it'
			: 'Not accepted yet: send it again later';
		response.status(isAccepted ? 200 : 503).json({ message });
	};
