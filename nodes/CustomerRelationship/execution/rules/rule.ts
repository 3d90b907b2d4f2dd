import type { IDataObject, JsonValue } from 'n8n-workflow';
import type { Field } from '../../fields/field';
import type { FieldError } from '../../fieldError';
import type { Answer } from '../../transport/answer';
import type { Ask } from '../../transport/ask';
import type { Turn } from '../../transport/requestOptions';
import type { EpochMs } from '../../transport/time';
import type { IdempotencyKey } from '../idempotencyKey';
import type { NotSent } from '../ledger/ledgerEntry';
import type { Item, Task } from '../task';

/**
 * A rule before sending: it decides whether an item's message leaves now. Each run has an instance of each
 * rule; what must outlast a try is in a `MemoryAcrossTries`. A rule implements only the hooks that it needs.
 */
export type SendRule = RulePrepareHooks & RuleRunHooks & RuleCheckOnlyHooks & RuleReportHooks;

/** Hooks of the act *prepare*, in which nothing is written. */
export interface RulePrepareHooks {
	/** @throws InvalidInput for another setting of the item that contradicts the rule */
	assertCombines?(task: Task): void;
	/** The idempotency key that the rule gives the item's message, instead of an automatic one. */
	keyFor?(task: Task): IdempotencyKey | undefined;
	/** Equal for items of which at most one sends its message; undefined without the rule. */
	messageGroupOf?(task: Pick<Task, 'intent'>): string | undefined;
	/**
	 * What it means that several items send to the phone of this message, in a clause; undefined without the
	 * rule.
	 */
	sharedPhoneClause?(task: Pick<Task, 'intent'>): string | undefined;
	/**
	 * Judges all messages that the run is to send, before any of them is sent.
	 * @returns why none of them is sent: each item fails with it
	 */
	reasonToBlockAll?(
		tasks: readonly Task[],
		messages: ExecutionMessageCounts,
	): FieldError | undefined;
}

/** Hooks of the act *run*, in the order in which they take effect. */
export interface RuleRunHooks {
	/** Called before the first item: takes over what earlier tries have found out or sent. */
	restore?(items: readonly Item[]): void;
	/** Decides before the item's first request, while the item's locks are held. */
	decideForItem?(task: Task): Promise<Stop | undefined>;
	/**
	 * Decides whether the first attempt to send the message may be made. It may be called several times
	 * before that attempt, so it must change nothing. Each try calls it, unless an attempt of an earlier try
	 * may have been carried out. The further attempts of a try are made without asking, even if the first was
	 * refused.
	 */
	decideForFirstAttempt?(task: Task, now: EpochMs): Stop | undefined;
	/** What the rule does in the turn of the item's message; undefined if it does nothing there. */
	turnHookFor?(task: Task): TurnHook | undefined;
	/**
	 * Completes the item once its message is queued. It may be called again by another try.
	 * @param ask also works after the run has ended
	 * @returns what becomes of the item and the run if that failed
	 * @throws Cancelled, or FieldError for the credential, as `ask` does: the item fails and says that its
	 *   message was sent
	 */
	afterMessage?(
		task: Task,
		answer: Answer,
		ask: Ask,
		now: EpochMs,
	): Promise<FailingStop | undefined>;
	/** What becomes of a failed item; undefined if it stays failed. */
	afterFailure?(task: Task, error: unknown): Stop | undefined;
	/**
	 * Undoes what was done for a message that has certainly not left. Must not reject: the item is already settled.
	 * @param ask as for `afterMessage`
	 * @returns sentences for the user about what stays
	 */
	afterNothingSent?(task: Task, ask: Ask): Promise<string[]>;
}

/**
 * What a rule does in the turn of a message: right before each attempt, until one may have been carried out.
 * The rate limiter reserves slots for the rules' requests together with the message's. If such a request
 * finds no slot or must be repeated, a later turn begins with `decide` again.
 */
export interface TurnHook {
	/**
	 * Decides by the contacts that have the message's phone. They are read in each turn, once for all rules.
	 * If there are none, `UnknownContactsRule` decides, and the others return undefined. It must change
	 * nothing, since Check Only calls it as well.
	 * @throws InvalidInput or UnusableAnswer for a contact that it can't judge: the item fails with it
	 */
	decide(receivers: readonly Receiver[], now: EpochMs): Stop | undefined;
	/**
	 * Does what must be done before the message leaves, once all rules have let it pass. At most one rule of
	 * an item has this hook, since it makes the message's key.
	 * @returns the key of the message
	 * @throws what `Turn.ask` throws
	 */
	beforeMessage?(receivers: readonly Receiver[], turn: Turn): Promise<IdempotencyKey>;
}

/** Hooks of *Check Only*, which also calls `TurnHook.decide`. */
export interface RuleCheckOnlyHooks {
	/**
	 * Why the message of an item that all rules let pass would still not be sent: an earlier item of the run
	 * sends it. It is called after all items are checked, in their order.
	 */
	notSentAfterOthers?(task: Task): NotSent | undefined;
	/** The items that the rule would not let pass now, of those that are only checked. */
	wouldStop?(tasks: readonly Task[], messages: ExecutionMessageCounts, now: EpochMs): ItemToStop[];
	/** What Check Only can't find out about these items, in clauses. */
	unchecked?(tasks: readonly Task[]): string[];
}

/** Hooks for what the user reads of the run. */
export interface RuleReportHooks {
	/**
	 * Whether the item's output says `sentNow`. A rule that keeps messages back answers true for each of its
	 * items, so that all of them say it. For all rules of *Who Gets It* `UnknownContactsRule` answers.
	 */
	tellsSentNow?(task: Task): boolean;
	/** Hints that the panel shows as warnings. */
	urgentHints?(items: readonly Item[]): string[];
}

/** A contact that has the phone of a message, as far as the token sees. */
export interface Receiver {
	id: string;
	record: IDataObject;
	/** Of the answer that it was read in. */
	requestId?: string | undefined;
}

/**
 * What becomes of an item that a rule stops: it fails, or it fails and the run ends whatever On Error says, or it is
 * output as not sent.
 */
export type Stop = FailingStop | { notSent: NotSent };

/** The item fails; with `endsRunWith` the whole run ends as well. */
export type FailingStop = { failsWith: unknown } | { endsRunWith: unknown };

/** How many messages a node has in the execution. */
export interface ExecutionMessageCounts {
	/** Of the items that are judged. */
	own: number;
	/** All others: sent, maybe sent, or about to be; for `wouldStop` also those that were only checked. */
	others: number;
}

/** An item that a rule would stop if it were sent now, and the error that says why. */
export interface ItemToStop {
	task: Task;
	error: FieldError;
}

/** What an item sets the rule of a field to; undefined if it does not have the rule. */
export const ruleSettingOf = <Value extends JsonValue | undefined>(
	{ intent }: Pick<Task, 'intent'>,
	field: Field<Value>,
): Value | undefined => intent.message?.rules[field.property.name] as Value | undefined;
