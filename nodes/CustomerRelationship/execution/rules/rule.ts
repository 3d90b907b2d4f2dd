import type { JsonValue } from 'n8n-workflow';
import type { Field } from '../../fields/field';
import type { FieldError } from '../../fieldError';
import type { Read } from '../../transport/pendingRequest';
import type { IdempotencyKey } from '../idempotencyKey';
import type { NotSent } from '../ledger';
import type { Item, Task } from '../task';

/**
 * A rule before sending: it decides whether an item's message leaves now. Each run of the node makes one of each. A rule
 * has the hooks that it needs; they stand by act: prepare, run, report.
 */
export interface SendRule {
	/**
	 * The idempotency key that the rule gives the item's message.
	 * @throws InvalidInput where the user gave another one
	 */
	keyFor?(task: Task): IdempotencyKey | undefined;
	/** Which items share one message; only one of them sends it. */
	readonly sharedMessages?: SharedMessages;
	/**
	 * Judges all messages that the run is to send, before the first request.
	 * @returns why none of them is sent: each item fails with it
	 */
	refuseAll?(tasks: readonly Task[], messages: MessageCounts): FieldError | undefined;
	/**
	 * The items that the rule would not let pass now, of those that are only checked.
	 * @param now in ms since the epoch
	 */
	wouldStop?(tasks: readonly Task[], messages: MessageCounts, now: number): StoppedItem[];
	/** Takes note of what an earlier try of the run has sent, before the first item. */
	restore?(items: readonly Item[]): void;
	/** Decides before the item's first request, while the item's locks are held. */
	beforeItem?(task: Task): Promise<Stop | undefined>;
	/**
	 * Decides right before the message leaves, while it has not: one that may have left goes on. It may be asked several
	 * times for one message, so it must change nothing.
	 * @param now in ms since the epoch
	 */
	beforeRequest?(task: Task, now: number): Stop | undefined;
	/** Like `beforeRequest`, but decides by what it reads from the service. */
	readonly readBeforeRequest?: ReadBeforeRequest;
	/** What becomes of a failed item; undefined where it stays failed. */
	afterFailure?(task: Task, error: unknown): Stop | undefined;
	/** Whether the item outputs `sentNow`. A rule that outputs items as not sent tells it of the others as well. */
	tellsSentNow?(task: Task): boolean;
	/** What Check Only does not find out about these items, in a clause. */
	unchecked?(tasks: readonly Task[]): string | undefined;
	/** What n8n shows as a warning when the run is over, a sentence or two each. */
	warnings?(items: readonly Item[]): string[];
	/** What n8n shows as information then. */
	hints?(items: readonly Item[]): string[];
}

/**
 * What becomes of an item that a rule stops: it fails, or it fails and the run ends whatever On Error says, or it is
 * output as not sent.
 */
export type Stop = { failsWith: unknown } | { endsRunWith: unknown } | { notSent: NotSent };

/** A decision by what is read right before the message leaves. */
export interface ReadBeforeRequest {
	/**
	 * How many reads `decide` makes for the item; 0 if the rule does not apply to it, and `decide` is not called. The rate limiter reserves room for
	 * them together with the message, so the message leaves right after the reads. If a read has no room or must be
	 * repeated, everything is read again in a later turn.
	 */
	readsFor(task: Task): number;
	/** @throws RequestFailed where a read fails: the item fails with it */
	decide(task: Task, read: Read): Promise<Stop | undefined>;
}

/** How many messages the items send, and how many others the node has in the execution: sent, maybe sent, or about to be. */
export interface MessageCounts {
	own: number;
	others: number;
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
