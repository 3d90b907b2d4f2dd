import type { AskInTurn } from '../../transport/pendingRequest';
import type { IdempotencyKey } from '../idempotencyKey';
import type { Task } from '../task';
import type { Receiver } from './receiver';
import type { SendRule, Stop } from './rule';

/**
 * A rule of *Who Gets It*. All of them decide by one read of the contacts that have the phone, in the turn of the message.
 * It has the other hooks of a rule before sending as it needs them.
 */
export interface ReceiverRule extends Omit<SendRule, 'inTurn'> {
	/**
	 * Whether the item's setting can't be met by a phone that no contact has. The text of `unknownContacts.ts` and the
	 * description of *Unknown Contacts* name the rules that have it.
	 */
	needsContact?(task: Task): boolean;
	/**
	 * Decides as `RuleInTurn.decide` does, without requests.
	 * @param receivers none where no contact has the phone, as far as the token sees
	 * @param now in ms since the epoch
	 */
	decide(task: Task, receivers: readonly Receiver[], now: number): Stop | undefined;
	/** Like `RuleInTurn.beforeMessage`, with the contacts by which it decided. */
	beforeMessage?(
		task: Task,
		receivers: readonly Receiver[],
		ask: AskInTurn,
		now: number,
	): Promise<IdempotencyKey | undefined>;
	/** How many requests `beforeMessage` makes for the item at least. */
	requestsFor?(task: Task): number;
	/** Whether `beforeMessage` gives the item's message its key. */
	givesKey?(task: Task): boolean;
}
