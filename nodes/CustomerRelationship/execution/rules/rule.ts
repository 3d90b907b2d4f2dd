import type { JsonValue } from 'n8n-workflow';
import type { Field } from '../../fields/field';
import type { FieldError } from '../../fieldError';
import type { Read } from '../../transport/pendingRequest';
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
	/** Decides when the item's turn has come, before it asks for anything. Its locks are held. */
	beforeItem?(task: Task): Promise<Stop | undefined>;
	/**
	 * Decides right before the message leaves, while it has not: one that may have left goes on.
	 * @param now in ms since the epoch
	 */
	beforeRequest?(task: Task, now: number): Stop | undefined;
	/** Decides then by what it reads for that. */
	readonly reading?: Reading;
	/** What becomes of a failed item; undefined where it stays failed. */
	afterFailure?(task: Task, error: unknown): Stop | undefined;
	/** Whether the item gives out `sentNow`. */
	tellsSentNow?(task: Task): boolean;
	/** What the user should know when the run is over, a sentence or two each. */
	warnings?(items: readonly Item[]): string[];
	hints?(items: readonly Item[]): string[];
}

/** What becomes of an item that a rule stops: it fails, or it is given out without a message. */
export type Stop = { failsWith: unknown } | { notSent: NotSent };

/** A decision by what is read right before the message leaves. */
export interface Reading {
	/**
	 * How many reads it makes for the item. The message takes its turn when the limits have room for these as well, and
	 * keeps it until it leaves, so what was read is new then. A further read waits for a turn of its own.
	 */
	readsFor(task: Task): number;
	/** @throws RequestFailed where a read fails: the item fails with it */
	decide(task: Task, read: Read): Promise<Stop | undefined>;
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
