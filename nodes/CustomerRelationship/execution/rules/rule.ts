import type { JsonValue } from 'n8n-workflow';
import type { Field } from '../../fields/field';
import type { FieldError } from '../../fieldError';
import type { IdempotencyKey } from '../idempotencyKey';
import type { NotSent } from '../ledger';
import type { Item, Task } from '../task';

/**
 * A rule before sending: it decides whether an item's message leaves now. Each run of the node makes one of each. The
 * hooks are called in the order in which they stand here; a rule has those that it needs.
 */
export interface SendRule {
	/**
	 * The idempotency key that the rule gives the item's message.
	 * @throws InvalidInput where the user gave another one
	 */
	keyFor?(task: Task): IdempotencyKey | undefined;
	/** The items of which only one sends its message. */
	readonly sharedMessages?: SharedMessages;
	/**
	 * Judges all messages that the run is to send, before the first request.
	 * @param sentBefore how many others the node has sent in the execution, may have, or is about to send
	 * @returns why none of them is sent: each item fails with it
	 */
	refuseAll?(tasks: readonly Task[], sentBefore: number): FieldError | undefined;
	/**
	 * The items that the rule would not let pass now, of those that are only checked.
	 * @param sentBefore as in `refuseAll`
	 * @param now in ms since the epoch
	 */
	wouldStop?(tasks: readonly Task[], sentBefore: number, now: number): StoppedItem[];
	/** What Check Only does not find out about these items, in a clause. */
	unchecked?(tasks: readonly Task[]): string | undefined;
	/** Takes note of what an earlier try of the run has sent, before the first item. */
	restore?(items: readonly Item[]): void;
	/**
	 * Decides when the item's turn has come, before it asks for anything. Its locks are held.
	 * @returns what is given out in place of the message; undefined where it is sent
	 * @throws the error that the item fails with
	 */
	beforeItem?(task: Task): Promise<NotSent | undefined>;
	/**
	 * Decides right before the message leaves, while it has not: one that may have left goes on.
	 * @param now in ms since the epoch
	 * @returns the error that the item fails with; undefined where it is sent
	 */
	beforeRequest?(task: Task, now: number): Error | undefined;
	/** What is given out in place of a failed item; undefined where it stays failed. */
	afterFailure?(task: Task, error: unknown): NotSent | undefined;
	/** Whether the item gives out `sentNow`. */
	tellsSentNow?(task: Task): boolean;
	/** What the user should know when the run is over, a sentence or two each. */
	warnings?(items: readonly Item[]): string[];
	hints?(items: readonly Item[]): string[];
}

/** Items that share one message. */
export interface SharedMessages {
	/** Equal for items that share a message; undefined for an item with one of its own. */
	keyOf(task: Pick<Task, 'intent'>): string | undefined;
	/** What that means for items with one phone, in a clause. */
	meaning: string;
}

/** An item that a rule stops, and the error that says why. */
export interface StoppedItem {
	task: Task;
	refusal: FieldError;
}

/** What an item sets the rule of a field to; undefined where it does not have the rule. */
export const settingOf = <Value extends JsonValue | undefined>(
	{ intent }: Pick<Task, 'intent'>,
	field: Field<Value>,
): Value | undefined => intent.message?.rules[field.property.name] as Value | undefined;
